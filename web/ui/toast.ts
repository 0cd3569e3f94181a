export interface Toast {
  title: string
  description?: string | undefined
  /** `failure` is the destructive style: it keeps its time, and what comes after it waits. */
  tone?: 'success' | 'failure'
}

type Listener = (toast: Toast) => void
let listener: Listener | undefined
const waiting: Toast[] = []

/** Shows a message for 5 s. The code that draws toasts is loaded with the first one. */
export function showToast(toast: Toast): void {
  if (listener) listener(toast)
  else waiting.push(toast)
  for (const wake of wakers) wake()
}

const wakers = new Set<() => void>()

/** Calls back when the first toast needs drawing. */
export function onFirstToast(wake: () => void): () => void {
  wakers.add(wake)
  if (waiting.length > 0) wake()
  return () => wakers.delete(wake)
}

/** The drawing side takes over: gets what waits, and all that follows. */
export function receiveToasts(receive: Listener): () => void {
  listener = receive
  for (const toast of waiting.splice(0)) receive(toast)
  return () => {
    listener = undefined
  }
}
