import { statusOf } from '#web/lib/errors.ts'

/** How a row of wishes for one listing ended. */
export interface Outcome {
  /** What was wished last. */
  wanted: boolean
  /** What is so now, as far as is known. */
  saved: boolean
  /** Why the last wish was not fulfilled; absent where it was. */
  error?: unknown
}

/**
 * Calls for one listing go one after the other, and the last wish counts: presses while a call is under way change only what
 * is wished. The first press of such a row gets the outcome, the others null.
 */
export function createWishes(send: (listingId: number, saved: boolean) => Promise<unknown>) {
  const underway = new Map<number, Outcome>()

  return async function wish(listingId: number, wanted: boolean): Promise<Outcome | null> {
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
          // Nobody knows whether a call without an answer arrived: the new wish is sent in any case.
          if (statusOf(error) === undefined) outcome.saved = target
        }
      }
      return outcome
    } finally {
      underway.delete(listingId)
    }
  }
}
