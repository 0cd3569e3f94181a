import { readStored, writeStored } from './storage.ts'

const storageKey = 'oja:reloaded'
/** Milliseconds within which a second reload would be a loop. */
const reloadGuardMs = 60_000

/** Reloads the page unless it was just reloaded; returns whether it does. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(readStored(storageKey, 'sessionStorage')) < reloadGuardMs) return false
  // Without storage a loop cannot be detected.
  if (!writeStored(storageKey, String(Date.now()), 'sessionStorage')) return false
  location.reload()
  return true
}
