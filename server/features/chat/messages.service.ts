import { randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { createKeyedMutex } from '#server/core/limits/keyed-mutex.ts'
import type { Realtime } from '#server/core/realtime/realtime.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  type DecisionEvents,
  holdMessage,
  holdOftenWarnedSender,
  judgeRepeatedText,
  lockWait,
} from '#server/features/moderation/moderation.public.ts'
import { markConversationRead, notify } from '#server/features/notifications/notifications.public.ts'
import { detectScam, type ShieldServices } from '#server/features/shield/shield.public.ts'
import { findOwnPhotos, type PhotoOrigins } from '#server/features/uploads/uploads.public.ts'
import { recordNotified } from '#server/lib/request-context.ts'
import type { Message, MessageDraft, Offer } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { Warning } from '#shared/contract/warnings.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import {
  dismissWarnings,
  findMessages,
  heldAs,
  hideMessage,
  type MessageToWrite,
  markRead,
  quoteFor,
  type Written,
  writeMessage,
} from './messages.db.ts'
import { lockListing } from './offers.db.ts'
import { answerText, type OfferResolution, offerText, placeOffer, settleOffer } from './offers.service.ts'
import { lockParties } from './threads.db.ts'
import { closedError, noThread, requireMembership } from './threads.service.ts'

const pageSize = 50
/** The number of messages that a device may read at once after it was offline. */
const catchUp = 1000

/** Queues writers of a thread here, so that they hold no database connection while they wait. */
const inTurn = createKeyedMutex<number>()

/** Queues messages with a warning by their sender: each is judged once those before it are counted, so that a burst does not pass the limit. */
const warnedInTurn = createKeyedMutex<number>(100)

interface PageQuery {
  before?: number | undefined
  after?: number | undefined
  limit?: number | undefined
}

/** A page of a conversation, and the cursor of the next one. Throws NOT_FOUND for strangers. */
export async function readMessages(
  db: Db,
  threadId: number,
  viewer: Viewer,
  { before, after, limit: asked }: PageQuery,
): Promise<{ messages: Message[]; next: PageQuery | null }> {
  await requireMembership(db, threadId, viewer)
  const limit = asked ?? (after === undefined ? pageSize : catchUp)
  const found = await findMessages(db, { threadId, viewerId: viewer.id }, { before, after, limit: limit + 1 })
  if (found.length <= limit) return { messages: found, next: null }
  const messages = after === undefined ? found.slice(1) : found.slice(0, limit)
  const next = after === undefined ? { before: messages[0]?.id } : { before, after: messages.at(-1)?.id }
  return { messages, next: { ...next, limit: asked } }
}

interface Delivered {
  /** As its sender sees it. */
  message: Message
  recipientId: number
  /** For the recipient alone. */
  warning: Warning | null
  /** What it answers, which each of the two may have deleted for themselves. */
  quoted?: Written['quoted']
}

interface Sent extends Delivered {
  isNew: boolean
}

/** Sends a new message to both parties, in every tab of theirs. */
export function emitMessage(realtime: Realtime, { message, recipientId, warning, quoted }: Delivered): void {
  const { threadId, senderId } = message
  const [sender, recipient] = [`user:${senderId}`, `user:${recipientId}`] as const
  if (warning || quoted?.hiddenFor.includes(recipientId)) {
    const forRecipient = {
      ...message,
      ...(warning && { warning }),
      ...(quoted && { replyTo: quoteFor(quoted, recipientId) }),
    }
    realtime.emitToRooms([sender], 'new_message', { threadId, message })
    realtime.emitToRooms([recipient], 'new_message', { threadId, message: forRecipient })
  } else realtime.emitToRooms([sender, recipient], 'new_message', { threadId, message })
}

/** After a decision of moderators: delivered messages for both parties, refused ones for their senders. */
export function emitDecided(realtime: Realtime, { delivered, refused }: DecisionEvents): void {
  for (const one of delivered) emitMessage(realtime, one)
  for (const message of refused) {
    const { threadId, senderId } = message
    realtime.emitToRooms([`user:${senderId}`], 'new_message', { threadId, message })
  }
}

/**
 * Sends a message, once per client id: a repeated id returns the existing message with `isNew: false`. If the
 * same text went to many conversations, or the sender's messages to new people wait for a decision (`SENDER_WAITS`), it is held for
 * review, which the message states. Throws NOT_FOUND for strangers, GONE or FORBIDDEN if the conversation is closed, VALIDATION_FAILED
 * for a picture that is not the sender's, CONFLICT for an offer that cannot be made (the listing is not for sale, or a
 * deal is open). An offer that was held is delivered as a plain text.
 */
