import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Kobo, Lines, Photo, Price, Timestamp } from './common.ts'
import { Deal } from './deals.ts'
import { ListingStatus, PriceType } from './listing-values.ts'
import { ById, optionalParam, pathId, wholeParam } from './parameters.ts'
import { Warning } from './warnings.ts'

const MessageId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** PENDING waits for the other party; CLOSED ended with the listing, a block or an account. */
export const OfferStatus = z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'COUNTERED', 'WITHDRAWN', 'CLOSED'])
export type OfferStatus = z.output<typeof OfferStatus>

const Offer = z.object({ price: Kobo, status: OfferStatus })
export type Offer = z.output<typeof Offer>

export const Message = z.object({
  id: MessageId,
  threadId: Id,
  senderId: Id,
  /** Empty if the message is only a picture. */
  body: z.string(),
  /** The picture's address. */
  attachment: z.string().nullable(),
  /** The same picture with its dimensions. */
  attachmentPhoto: Photo.nullable(),
  /** The id that the sender's device gave the message before it had one. */
  clientId: z.string(),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
  /**
   * Present only on messages that were not delivered, which only their sender sees. WAITING: held for review;
   * once released it becomes a message with a new id and time. REFUSED: it stays undelivered.
   */
  held: z.enum(['WAITING', 'REFUSED']).optional(),
  /** Of one that waits. SENDER_WAITS: all messages to new people wait, since many recipients of this sender were warned. */
  heldRule: z.enum(['SAME_MESSAGE', 'SENDER_WAITS']).optional(),
  /** The reason for a refusal, if one was given. */
  heldReason: z.string().optional(),
  /**
   * Present only on a message that may be an attempt to cheat its recipient, who alone sees it: at most one of a
   * kind in a conversation, none once they dismissed the warnings.
   */
  warning: Warning.optional(),
  /** The message that it answers. `text` is empty if that one is only a picture, null if the reader deleted it for themselves. */
  replyTo: z.object({ id: MessageId, senderId: Id, text: z.string().nullable() }).optional(),
  /** Present only on an offer, whose `body` says the same in words. */
  offer: Offer.optional(),
})
export type Message = z.output<typeof Message>

const Party = z.object({
  id: Id,
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  /** An administrator: writes for Oja. */
  isOja: z.boolean(),
})

export const Thread = z.object({
  id: Id,
  sellerId: Id,
  buyer: Party,
  seller: Party,
  listing: z.object({
    id: Id,
    title: z.string(),
    /** Null for the buyer of a hidden or deleted listing, whose title and cover are the last public ones. */
    price: Kobo.nullable(),
    priceType: PriceType.nullable(),
    /** The cover only. */
    photos: z.array(Photo).max(1),
    status: ListingStatus,
    deletedAt: Timestamp.nullable(),
    /** The seller agreed on a deal about it, with the reader or somebody else, and shows that. */
    reserved: z.boolean(),
  }),
  /** The newest deal of the two; null before one was proposed. */
  deal: Deal.nullable(),
  lastMsgAt: Timestamp,
  /** The newest message, if there is any. */
  messages: z.array(Message).max(1),
  /** Unread messages to the reader. */
  unreadCount: z.number().int(),
  /** Why no message can be sent; null if the conversation is open. */
  closed: z.enum(['LISTING_DELETED', 'BLOCKED_BY_YOU', 'UNAVAILABLE']).nullable(),
})
export type Thread = z.output<typeof Thread>

export const MessageDraft = z
  .object({
    body: Lines.max(limits.message.max, `A message has at most ${limits.message.max} characters`).default(''),
    /** A picture that our upload returned. */
    attachment: z.string().min(1).max(1000).nullish(),
    /** A repeated id returns the existing message. Without one, every call is a new message. */
    clientId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/, 'A client id has 8 to 64 letters, digits, hyphens or underscores')
      .optional(),
    /** The message of this conversation that this one answers. If it is not there, the message is sent without. */
    replyTo: MessageId.nullish(),
    /** An offer, in kobo: a message of its own, without text or picture. It ends an earlier offer without an answer. */
    offer: Price.optional(),
  })
  .refine(({ body, attachment, offer }) => body !== '' || attachment || offer, {
    message: 'Please write a message or attach a picture',
    path: ['body'],
  })
  .refine(({ body, attachment, offer }) => !offer || (body === '' && !attachment), {
    message: 'An offer is a message of its own: send text and picture after it',
    path: ['offer'],
  })
