/** How many events one socket may still send. */
export interface Budget {
  /** Counts one event; false where there is nothing left for it. */
  spend(): boolean
  /** Whether it went on and on although nothing was left. */
  isHopeless(): boolean
}

/** A burst of so many events, then so many a second; what is refused costs nothing. */
const burst = 40
const perSecond = 4
/** So many refused in a row, and the connection is not worth keeping. */
const hopeless = 400

/** `factor` (RATE_LIMIT_FACTOR) multiplies what is allowed. `now` answers milliseconds. */
export function createBudget(factor: number, now: () => number = () => performance.now()): Budget {
  let left = Math.max(1, burst * factor)
  let refilledAt = now()
  let refused = 0
  return {
    spend() {
      const refill = ((now() - refilledAt) / 1000) * perSecond * factor
      left = Math.min(Math.max(1, burst * factor), left + refill)
      refilledAt = now()
      if (left < 1) {
        refused += 1
        return false
      }
      left -= 1
      refused = 0
      return true
    },
    isHopeless: () => refused > hopeless,
  }
}
