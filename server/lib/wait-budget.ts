/**
 * The total time that one piece of work (a request, a socket event, a probe) may wait for the database. The
 * clock runs only during waits: a slow upload or the password queue does not use it up.
 */
export class WaitBudget {
  /** A commit or a single write was sent and not refused: it may have been saved, whatever the response. */
  mayHaveWritten = false
  /** The class in which it waits for a lost database (reconnect.ts); undefined if it fails at once. */
  readonly reconnects: 'read' | 'write' | undefined
  /** Retry loops in progress (reconnect.ts). */
  retries = 0
  #left: number
  #waiting = 0
  #since = 0

  /** `limitMs`: milliseconds. */
  constructor(limitMs: number, reconnects?: 'read' | 'write') {
    this.#left = limitMs
    this.reconnects = reconnects
  }

  /** Milliseconds; never negative. */
  left(): number {
    const running = this.#waiting > 0 ? performance.now() - this.#since : 0
    return Math.max(0, this.#left - running)
  }

  /** Starts a wait; the returned function ends it. Concurrent waits count once. */
  begin(): () => void {
    if (this.#waiting === 0) this.#since = performance.now()
    this.#waiting += 1
    return () => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#left -= performance.now() - this.#since
    }
  }

  /** Removes the limit: the response has started, as a stream that continues to read. */
  lift(): void {
    this.#left = Number.POSITIVE_INFINITY
  }
}
