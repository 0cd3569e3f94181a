import { messageOf } from '#web/lib/errors.ts'
import { createEmitter } from '#web/lib/events.ts'
import { readStoredJson, writeStored } from '#web/lib/storage.ts'
import { isNotConfirmed } from '#web/lib/with-password.ts'

export interface Toast {
  title: string
  description?: string | undefined
  /** `failure` is the destructive style. */
  tone?: 'success' | 'failure'
}

export const toastDurationMs = 5000

export interface ShownToast extends Toast {
  id: number
  /** Relative to performance.now(): an expired toast is not shown later. */
  endsAt: number
}

let current: ShownToast | null = null
let lastId = 0
const changes = createEmitter()

/** Shows a message for 5 s, replacing the current one. The first toast loads the code that renders them. */
export function showToast(toast: Toast): void {
  lastId += 1
  current = { ...toast, id: lastId, endsAt: performance.now() + toastDurationMs }
  changes.emit()
}

/**
 * Shows a failure and its reason: `fallback` if the server gave none, or if `error` is undefined. Without a connection it reports
 * that. Shows nothing if the user cancelled the password prompt. Returns the sentence shown.
 */
export function showFailure(title: string, error: unknown, fallback?: string): string | null {
  if (isNotConfirmed(error)) return null
  const description = messageOf(error, fallback)
  showToast({ title, description, tone: 'failure' })
  return description
}

export const onToast = changes.subscribe

/** The newest toast; null if there was none or it has expired. */
export function currentToast(): ShownToast | null {
  return current && current.endsAt > performance.now() ? current : null
}

/** Removes a toast that was dismissed or has expired, but not a newer one. */
export function endToast(id: number): void {
  if (current?.id !== id) return
  current = null
  changes.emit()
}

const storageKey = 'oja:toast'

/** Stores a toast for the page after a full page load. */
export function flashToast(toast: Toast): void {
  writeStored(storageKey, JSON.stringify(toast), 'sessionStorage')
}

export function showFlashToast(): void {
  const toast = readStoredJson<Toast>(storageKey, 'sessionStorage')
  writeStored(storageKey, null, 'sessionStorage')
  if (toast) showToast(toast)
}
