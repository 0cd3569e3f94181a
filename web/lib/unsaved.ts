import { useEffect } from 'react'
import { listen } from './events.ts'

/** Unsaved values of forms that left the page, by the form's name; the form restores them. */
const drafts = new Map<string, unknown>()

/** Forms on the page with unsaved values. */
const open = new Set<string>()

export function draftOf<T>(name: string): T | undefined {
  return drafts.get(name) as T | undefined
}

/** Stores unsaved values while `unsaved` is not null, and lets the browser ask before the page unloads. */
export function useUnsaved(name: string, unsaved: object | null): void {
  useEffect(() => {
    if (unsaved === null) drafts.delete(name)
    else drafts.set(name, unsaved)
  }, [name, unsaved])
  const isUnsaved = unsaved !== null
  useEffect(() => {
    if (!isUnsaved) return
    open.add(name)
    const stopAsking = listen(window, 'beforeunload', (event) => event.preventDefault())
    return () => {
      open.delete(name)
      stopAsking()
    }
  }, [name, isUnsaved])
}

/** Whether any form on the page has unsaved values. */
export function isAnythingUnsaved(): boolean {
  return open.size > 0
}

/** Discards the unsaved values of all forms on the page. */
export function forgetUnsaved(): void {
  for (const name of open) drafts.delete(name)
}
