import type { WarningKind } from '#shared/contract/warnings.ts'

export type Side = 'buyer' | 'seller'

/** What a signal points to; `safe` counts against a scam, `context` modifies other signals and is no reason by itself. */
export type SignalKind = WarningKind | 'safe' | 'context'

export interface Signal {
  name: string
  kind: SignalKind
  /** Shown to the person in danger, after "Because the messages". */
  reason: string
  /** Weight before training, in units of log odds. */
  weight: number
  /** The only side from which it counts. */
  from?: Side
  /** Read in the words of the other side: what the one in danger doubts or asks. */
  ofOther?: boolean
  /** Fires also behind a negation ("never tell Oja", "cannot come"). */
  evenNegated?: boolean
  phrases: readonly string[]
}

export const signal = (
  kind: Signal['kind'],
  name: string,
  weight: number,
  reason: string,
  phrases: string,
  more: Pick<Signal, 'from' | 'evenNegated' | 'ofOther'> = {},
): Signal => ({
  kind,
  name,
  weight,
  reason,
  phrases: phrases
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  ...more,
})

export const seller = { from: 'seller' } as const
export const buyer = { from: 'buyer' } as const
export const always = { evenNegated: true } as const
export const other = { evenNegated: true, ofOther: true } as const
