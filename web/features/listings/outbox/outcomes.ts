import type { ApiError } from '#shared/client.ts'
import type { Listing } from '#shared/contract/listings.ts'

/** How the server answered: it published the listing, or refused it. */
export type Outcome = { status: number } & ({ listing: Listing } | { refused: ApiError })

/** Lets a form wait for the outcome of the listing that it submitted. */
export function createOutcomes() {
  const waiting = new Map<string, (outcome: Outcome) => void>()
  return {
    /** Whether a form waits, which shows a refusal itself. */
    isAwaited: (id: string) => waiting.has(id),
    report: (id: string, outcome: Outcome) => waiting.get(id)?.(outcome),
    /** Resolves with undefined after `timeout` milliseconds. */
    wait(id: string, timeout: number): Promise<Outcome | undefined> {
      return new Promise((resolve) => {
        const end = (outcome?: Outcome) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(outcome)
        }
        const timer = setTimeout(end, timeout)
        waiting.set(id, end)
      })
    },
  }
}
