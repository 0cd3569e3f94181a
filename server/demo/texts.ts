import { z } from 'zod'
import json from '../../demo/texts.json' with { type: 'json' }
import { slugs } from './goods.ts'

const Slug = z.enum(slugs)
const Sentences = z.array(z.string())
const Party = z.enum(['buyer', 'seller'])

export const texts = z
  .object({
    /** Closing sentences of sellers. */
    closings: z.record(Slug, z.object({ shared: z.array(z.string()), own: Sentences })),
    sharedClosings: z.record(z.string(), Sentences),
    /** Review comments, by number of stars; null: stars only. */
    comments: z.record(z.enum(['1', '2', '3', '4', '5']), z.array(z.string().nullable())),
    /** Null: unanswered. */
    questions: z.record(Slug, z.array(z.object({ question: z.string(), answer: z.string().nullable() }))),
    /** Conversations that suit any listing, some with a deal after the last message. */
    conversations: z.array(
      z.object({
        lines: z.array(
          z.object({ by: Party, text: z.string(), with: z.enum(['offer', 'picture']).optional() }),
        ),
        deal: z
          .object({
            status: z.enum(['PROPOSED', 'ACCEPTED', 'COMPLETED']),
            /** Who proposed it. */
            by: Party,
            /** Of the listing's price. */
            share: z.number(),
            place: z.string(),
            reserves: z.boolean(),
            /** The meeting, in days from today at ten in the morning; null: soon after the last message. */
            inDays: z.number().nullable(),
          })
          .optional(),
      }),
    ),
    /** What the two of a completed deal write about each other. */
    reviewsOfDeal: z.object({ ofSeller: z.string(), ofBuyer: z.string() }),
  })
  .parse(json)
