const storageKey = 'oja:reloaded'
/** Milliseconds within which a second reload would be a loop. */
const guard = 60_000

/** Reloads the page unless it was just reloaded; returns whether it does. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(storageKey)) < guard) return false
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // Without storage a loop cannot be detected.
    return false
  }
  location.reload()
  return true
}
