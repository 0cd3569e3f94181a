import { statusOf } from '#web/lib/errors.ts'

export interface Outcome {
  wanted: boolean
  /** The value on the server, as far as known. */
  saved: boolean
  /** Why the last request failed; absent if it succeeded. */
  error?: unknown
}

/**
 * Serialises the requests for a listing, and the latest value wins: presses during a request only change the value to send next.
 * The first press gets the outcome, the others null.
 */
export function createLatestWinsMutation(send: (listingId: number, saved: boolean) => Promise<unknown>) {
  const underway = new Map<number, Outcome>()

  return async function mutate(listingId: number, wanted: boolean): Promise<Outcome | null> {
    const earlier = underway.get(listingId)
    if (earlier) {
      earlier.wanted = wanted
      return null
    }
    const outcome: Outcome = { wanted, saved: !wanted }
    underway.set(listingId, outcome)
    try {
      while (outcome.wanted !== outcome.saved) {
        const target = outcome.wanted
        try {
          await send(listingId, target)
          outcome.saved = target
        } catch (error) {
          if (outcome.wanted === target) return { ...outcome, error }
          // A request without a response may have succeeded: the new value is sent in any case.
          if (statusOf(error) === undefined) outcome.saved = target
        }
      }
      return outcome
    } finally {
      underway.delete(listingId)
    }
  }
}
