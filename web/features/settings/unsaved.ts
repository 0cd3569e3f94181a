import { useEffect } from 'react'

/** What was typed and not saved when a form left the page, by the form's name: it stands there again afterwards. */
const drafts = new Map<string, unknown>()

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
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

/** Whether any form has something that is not saved. */
export function isAnythingUnsaved(): boolean {
  return drafts.size > 0
}

export function forgetUnsaved(): void {
  drafts.clear()
}
