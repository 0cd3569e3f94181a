import { useEffect } from 'react'

/** What was typed and not saved when a form left the page, by the form's name: it stands there again afterwards. */
const drafts = new Map<string, unknown>()

/** The forms on the page that have something that is not saved. */
const open = new Set<string>()

export function draftOf<T>(name: string): T | undefined {
  return drafts.get(name) as T | undefined
}

/** Keeps what is not saved while `unsaved` is not null, and lets the browser ask before the whole page goes. */
export function useUnsaved(name: string, unsaved: object | null): void {
  useEffect(() => {
    if (unsaved === null) drafts.delete(name)
    else drafts.set(name, unsaved)
  }, [name, unsaved])
  const isUnsaved = unsaved !== null
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    open.add(name)
    addEventListener('beforeunload', ask)
    return () => {
      open.delete(name)
      removeEventListener('beforeunload', ask)
    }
  }, [name, isUnsaved])
}

/** Whether any form on the page has something that is not saved. */
export function isAnythingUnsaved(): boolean {
  return open.size > 0
}

/** Drops what the forms on the page have not saved. */
export function forgetUnsaved(): void {
  for (const name of open) drafts.delete(name)
}
