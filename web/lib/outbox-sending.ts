/**
 * Whether the same request may succeed later. 503 is Oja's own (overload, full disk, database) or a proxy's; 502, 504 and those above are
 * a proxy's. Callers handle 401, which needs a login.
 */
export const isRetryable = (status: number) => [408, 425, 429].includes(status) || status >= 502

export type WakeableSleep = ReturnType<typeof createWakeableSleep>

/** A `sleep` that `wake` ends early. */
export function createWakeableSleep() {
  let wake = () => {}
  return {
    sleep: (time: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, time)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => wake(),
  }
}

interface Sender {
  /** Name of the lock under which one tab, or the service worker, sends at a time. */
  lock: string
  /** Whether something can be sent, as far as this tab knows. */
  hasNext: () => boolean
  /** Sends the next one; resolves with whether it is settled (sent or refused), undefined if there is none. */
  sendNext: () => Promise<boolean | undefined>
  /** Milliseconds between attempts, growing from first to max. */
  backoff: { first: number; max: number }
}

/**
 * Returns the function that sends until nothing is left, at once after a call. Browsers without the Web Locks API send without the
 * lock. It is not held during a delay: browsers stop the timers of background pages, and others must be able to continue.
 */
export function createFlush({ lock, hasNext, sendNext, backoff }: Sender): () => Promise<void> {
  const delay = createWakeableSleep()
  let running = false
  return async function flush() {
    delay.wake()
    if (running) return
    running = true
    try {
      let backoffMs = backoff.first
      for (;;) {
        const isSettled = navigator.locks ? await navigator.locks.request(lock, sendNext) : await sendNext()
        if (isSettled === undefined) break
        if (isSettled) backoffMs = backoff.first
        else {
          await delay.sleep(backoffMs)
          backoffMs = Math.min(backoffMs * 2, backoff.max)
        }
      }
    } finally {
      running = false
    }
    // Added while the last one was being sent.
    if (hasNext()) void flush()
  }
}
