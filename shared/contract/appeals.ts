import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { PageQuery } from './admin.ts'
import { Id, Lines, Person, Timestamp } from './common.ts'
import { ById, ByToken, optionalParam } from './parameters.ts'
import { RuleId } from './rules.ts'

/**
 * The acts that the person concerned may appeal. REJECT: of what was held for review, or a photo that is confirmed to be another
 * seller's. WAIT: by a rule, messages to new people wait.
 */
export const AppealableAct = z.enum(['HIDE', 'REJECT', 'DELETE', 'BAN', 'WAIT'])
export type AppealableAct = z.output<typeof AppealableAct>

/** What an act is about. MESSAGES: all that a sender writes to new people. */
const DecisionTopic = z.enum(['LISTING', 'PHOTO', 'ACCOUNT', 'MESSAGE', 'MESSAGES'])
export type DecisionTopic = z.output<typeof DecisionTopic>

/** UPHELD: the act stands. OVERTURNED: it was taken back. */
export const AppealOutcome = z.enum(['UPHELD', 'OVERTURNED'])
export type AppealOutcome = z.output<typeof AppealOutcome>

/** An appeal as its writer sees it. */
const OwnAppeal = z.object({
  text: z.string(),
  createdAt: Timestamp,
  /** Null until an administrator decides. */
  outcome: AppealOutcome.nullable(),
  /** The reason of the outcome. */
  answer: z.string().nullable(),
})

/** An act against a listing, a message or an account, as its owner sees it. */
export const Decision = z.object({
  /** Signed: with it, and without a session, the decision can be read and appealed. */
  token: z.string(),
  action: AppealableAct,
  about: DecisionTopic,
  /** Null where the decision is not about a listing. */
  listingId: Id.nullable(),
  /** The listing's title, the message's beginning, or the account's username with its @. */
  label: z.string(),
  reason: z.string().nullable(),
  rule: RuleId.nullable(),
  createdAt: Timestamp,
  /** Nothing has taken it back since. */
  stands: z.boolean(),
  appeal: OwnAppeal.nullable(),
})
export type Decision = z.output<typeof Decision>

/** An appeal as administrators see it. */
export const AdminAppeal = z.object({
  id: Id,
  text: z.string(),
  createdAt: Timestamp,
  appellant: Person,
  outcome: AppealOutcome.nullable(),
  answer: z.string().nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Timestamp.nullable(),
  /** False for the administrator who took the decision or appeals it, while another one can decide. */
  mayDecide: z.boolean(),
  act: Decision.pick({
    action: true,
    about: true,
    listingId: true,
    label: true,
    reason: true,
    rule: true,
    stands: true,
  }).extend({
    createdAt: Timestamp,
    /** Null: a rule took the decision. */
    admin: Person.nullable(),
  }),
})
export type AdminAppeal = z.output<typeof AdminAppeal>

export const appeals = endpoints({
  'GET /api/decisions': {
    summary:
      'What was decided against your own listings, messages and account: what stands, and what was appealed; the newest 100',
    access: 'user',
    shows: ['listings'],
    response: z.array(Decision),
  },
  'GET /api/decisions/by-link': {
    summary: 'One decision, by the signed link in its mail; no session',
    access: 'anyone',
    query: ByToken,
    response: Decision,
    errors: { NOT_FOUND: 'The link is wrong.' },
  },
  'POST /api/appeals': {
    summary: 'Appeal a decision by the token of its signed link; no session, and once for each decision',
    access: 'anyone',
    changes: [],
    query: ByToken,
    body: z.object({
      text: Lines.min(1, 'Please say why the decision is wrong').max(
        limits.appeal.max,
        `An appeal has at most ${limits.appeal.max} characters`,
      ),
    }),
    response: Decision,
    status: 201,
    errors: { NOT_FOUND: 'The link is wrong.', CONFLICT: 'The decision was appealed, or taken back.' },
  },
  'GET /api/admin/appeals': {
    summary: 'Appeals: open ones first, the longest wait leading, then decided ones',
    access: 'admin',
    shows: ['moderation'],
    query: PageQuery.omit({ q: true }).extend({
      /** OPEN: no outcome yet. */
      outcome: optionalParam(z.enum(['OPEN', ...AppealOutcome.options])),
    }),
    headers: ['total'],
    response: z.array(AdminAppeal),
  },
  'PATCH /api/admin/appeals/:id': {
    summary:
      'Decide an appeal: the act stands (UPHELD), or is taken back (OVERTURNED); not by the administrator whose act or appeal it is, where there is another',
    access: 'admin',
    changes: ['listings', 'people', 'threads', 'messages', 'moderation'],
    params: ById,
    body: z.object({
      outcome: z.enum(AppealOutcome.options, 'Decide UPHELD or OVERTURNED'),
      answer: Lines.min(1, 'Please give the reason').max(
        limits.moderationReason.max,
        `A reason has at most ${limits.moderationReason.max} characters`,
      ),
    }),
    response: AdminAppeal,
    errors: {
      FORBIDDEN: 'The target is the administrator’s own, or about them, and another one can decide.',
      CONFLICT: 'The appeal was decided, or the act cannot be taken back any more.',
    },
  },
})
