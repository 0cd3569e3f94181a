import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ById, Id, Kobo, Lines, optionalParam, Photo, Timestamp } from './common.ts'
import { ListingStatus, PriceType } from './listing-values.ts'

const MessageId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const Message = z.object({
  id: MessageId,
  threadId: Id,
  senderId: Id,
  /** Empty where the message is a picture only. */
  body: z.string(),
  /** The picture's address. */
  attachment: z.string().nullable(),
  /** The same picture with its measures. */
  attachmentPhoto: Photo.nullable(),
  /** What the sender's device called the message before it had an id. */
  clientId: z.string(),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
  /**
   * Only where the other party did not get it, and only its sender sees it. WAITING: an administrator looks at it first;
   * delivered then, it is a message with another id and a time of its own. REFUSED: it stays undelivered.
   */
  held: z.enum(['WAITING', 'REFUSED']).optional(),
  /** Why it stays undelivered, where a reason was given. */
  heldReason: z.string().optional(),
})
export type Message = z.output<typeof Message>

const Party = z.object({ id: Id, fullName: z.string(), avatarUrl: z.string().nullable() })

export const Thread = z.object({
  id: Id,
  sellerId: Id,
  buyer: Party,
  seller: Party,
  listing: z.object({
    id: Id,
    title: z.string(),
    /** Null for the buyer of a listing that is hidden or deleted, whose title and cover are those that were last public. */
    price: Kobo.nullable(),
    priceType: PriceType.nullable(),
    /** The cover only. */
    photos: z.array(Photo).max(1),
    status: ListingStatus,
    deletedAt: Timestamp.nullable(),
  }),
  lastMsgAt: Timestamp,
  /** The newest message, if there is any. */
  messages: z.array(Message).max(1),
  /** Messages to the reader that the reader has not seen. */
  unreadCount: z.number().int(),
  /** Why nothing more can be sent; null while one can. */
  closed: z.enum(['LISTING_DELETED', 'BLOCKED_BY_YOU', 'UNAVAILABLE']).nullable(),
})
export type Thread = z.output<typeof Thread>

export const MessageDraft = z
  .object({
    body: Lines.max(limits.message.max, 'A message has at most 4000 characters').default(''),
    /** A picture that our upload returned. */
    attachment: z.string().min(1).max(1000).nullish(),
    /** Sending the same one again answers the message that is there. Left out: every call is a new message. */
    clientId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/, 'A client id has 8 to 64 letters, digits, hyphens or underscores')
      .optional(),
  })
  .refine(({ body, attachment }) => body !== '' || attachment, {
    message: 'Please write a message or attach a picture',
    path: ['body'],
  })
export type MessageDraft = z.output<typeof MessageDraft>

const PathNumber = (what: string) =>
  z.coerce.number<string | number>(what).int(what).positive(what).max(Number.MAX_SAFE_INTEGER, what)

export const chat = endpoints({
  'GET /api/threads': {
    summary:
      'One\'s conversations, the last active first, 100 at a time; Link rel="next" leads to older ones',
    access: 'user',
    query: z.object({ cursor: optionalParam(z.string().max(100)) }),
    response: z.array(Thread),
  },
  'POST /api/threads': {
    summary: 'Open a conversation with the seller of a listing, or return the one there is',
    access: 'user',
    body: z.object({ listingId: Id }),
    response: Thread,
    status: 201,
  },
  'GET /api/threads/:id': {
    summary: 'One conversation of one’s own',
    access: 'owner',
    params: ById,
    response: Thread,
  },
  'GET /api/threads/:id/messages': {
    summary:
      'Messages, the oldest first: the newest page; the one `before` a message (Link rel="next" leads there); or all `after` one',
    access: 'owner',
    params: ById,
    query: z.object({
      before: optionalParam(PathNumber('Messages are named by numbers.')),
      after: optionalParam(PathNumber('Messages are named by numbers.')),
      limit: optionalParam(
        PathNumber('A page has 1 to 100 messages.').max(limits.page.max, 'A page has 1 to 100 messages.'),
      ),
    }),
    response: z.array(Message),
  },
  'POST /api/threads/:id/messages': {
    summary:
      'Send a message: a text, a picture, or both. One that says `held` waits for an administrator before it is delivered',
    access: 'owner',
    limit: 'message',
    params: ById,
    body: MessageDraft,
    response: Message,
    status: 201,
  },
  'POST /api/threads/:id/read': {
    summary: 'Mark what the other party wrote as read, up to a message',
    access: 'owner',
    params: ById,
    body: z.object({ upTo: MessageId }),
    response: z.null(),
  },
  'GET /api/messages/unread-count': {
    summary: 'How many messages one has not read',
    access: 'user',
    response: z.object({ count: z.number().int() }),
  },
})
