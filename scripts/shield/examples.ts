import { buckets, featuresOf, inputs } from '#server/features/shield/features.ts'
import { type Side, signals } from '#server/features/shield/signals.ts'
import type { Labelled } from './conversations.ts'
import { fitLogistic, logOddsOf, type Parameters, type Sample } from './logistic.ts'

interface MessageSample extends Sample {
  side: Side
  /** A signal of a trick was seen. */
  isSuspicious: boolean
}

/** A labelled conversation with one sample a message: what is known when it is sent. */
export interface Example extends Labelled {
  samples: MessageSample[]
  /** The last message of each side as if it were the first: blunt tricks come alone. Of a scam only if it shows a signal. */
  alone: Sample[]
}

/** Weight of a last message alone. */
const aloneWeight = 0.1

/** Rounds of the optimiser, of the first fit and the second; stopping here keeps weights small. */
const rounds = { first: 25, second: 60 }
/** Messages below these log odds after the first fit are left out of the second: they would change nothing. */
const harmless = -5
/** L2 penalties on the weights' distance from their start values. */
const penalties = { hashed: 0.02, signal: 0.1, lastMessage: 0.2, bias: 0.01 }
/** A signal's weight starts at this share of its weight in the table. */
const startShare = 0.5
/** The bias starts at these log odds: most conversations are honest. */
const startBias = -3

export function exampleOf(conversation: Labelled): Example {
  const { messages } = conversation
  const samples = messages.map(({ from }, message) =>
    sampleOf(conversation, messages.slice(0, message + 1), from),
  )
  const alone = (['buyer', 'seller'] as const).flatMap((side) => {
    const last = messages.findLast(({ from }) => from === side)
    if (!last) return []
    const sample = { ...sampleOf(conversation, [last], side), weight: aloneWeight }
    return sample.label === 0 || sample.isSuspicious ? [sample] : []
  })
  return { ...conversation, samples, alone }
}

function sampleOf({ listing, victim }: Labelled, messages: Labelled['messages'], side: Side): MessageSample {
  const { indices, values, seen } = featuresOf({ listing, messages }, side)
  return {
    side,
    indices: Int32Array.from(indices),
    values: Float32Array.from(values),
    label: victim !== null && side !== victim ? 1 : 0,
    weight: 1,
    isSuspicious: seen.some(({ signal }) => !['safe', 'context'].includes(signals[signal]?.kind ?? 'safe')),
  }
}

/** Highest log odds of the messages that may warn: those to the victim of a scam, all of honest talk. */
export function highestLogOdds({ samples, victim }: Example, parameters: Parameters): number {
  return Math.max(
    -100,
    ...samples.filter(({ side }) => side !== victim).map((sample) => logOddsOf(sample, parameters)),
  )
}

/**
 * Fits twice. An honest conversation is warned if one of its messages is, so the second fit gives most of its weight to
 * the message that looked worst to the first: on folds 2 more scams in 100 are found at the same false alarms.
 */
export function train(examples: readonly Example[]): Parameters {
  const { start, penalty } = beginning()
  const alone = examples.flatMap((example) => example.alone)
  const first = fitLogistic({
    samples: [...examples.flatMap((example) => samplesOf(example)), ...alone],
    start,
    penalty,
    rounds: rounds.first,
  })
  return fitLogistic({
    samples: [...examples.flatMap((example) => samplesOf(example, first)), ...alone],
    start,
    penalty,
    rounds: rounds.second,
  })
}

/** Of a scam its last message, where the trick is plain; of each honest side all messages, weighted together like one. */
function samplesOf(example: Example, first?: Parameters): Sample[] {
  return (['buyer', 'seller'] as const).flatMap((side) => {
    const own = example.samples.filter((sample) => sample.side === side)
    if (own[0]?.label === 1) return own.slice(-1)
    const logOdds = new Map(own.map((sample) => [sample, first ? logOddsOf(sample, first) : 0]))
    const oddsIn = (sample: MessageSample) => logOdds.get(sample) ?? 0
    const worst = own.reduce<MessageSample | undefined>(
      (most, sample) => (most && oddsIn(most) > oddsIn(sample) ? most : sample),
      undefined,
    )
    const share = example.victim === null ? 1 : 0.3
    return own
      .filter((sample) => sample === worst || oddsIn(sample) > harmless)
      .map((sample) => ({
        ...sample,
        weight: share * ((sample === worst ? 0.6 : 0) + 0.4 / own.length),
      }))
  })
}

/** Start values: half of the table's weight for signals, 0 for everything else. */
function beginning(): { start: Parameters; penalty: Float64Array } {
  const start = new Float64Array(inputs + 1)
  const penalty = new Float64Array(inputs + 1).fill(penalties.hashed)
  for (const [index, { weight }] of signals.entries()) {
    start[buckets + index] = weight * startShare
    penalty[buckets + index] = penalties.signal
    penalty[buckets + signals.length + index] = penalties.lastMessage
  }
  start[inputs] = startBias
  penalty[inputs] = penalties.bias
  return { start, penalty }
}
