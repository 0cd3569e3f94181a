import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { RuleId } from './rules.ts'

const count = z.number().int()

/** What moderation did in a month. Each thing counts in the month in which it happened, so a month that is over no longer changes. */
export const MonthNumbers = z.object({
  reports: z.object({
    received: count,
    /** Closed with consequences, and without. */
    actioned: count,
    reviewed: count,
    /** Seconds from the report to its decision, the median; null where none was decided. */
    medianSeconds: z.number().nullable(),
  }),
  acts: z.object({
    /** Listings. */
    hidden: count,
    deleted: count,
    /** Listings that stay hidden after their review. */
    rejected: count,
    /** Photos that moderators confirmed as copies of another seller's; buyers read so on the listing. */
    photos: count,
    /** Messages that were not delivered. */
    messages: count,
    /** Accounts whose messages to new people a rule held. */
    waiting: count,
    /** Accounts whose held messages moderators refused. */
    senders: count,
    /** Decisions that deleted reviews or answers. */
    reviews: count,
    banned: count,
  }),
  /** Those acts by the rule that they name, without waits; null: none. The most frequent first. */
  rules: z.array(z.object({ rule: RuleId.nullable(), count })),
  appeals: z.object({ received: count, upheld: count, overturned: count }),
})
export type MonthNumbers = z.output<typeof MonthNumbers>

export const TransparencyMonth = MonthNumbers.extend({
  /** YYYY-MM, UTC. */
  month: z.string(),
})
export type TransparencyMonth = z.output<typeof TransparencyMonth>

export const transparency = endpoints({
  'GET /api/transparency': {
    summary: 'What moderation did, by month, the newest first; months without anything are left out',
    access: 'anyone',
    consistency: 'replica',
    response: z.array(TransparencyMonth),
  },
})
