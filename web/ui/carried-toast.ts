import { showToast, type Toast } from './toast.ts'

const storageKey = 'oja:toast'

/** Keeps a toast for the page that a full redirect leads to. */
export function carryToast(toast: Toast): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(toast))
  } catch {
    // A browser without storage goes without the greeting.
  }
}

/** Shows, once, the toast that the page before this one left. */
export function showCarriedToast(): void {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    if (text) showToast(JSON.parse(text) as Toast)
  } catch {
    // As above.
  }
}