export async function sendMessage(
  { db, env, jobs, log }: ShieldServices & Pick<Context, 'env' | 'jobs'>,
  sending: { threadId: number; sender: Viewer; draft: MessageDraft; origins: PhotoOrigins },
): Promise<Sent> {
  const { threadId, sender, draft, origins } = sending
  const message = {
    threadId,
    senderId: sender.id,
    clientId: draft.clientId ?? randomUUID(),
    body: draft.offer ? offerText(draft.offer) : draft.body,
    replyTo: draft.replyTo ?? null,
  }
  /** For the transaction that writes it: until that ends, the sweep of unused pictures spares this one. */
  async function withPicture(tx: Tx) {
    const attachment = draft.attachment ? await findAttachment(tx, sender, draft.attachment, origins) : null
    return { message: { ...message, attachment }, lacksPicture: Boolean(draft.attachment) && !attachment }
  }
  const isHeld = (await judgeRepeatedText(db, env, message)) === 'HOLD'
  const judge = () => detectScam({ db, env, log }, message)
  async function write({ warning, mustWait }: Awaited<ReturnType<typeof judge>>): Promise<Sent> {
    const waiting = mustWait && (await holdForReview(db, 'SENDER_WAITS', withPicture))
    if (waiting) return waiting
    // A second round if another server wrote the same message while this one waited for it.
    for (;;) {
      const written = await inTransaction(db, async (tx) => {
        if (draft.offer) {
          await lockParties(tx, threadId, sender.id)
          await lockListing(tx, { threadId })
        }
        const { message, lacksPicture } = await withPicture(tx)
        const row = await writeMessage(tx, message, { mayWrite: !lacksPicture, warning })
        if (lacksPicture && row && !row.message && !row.closed) throw missingPicture()
        if (row) await notifyRecipient({ tx, jobs }, row)
        if (!row?.message || !draft.offer) return row
        const offer = await placeOffer(tx, { message: row.message, isNew: row.isNew }, draft.offer)
        return offer ? { ...row, message: { ...row.message, offer } } : row
      })
      if (!written) throw noThread()
      if (written.message) {
        if (written.isWarned)
          await holdOftenWarnedSender({ db, jobs }, sender.id).catch((err: unknown) =>
            log.warn({ err }, 'a sender was not counted'),
          )
        return { ...delivered(written, written.message, warning), isNew: written.isNew }
      }
      if (written.closed) throw closedError(written.closed)
    }
  }
  return inTurn(threadId, async () => {
    const repeated = isHeld && (await holdForReview(db, 'SAME_MESSAGE', withPicture))
    if (repeated) return repeated
    const judged = await judge()
    return judged.warning ? warnedInTurn(sender.id, async () => write(await judge())) : write(judged)
  })
}

/** One notification for each conversation, until it is read. */
async function notifyRecipient(
  services: { tx: Tx; jobs: Jobs },
  { otherId, listingId, message, isNew }: Written,
): Promise<void> {
  if (!message || !isNew) return
  const { threadId: subjectId, senderId: actorId } = message
  await notify(services, [{ userId: otherId, kind: 'MESSAGE', subjectId, listingId, actorId }])
}

function delivered(
  { otherId, isWarned, quoted }: Written,
  message: Message,
  warning: Warning | null,
): Delivered {
  return {
    message: quoted ? { ...message, replyTo: quoteFor(quoted, message.senderId) } : message,
    recipientId: otherId,
    quoted,
    warning: isWarned && warning ? { kind: warning.kind, seen: warning.seen } : null,
  }
}

/**
 * Holds a message for review, unless it could not be sent or was sent before; locks the thread meanwhile. Null where the sender was
 * decided on meanwhile, so that it waits for nothing.
 */
