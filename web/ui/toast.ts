import { messageOf } from '#web/lib/errors.ts'
import { isNotConfirmed } from '#web/lib/with-password.ts'

export interface Toast {
  title: string
  description?: string | undefined
  /** `failure` is the destructive style. */
  tone?: 'success' | 'failure'
}

/** Milliseconds. */
export const toastDuration = 5000

export interface ShownToast extends Toast {
  id: number
  /** By performance.now(): a toast that could not be drawn in its time is not shown later. */
  endsAt: number
}

let current: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message for 5 s, in place of the one shown. The code that draws toasts is loaded with the first one. */
export function showToast(toast: Toast): void {
  lastId += 1
  current = { ...toast, id: lastId, endsAt: performance.now() + toastDuration }
  for (const listener of listeners) listener()
}

/**
 * Shows what failed, and why: `fallback` where the server gave no reason, or where `error` is undefined since its reason is
 * not told. Without a connection it says that. Shows nothing to a person who chose not to enter their password.
 * Answers the sentence that it shows.
 */
export function showFailure(title: string, error: unknown, fallback?: string): string | null {
  if (isNotConfirmed(error)) return null
  const description = messageOf(error, fallback)
  showToast({ title, description, tone: 'failure' })
  return description
}

/** Calls back at each new toast. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The newest toast; null where there was none, or its time is over. */
export function currentToast(): ShownToast | null {
  return current && current.endsAt > performance.now() ? current : null
}

/** Forgets a toast that was dismissed or had its time. A newer one stays. */
export function endToast(id: number): void {
  if (current?.id !== id) return
  current = null
  for (const listener of listeners) listener()
}