export type MessageDraft = z.output<typeof MessageDraft>

const MessageParam = wholeParam('Messages are named by numbers.', Number.MAX_SAFE_INTEGER)
const ByMessage = z.object({ id: pathId(Number.MAX_SAFE_INTEGER) })

export const chat = endpoints({
  'GET /api/threads': {
    summary: "One's conversations, the last active first, 100 at a time",
    access: 'user',
    shows: ['threads', 'listings', 'people'],
    query: z.object({ cursor: optionalParam(z.string().max(100)) }),
    headers: ['next'],
    response: z.array(Thread),
  },
  'POST /api/threads': {
    summary: 'Open a conversation with the seller of a listing, or return the one there is',
    access: 'user',
    changes: ['threads'],
    body: z.object({ listingId: Id }),
    response: Thread,
    status: 201,
    errors: {
      FORBIDDEN: 'The listing is the caller’s own, or its seller cannot be written to.',
      NOT_FOUND: 'There is no such listing, or the caller may not see it.',
      RATE_LIMITED: 'The quota of conversations in 24 hours is used up.',
      GONE: 'The listing was deleted.',
    },
  },
  'GET /api/threads/:id': {
    summary: 'One conversation of one’s own',
    access: 'owner',
    shows: ['threads', 'listings', 'people'],
    params: ById,
    response: Thread,
  },
  'GET /api/threads/:id/messages': {
    summary: 'Messages, the oldest first: the newest page, the one `before` a message, or those `after` one',
    access: 'owner',
    shows: ['messages'],
    params: ById,
    query: z.object({
      before: MessageParam,
      after: MessageParam,
      limit: wholeParam(`A page has 1 to ${limits.page.max} messages.`, limits.page.max),
    }),
    headers: ['next'],
    response: z.array(Message),
  },
  'POST /api/threads/:id/messages': {
    summary:
      'Send a message: a text, a picture, both, or an offer. One that says `held` waits for an administrator before it is delivered',
    access: 'owner',
    changes: ['threads', 'messages'],
    limit: 'message',
    params: ById,
    body: MessageDraft,
    response: Message,
    status: 201,
    errors: {
      FORBIDDEN: 'One of the two blocked the other, or the other account is closed.',
      GONE: 'The listing was deleted.',
      CONFLICT: 'The message is an offer, and the listing is not for sale or a deal is open.',
    },
  },
  'POST /api/threads/:id/read': {
    summary: 'Mark what the other party wrote as read, up to a message',
    access: 'owner',
    changes: ['threads', 'messages', 'notifications'],
    params: ById,
    body: z.object({ upTo: MessageId }),
    response: z.null(),
  },
  'PATCH /api/messages/:id/offer': {
    summary: 'Accept or decline the other party’s offer, or withdraw one’s own; a message tells it',
    access: 'owner',
    changes: ['threads', 'messages'],
    limit: 'message',
    params: ByMessage,
    body: z.object({ status: z.enum(['ACCEPTED', 'DECLINED', 'WITHDRAWN']) }),
    response: Offer,
    errors: {
      FORBIDDEN: 'It is for the other party to do.',
      CONFLICT: 'The offer ended otherwise, or the listing is not for sale or a deal is open.',
    },
  },
  'DELETE /api/messages/:id': {
    summary: 'Delete a message for oneself; the other party keeps it',
    access: 'owner',
    changes: ['threads', 'messages'],
    whileLeaving: 'allowed',
    params: ByMessage,
    response: z.null(),
    diskSpace: 'none',
  },
  'POST /api/threads/:id/dismiss-warnings': {
    summary: 'Say that one knows the other party: the warnings of a conversation end, and no more come',
    access: 'owner',
    changes: ['messages'],
    params: ById,
    response: z.null(),
  },
  'GET /api/messages/unread-count': {
    summary: 'How many messages one has not read',
    access: 'user',
    shows: ['messages'],
    response: z.object({ count: z.number().int() }),
  },
})
