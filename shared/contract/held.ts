import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { PageQuery, Reason } from './admin.ts'
import { ById, Id, Kobo, optionalParam, Timestamp } from './common.ts'

const HoldKind = z.enum(['LISTING', 'MESSAGE'])
export type HoldKind = z.output<typeof HoldKind>

/**
 * Why something was held back: too many active copies of a listing by its seller; a description that another seller has in an
 * active listing; the same text to many conversations.
 */
const HoldRule = z.enum(['COPIES', 'TEXT_OF_ANOTHER', 'SAME_MESSAGE'])
export type HoldRule = z.output<typeof HoldRule>

/** WITHDRAWN: its owner deleted it before anybody looked. */
const HoldDecision = z.enum(['RELEASE', 'REJECT', 'WITHDRAWN'])
export type HoldDecision = z.output<typeof HoldDecision>

const Quota = z.enum(['LISTINGS', 'CONVERSATIONS', 'QUESTIONS'])
export type Quota = z.output<typeof Quota>

const Someone = z.object({ id: Id, fullName: z.string() })

const HeldListing = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  price: Kobo,
  /** Its cover. */
  picture: z.string().nullable(),
  /** Its status, or 'DELETED'. */
  state: z.string(),
  seller: Someone,
})

/** What was held back, whose it is, why, and what became of it. */
export const Held = z.object({
  id: Id,
  kind: HoldKind,
  rule: HoldRule,
  owner: Someone.extend({ createdAt: Timestamp, isBanned: z.boolean() }),
  /** What is held back; of a message, what the conversation is about. */
  listing: HeldListing,
  /** The listing that it is like. */
  like: HeldListing.nullable(),
  /** The message that is held back. */
  message: z.object({ body: z.string(), attachment: z.string().nullable(), to: Someone }).nullable(),
  createdAt: Timestamp,
  decision: HoldDecision.nullable(),
  reason: z.string().nullable(),
  decidedBy: Someone.nullable(),
  decidedAt: Timestamp.nullable(),
})
export type Held = z.output<typeof Held>

/** Somebody whom quotas stopped again and again in the last seven days. */
export const Stopped = z.object({
  user: Someone.extend({ createdAt: Timestamp, isBanned: z.boolean() }),
  quota: Quota,
  hits: z.number().int(),
  lastAt: Timestamp,
})
export type Stopped = z.output<typeof Stopped>

export const held = endpoints({
  'GET /api/admin/held': {
    summary:
      'What was held back: what waits first, the longest wait leading, then what was decided; X-Total-Count',
    access: 'admin',
    query: PageQuery.extend({
      kind: optionalParam(HoldKind),
      /** OPEN: what waits. */
      decision: optionalParam(z.enum(['OPEN', ...HoldDecision.options])),
    }),
    response: z.array(Held),
  },
  'PATCH /api/admin/held/:id': {
    summary: 'Let what was held back go its way (RELEASE), or keep it from others for good (REJECT)',
    access: 'admin',
    changesPages: true,
    params: ById,
    body: z.object({
      decision: z.enum(['RELEASE', 'REJECT'], 'Decide RELEASE or REJECT'),
      reason: Reason,
    }),
    response: Held,
  },
  'GET /api/admin/stopped': {
    summary: 'The accounts that met their quotas most often in the last seven days; at most 20',
    access: 'admin',
    response: z.array(Stopped),
  },
})
