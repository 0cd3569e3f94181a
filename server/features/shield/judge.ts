import type { WarningKind } from '#shared/contract/warnings.ts'
import { buckets, type Conversation, featuresOf, type SignalMatch } from './features.ts'
import { logOdds, type Model, model, probabilityOf } from './model.ts'
import { type Side, type SignalKind, signals } from './signals.ts'

/** The suspect's account. */
export interface SuspectAccount {
  ageDays: number
  /** Phone verified. */
  verified: boolean
  /** Different people with whom a deal was completed. Reviews do not count: anybody can write one. */
  dealPartners: number
}

const newAccount: SuspectAccount = { ageDays: 0, verified: false, dealPartners: 0 }

export interface Judgement {
  /** 0 to 1, that the suspect is after the other's money or data. */
  probability: number
  /** Whether the other side is to be warned. */
  warn: boolean
  kind: WarningKind
  /** The reasons, strongest first: the end of a sentence, and the words that were found. */
  reasons: { reason: string; words: string; message: number }[]
}

/** Kinds of signals that alone cause no warning. */
const quiet = new Set<SignalKind>(['safe', 'context'])

/** Characters of the words that a card shows. */
const maxQuoteLength = 90

/**
 * Judges the suspect's messages in the conversation up to its last message. `ownHost` is Oja's host, whose links are
 * harmless. Takes time in proportion to at most 12 messages of 1,000 characters, about 1 ms.
 */
export function judgeConversation(
  conversation: Conversation,
  suspect: Side,
  {
    account = newAccount,
    ownHost = 'oja.example',
    judge = model,
  }: { account?: SuspectAccount; ownHost?: string; judge?: Model } = {},
): Judgement {
  const features = featuresOf(conversation, suspect, ownHost)
  const probability = probabilityOf(logOdds(judge, features) - trustOf(account))
  const dangerous = features.seen
    .filter(({ signal }) => !quiet.has(signals[signal]?.kind ?? 'safe'))
    .sort((a, b) => strengthOf(judge, b) - strengthOf(judge, a))
  return {
    probability,
    warn: probability >= judge.threshold,
    kind: kindOf(judge, dangerous),
    reasons: dangerous.map(({ signal, words, message }) => ({
      reason: signals[signal]?.reason ?? '',
      words: shortened(words),
      message,
    })),
  }
}

/** The words at the length that a card shows, without half of an emoji at their end. */
function shortened(words: string): string {
  if (words.length <= maxQuoteLength) return words
  return `${words.slice(0, maxQuoteLength - 1).replace(/\p{Cs}$/u, '')}…`
}

/**
 * Log odds that an account's history takes off. Set by hand, as the labelled conversations have new accounts only:
 * a year, a confirmed telephone and deals with ten people together halve the odds three times.
 */
function trustOf({ ageDays, verified, dealPartners }: SuspectAccount): number {
  return (
    Math.min(ageDays, 365) / 365 + (verified ? 0.3 : 0) + 0.3 * Math.log2(1 + Math.min(dealPartners, 30) / 3)
  )
}

const strengthOf = (judge: Model, { signal }: SignalMatch): number => judge.weights[buckets + signal] ?? 0

/** The kind with the strongest signals; without signals `advance-payment`, the most frequent scam. */
function kindOf(judge: Model, seen: readonly SignalMatch[]): WarningKind {
  const sums = new Map<WarningKind, number>()
  for (const one of seen) {
    const kind = signals[one.signal]?.kind
    if (kind && kind !== 'safe' && kind !== 'context')
      sums.set(kind, (sums.get(kind) ?? 0) + Math.max(0.1, strengthOf(judge, one)))
  }
  return [...sums].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'advance-payment'
}
