import { useEffect } from 'react'
import { listen } from './events.ts'

/** Unsaved values of forms that left the page, by the form's name; the form restores them. */
const unsavedValues = new Map<string, unknown>()

const open = new Set<string>()

export function unsavedOf<T>(name: string): T | undefined {
  return unsavedValues.get(name) as T | undefined
}

/** Stores unsaved values while `unsaved` is not null, and lets the browser ask before the page unloads. */
export function useUnsaved(name: string, unsaved: object | null): void {
  useEffect(() => {
    if (unsaved === null) unsavedValues.delete(name)
    else unsavedValues.set(name, unsaved)
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

export function isAnythingUnsaved(): boolean {
  return open.size > 0
}

export function forgetUnsaved(): void {
  for (const name of open) unsavedValues.delete(name)
}
