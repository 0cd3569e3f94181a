import { keepOnDevice, readStoredJson } from '#web/lib/storage.ts'
import { showToast, type Toast } from './toast.ts'

const storageKey = 'oja:toast'

/** Stores a toast for the page after a full page load. */
export function flashToast(toast: Toast): void {
  keepOnDevice(storageKey, JSON.stringify(toast), 'sessionStorage')
}

export function showFlashToast(): void {
  const toast = readStoredJson<Toast>(storageKey, 'sessionStorage')
  keepOnDevice(storageKey, null, 'sessionStorage')
  if (toast) showToast(toast)
}
