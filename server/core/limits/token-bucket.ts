/** A token bucket: allows a burst, then a rate per second. A refused call takes no token. */
export interface Bucket {
  /** Takes a token; false if there is none. */
  take(): boolean
  /** Whether the bucket has refilled completely, so that it equals a new one. */
  isFull(): boolean
  /** The number of refusals in a row. */
  refused(): number
}

export function createBucket({ burst, perSecond }: { burst: number; perSecond: number }): Bucket {
  let tokens = burst
  let filledAt = performance.now()
  let refused = 0
  function refill(): void {
    const now = performance.now()
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }
  return {
    take() {
      refill()
      if (tokens < 1) {
        refused += 1
        return false
      }
      tokens -= 1
      refused = 0
      return true
    },
    isFull() {
      refill()
      return tokens === burst
    },
    refused: () => refused,
  }
}
