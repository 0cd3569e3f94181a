/**
 * How long one piece of work (a request, a socket event, a probe) may wait for the database in all, whatever it asks. The
 * clock runs only while it waits: a slow upload or a queue for passwords uses nothing of it.
 */
export class WaitBudget {
  /** A commit, or a write that stands alone, was sent and not refused: it may have been saved, whatever is answered. */
  mayHaveWritten = false
  #left: number
  #waiting = 0
  #since = 0

  /** `limitMs`: milliseconds. */
  constructor(limitMs: number) {
    this.#left = limitMs
  }

  /** Milliseconds; never negative. */
  left(): number {
    const running = this.#waiting > 0 ? performance.now() - this.#since : 0
    return Math.max(0, this.#left - running)
  }

  /** Begins to wait; the answer ends it. Several waits at once count once. */
  begin(): () => void {
    if (this.#waiting === 0) this.#since = performance.now()
    this.#waiting += 1
    return () => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#left -= performance.now() - this.#since
    }
  }

  /** From here on no limit: the answer is on its way, as a stream that goes on reading. */
  lift(): void {
    this.#left = Number.POSITIVE_INFINITY
  }
}
