import type { z } from 'zod'
import type { Message } from './chat.ts'
import { Id } from './common.ts'

/** How the server answers an event that asked for an answer. */
export type Acknowledgement = { ok: true } | { ok: false; code: string; detail: string }

/** What a browser may say, with the schema of what it says. Each is acknowledged. */
export const clientEvents = {
  /** Hear of a conversation of one's own: `new_message`, `messages_read`, `typing`. */
  join_thread: Id,
  leave_thread: Id,
  /** Tell the other party of a joined conversation that one is writing. */
  typing: Id,
  /** Hear of a listing's questions: `questions_changed`. Visitors may. */
  join_listing: Id,
  leave_listing: Id,
} satisfies Record<string, z.ZodType>

export type ClientEvents = {
  [E in keyof typeof clientEvents]: (
    payload: z.input<(typeof clientEvents)[E]>,
    acknowledge?: (answer: Acknowledgement) => void,
  ) => void
}

/** What the server tells. It only tells: the database is the truth, and reading again brings what was missed. */
export interface ServerEvents {
  /** To everyone who joined the thread, and to both parties in every tab. */
  new_message: (event: { threadId: number; message: Message }) => void
  /** The reader has read what the other party wrote, up to this message. */
  messages_read: (event: { threadId: number; readerId: number; upTo: number; readAt: string }) => void
  typing: (event: { threadId: number; userId: number }) => void
  /** To a user's own tabs: the number of unread messages, the list of threads, or a listing that one talks about changed. */
  threads_changed: () => void
  /** The questions of a listing, or the listing itself. */
  questions_changed: (event: { listingId: number }) => void
}