async function holdForReview(
  db: Db,
  rule: 'SAME_MESSAGE' | 'SENDER_WAITS',
  withPicture: (tx: Tx) => Promise<{ message: MessageToWrite; lacksPicture: boolean }>,
): Promise<Sent | null> {
  return inTransaction(db, async (tx) => {
    const { message, lacksPicture } = await withPicture(tx)
    // Before the thread, as a decision on the sender locks them.
    const isStillDue = rule === 'SAME_MESSAGE' || (await lockWait(tx, message.senderId))
    const existing = await writeMessage(tx, message, { mayWrite: false })
    if (!existing) throw noThread()
    if (existing.message) return { ...delivered(existing, existing.message, null), isNew: false }
    if (existing.closed) throw closedError(existing.closed)
    if (lacksPicture) throw missingPicture()
    const held = await holdMessage(tx, { ...message, rule, ownerId: message.senderId }, isStillDue)
    if (!held) return null
    const { hold, isNew } = held
    return {
      message: {
        id: hold.messageId,
        threadId: hold.threadId,
        senderId: hold.ownerId,
        body: hold.body,
        attachment: hold.attachment?.url ?? null,
        attachmentPhoto: hold.attachment,
        clientId: hold.clientId,
        createdAt: hold.createdAt.toISOString(),
        readAt: null,
        ...heldAs(hold),
      },
      recipientId: existing.otherId,
      warning: null,
      isNew,
    }
  })
}

/**
 * Delivers a held message with the current time. Throws CONFLICT if its conversation is closed. Also returns
 * what to emit after the commit.
 */
export async function deliverHeld(
  { tx, jobs, ...services }: Omit<ShieldServices, 'db'> & { tx: Tx; jobs: Jobs },
  message: MessageToWrite,
): Promise<Delivered> {
  const { warning } = await detectScam({ db: tx, ...services }, message)
  const written = await writeMessage(tx, message, { warning })
  if (!written?.message)
    throw new AppError(
      'CONFLICT',
      'This conversation is closed (a block, a closed account or a deleted listing). You can only reject the message.',
    )
  await notifyRecipient({ tx, jobs }, written)
  return delivered(written, written.message, warning)
}

/**
 * Accepts, declines or withdraws an offer, and sends a message about it; `message` is null if the same was done before. Throws like
 * `settleOffer`, and GONE or FORBIDDEN if the conversation is closed.
 */
export async function answerOffer(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  viewer: Viewer,
  messageId: number,
  status: OfferResolution,
): Promise<{ threadId: number; offer: Offer; delivery: Delivered | null }> {
  return inTransaction(db, async (tx) => {
    const { threadId, offer, isNew } = await settleOffer(tx, { messageId, viewerId: viewer.id, status })
    if (!isNew) return { threadId, offer, delivery: null }
    const written = await writeMessage(tx, {
      threadId,
      senderId: viewer.id,
      clientId: randomUUID(),
      body: answerText({ price: offer.price, status }),
      attachment: null,
      replyTo: messageId,
    })
    if (written?.closed) throw closedError(written.closed)
    if (!written?.message) throw noThread()
    await notifyRecipient({ tx, jobs }, written)
    return { threadId, offer, delivery: delivered(written, written.message, null) }
  })
}

/** Deletes a message for the viewer; the other party keeps it. Throws NOT_FOUND in conversations of others. */
export async function deleteForViewer(db: Db, id: number, viewer: Viewer): Promise<{ threadId: number }> {
  const hidden = await hideMessage(db, id, viewer.id)
  if (!hidden) throw new AppError('NOT_FOUND', 'There is no such message.')
  if (await markConversationRead(db, viewer.id, hidden.threadId)) recordNotified([viewer.id])
  return hidden
}

/** Ends the warnings in a conversation for the viewer, for good. Throws NOT_FOUND for strangers. */
export async function dismissThreadWarnings(db: Db, threadId: number, viewer: Viewer): Promise<void> {
  await requireMembership(db, threadId, viewer)
  await dismissWarnings(db, threadId, viewer.id)
}

/**
 * Marks the other party's messages as read, up to a message, and the notification of the conversation. Returns null if none was unread; throws
 * NOT_FOUND for strangers.
 */
export async function readUpTo(
  db: Db,
  threadId: number,
  reader: Viewer,
  upTo: number,
): Promise<{ otherId: number; upTo: number; readAt: Date } | null> {
  const { otherId } = await requireMembership(db, threadId, reader)
  const marked = await markRead(db, threadId, reader.id, upTo)
  // Also where the messages are read already: a failure may have come between the two.
  if (await markConversationRead(db, reader.id, threadId)) recordNotified([reader.id])
  return marked && { otherId, ...marked }
}

async function findAttachment(
  db: Db,
  sender: Viewer,
  address: string,
  origins: PhotoOrigins,
): Promise<Photo | null> {
  const [photo] = await findOwnPhotos(db, sender.id, [address], origins)
  return photo ?? null
}

const missingPicture = () =>
  invalidField('attachment', 'This picture was not uploaded here. Please attach it again')
