import type { Toast } from './toast.ts'

export interface QueuedToast extends Toast {
  id: number
}

/** At most one toast is shown; `waiting` comes after it. */
export interface ToastQueue {
  shown: QueuedToast | null
  waiting: QueuedToast[]
}

export const emptyQueue: ToastQueue = { shown: null, waiting: [] }

const same = (a: Toast, b: Toast) => a.title === b.title && a.description === b.description
const lasts = (toast: Toast | undefined) => toast?.tone === 'failure'

/**
 * A newer toast takes the place of a success at once; a failure keeps its time and the newer one waits. Among those that
 * wait the same holds. A failure that says again what is shown only starts its time anew.
 */
export function addToast({ shown, waiting }: ToastQueue, toast: QueuedToast): ToastQueue {
  if (!shown || !lasts(shown) || same(shown, toast)) return { shown: toast, waiting }
  const last = waiting.at(-1)
  const kept = last && (!lasts(last) || same(last, toast)) ? waiting.slice(0, -1) : waiting
  return { shown, waiting: [...kept, toast] }
}

/** The shown toast has had its time: the next one follows. Ignored when another is shown by now. */
export function dropToast(queue: ToastQueue, id: number): ToastQueue {
  if (queue.shown?.id !== id) return queue
  const [next = null, ...rest] = queue.waiting
  return { shown: next, waiting: rest }
}
