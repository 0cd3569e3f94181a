const storageKey = 'oja:reloaded'
/** Milliseconds in which a second reload would be a loop. */
const guard = 60_000

/** Loads the page again, unless that was done just now; answers whether it does. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(storageKey)) < guard) return false
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // Without storage a loop could not be told from the first time.
    return false
  }
  location.reload()
  return true
}
