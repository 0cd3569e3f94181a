import type { z } from 'zod'
import type { Problem } from '../errors.ts'
import type { Message, OfferStatus } from './chat.ts'
import { Id } from './common.ts'

/** The server's response to an event with an acknowledgement. */
export type Acknowledgement = { ok: true } | ({ ok: false } & Pick<Problem, 'code' | 'detail'>)

/** Events from browsers, with the schemas of their payloads. Each is acknowledged. */
export const clientEvents = {
  /** Subscribes to one of the user's conversations: `messages_read`, `typing`. */
  join_thread: Id,
  leave_thread: Id,
  /** Shows the other party of a joined conversation that the user is typing. */
  typing: Id,
  /** Subscribes to a listing and its questions: `listing_changed`. Open to visitors. */
  join_listing: Id,
  leave_listing: Id,
} satisfies Record<string, z.ZodType>

export type ClientEvents = {
  [E in keyof typeof clientEvents]: (
    payload: z.input<(typeof clientEvents)[E]>,
    acknowledge?: (answer: Acknowledgement) => void,
  ) => void
}

/**
 * Events from the server. They are hints only: the database is the truth, and a read brings what was missed.
 */
export interface ServerEvents {
  /** To both parties in every tab; to each as a read would answer it: a warning is for the recipient alone. */
  new_message: (event: { threadId: number; message: Message }) => void
  /** The reader has read the other party's messages up to this one. */
  messages_read: (event: { threadId: number; readerId: number; upTo: number; readAt: string }) => void
  /** To both parties: an offer was accepted, declined or withdrawn. */
  offer_changed: (event: { threadId: number; messageId: number; status: OfferStatus }) => void
  /** To a user's own tabs: they deleted a message for themselves. */
  message_hidden: (event: { threadId: number; messageId: number }) => void
  typing: (event: { threadId: number; userId: number }) => void
  /**
   * To a user's own tabs: a change of their conversations other than those above, such as a new one, a block, a deal, the listing, or the
   * account of the other party.
   */
  threads_changed: () => void
  /** To a user's own tabs: there is a new notification, or some were read. */
  notifications_changed: () => void
  /** A listing's questions or the listing itself changed. */
  listing_changed: (event: { listingId: number }) => void
}
