/** What this device keeps under keys with this beginning is one person's own, and goes when they log out. */
export const privatePrefix = 'oja:private:'

export function forgetPrivate(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(privatePrefix)) localStorage.removeItem(key)
    }
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
