/** What this device keeps under keys with this beginning is one person's own. */
export const privatePrefix = 'oja:private:'

/** Whose is what is kept here. */
export const ownerKey = `${privatePrefix}owner`

/** Set once somebody logged out, here or in another tab: what this page still holds must not be written again. */
let isClosed = false

/** Keeps a text of the signed-in person on this device; null forgets it. Throws where the browser refuses. */
export function keepPrivate(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key)
  else if (!isClosed) localStorage.setItem(key, text)
}

/** Keeps nothing more from this page. */
export function closePrivate(): void {
  isClosed = true
}

/** Whether somebody was signed in on this device and did not log out. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(ownerKey) !== null
  } catch {
    // A browser that refuses storage has kept nothing.
    return false
  }
}
