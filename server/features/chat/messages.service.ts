import { randomUUID } from 'node:crypto'
import { createTurns } from '#server/core/limits/turns.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import { holdMessage, judgeMessage } from '#server/features/held/messages.service.ts'
import { findOwnPhotos, type PhotoPlaces } from '#server/features/uploads/photos.service.ts'
import type { Message, MessageDraft } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { AppError } from '#shared/errors.ts'
import { closedError, noThread, requireMembership } from './chat.service.ts'
import { findMessages, heldAs, type MessageToWrite, markRead, writeMessage } from './messages.db.ts'

const pageSize = 50
/** Messages that came while a device was away are read at once, up to this many. */
const catchUp = 1000

/** Who waits for a thread waits here, and holds no connection to the database meanwhile. */
const inTurn = createTurns<number>()

interface PageQuery {
  before?: number | undefined
  after?: number | undefined
  limit?: number | undefined
}

/** A page of a conversation, and what the address of the next one asks for. Throws NOT_FOUND for strangers. */
export async function readMessages(
  db: Db,
  threadId: number,
  viewer: Viewer,
  { before, after, limit = after === undefined ? pageSize : catchUp }: PageQuery,
): Promise<{ messages: Message[]; next: PageQuery | null }> {
  await requireMembership(db, threadId, viewer)
  const found = await findMessages(db, { threadId, viewerId: viewer.id }, { before, after, limit: limit + 1 })
  if (found.length <= limit) return { messages: found, next: null }
  const messages = after === undefined ? found.slice(1) : found.slice(0, limit)
  const next = after === undefined ? { before: messages[0]?.id } : { before, after: messages.at(-1)?.id }
  return { messages, next: { ...next, limit } }
}

interface Sent {
  message: Message
  recipientId: number
  isNew: boolean
}

/**
 * Sends a message, once for each client id: the same id again answers what is there, `isNew: false`. Where the same text went
 * to many conversations it is held back instead, as the message says. Throws NOT_FOUND for strangers, GONE or FORBIDDEN
 * where the conversation is closed, VALIDATION_FAILED for a picture that is not the sender's.
 */
export async function sendMessage(
  { db, env }: { db: Db; env: Env },
  sending: { threadId: number; sender: Viewer; draft: MessageDraft; places: PhotoPlaces },
): Promise<Sent> {
  const { threadId, sender, draft, places } = sending
  const attachment = draft.attachment ? await findAttachment(db, sender, draft.attachment, places) : null
  const message = {
    threadId,
    senderId: sender.id,
    clientId: draft.clientId ?? randomUUID(),
    body: draft.body,
    attachment,
  }
  const isMissing = Boolean(draft.attachment) && attachment === null
  const isHeld = (await judgeMessage(db, env, message)) === 'HOLD'
  return inTurn(threadId, async () => {
    if (isHeld) return holdBack(db, message, isMissing)
    // Twice where another server wrote the same message while this one waited for it.
    for (;;) {
      const written = await writeMessage(db, message, !isMissing)
      if (!written) throw noThread()
      if (written.message)
        return { message: written.message, recipientId: written.otherId, isNew: written.isNew }
      if (written.closed) throw closedError(written.closed)
      if (isMissing) throw missingPicture()
    }
  })
}

/** Keeps a message for the administrators, unless it could not be sent or was sent before; the thread is locked meanwhile. */
async function holdBack(db: Db, message: MessageToWrite, isMissing: boolean): Promise<Sent> {
  return inTransaction(db, async (tx) => {
    const place = await writeMessage(tx, message, false)
    if (!place) throw noThread()
    const { otherId: recipientId } = place
    if (place.message) return { message: place.message, recipientId, isNew: false }
    if (place.closed) throw closedError(place.closed)
    if (isMissing) throw missingPicture()
    const { hold, isNew } = await holdMessage(tx, { ...message, ownerId: message.senderId })
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
      recipientId,
      isNew,
    }
  })
}

/**
 * Delivers a message that was held back, as of now. Throws CONFLICT where nothing more is said in its conversation. Whom to tell
 * is answered too; they are told after the commit.
 */
export async function deliverHeld(
  tx: Tx,
  message: MessageToWrite,
): Promise<{ message: Message; recipientId: number }> {
  const written = await writeMessage(tx, message)
  if (!written?.message)
    throw new AppError(
      'CONFLICT',
      'This conversation is closed: somebody blocked somebody, left, or the listing was deleted. You can only reject the message.',
    )
  return { message: written.message, recipientId: written.otherId }
}

/** Marks what the other party wrote, up to a message. Null where nothing was left to mark; NOT_FOUND for strangers. */
export async function readUpTo(
  db: Db,
  threadId: number,
  reader: Viewer,
  upTo: number,
): Promise<{ otherId: number; upTo: number; readAt: Date } | null> {
  const { otherId } = await requireMembership(db, threadId, reader)
  const marked = await markRead(db, threadId, reader.id, upTo)
  return marked && { otherId, ...marked }
}

async function findAttachment(
  db: Db,
  sender: Viewer,
  address: string,
  places: PhotoPlaces,
): Promise<Photo | null> {
  const [photo] = await findOwnPhotos(db, sender.id, [address], places)
  return photo ?? null
}

function missingPicture(): AppError {
  const message = 'This picture was not uploaded here. Please attach it again'
  return new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'attachment', message }] })
}
