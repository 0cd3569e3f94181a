/** A token bucket: a burst, then so many a second; what is refused takes no token. */
export interface Bucket {
  /** Takes a token; false where there is none. */
  take(): boolean
  /** Nothing was taken for so long that it is as good as a new one. */
  isFull(): boolean
  /** How many were refused in a row. */
  refused(): number
}

/** `scale` multiplies what is allowed. `now` answers milliseconds. */
export function createBucket(
  rate: { burst: number; perSecond: number },
  scale: number,
  now: () => number = () => performance.now(),
): Bucket {
  const capacity = Math.max(1, rate.burst * scale)
  let tokens = capacity
  let filledAt = now()
  let refused = 0
  function refill(): void {
    tokens = Math.min(capacity, tokens + ((now() - filledAt) / 1000) * rate.perSecond * scale)
    filledAt = now()
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
      return tokens === capacity
    },
    refused: () => refused,
  }
}
