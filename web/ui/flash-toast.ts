import { showToast, type Toast } from './toast.ts'

const storageKey = 'oja:toast'

/** Stores a toast for the page after a full page load. */
export function flashToast(toast: Toast): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(toast))
  } catch {
    // Without storage there is no toast.
  }
}

/** Shows the stored toast once. */
export function showFlashToast(): void {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    if (text) showToast(JSON.parse(text) as Toast)
  } catch {
    // As above.
  }
}
