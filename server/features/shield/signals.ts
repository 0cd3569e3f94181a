import { z } from 'zod'
import { WarningKind } from '#shared/contract/warnings.ts'
import json from './signals.json' with { type: 'json' }

const Side = z.enum(['buyer', 'seller'])
export type Side = z.output<typeof Side>

/** What a signal points to; `safe` counts against a scam, `context` modifies other signals and is no reason by itself. */
const SignalKind = z.enum([...WarningKind.options, 'safe', 'context'])
export type SignalKind = z.output<typeof SignalKind>

const Stored = z.strictObject({
  name: z.string(),
  /** Shown to the person in danger, after "Because the messages". */
  reason: z.string(),
  /** Weight before training, in units of log odds. */
  weight: z.number(),
  /** The only side from which it counts. */
  from: Side.optional(),
  /** Read in the words of the other side: what the one in danger doubts or asks. */
  ofOther: z.boolean().optional(),
  /** Fires also behind a negation ("never tell Oja", "cannot come"). */
  evenNegated: z.boolean().optional(),
  /** In the language of phrases.ts, with the classes of words in lexicon.json. */
  phrases: z.array(z.string()),
})
export type Signal = z.output<typeof Stored> & { kind: SignalKind }

/** All signals; signals.json has them by kind. */
export const signals: readonly Signal[] = SignalKind.options.flatMap((kind) =>
  z
    .array(Stored)
    .parse(json[kind])
    .map((signal) => ({ ...signal, kind })),
)
