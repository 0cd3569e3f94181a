import { randomUUID } from 'node:crypto'
import type { Viewer } from '#server/core/session.ts'
import { createTurns } from '#server/core/turns.ts'
import type { Db } from '#server/db/pool.ts'
import { findOwnPhotos, type PhotoPlaces } from '#server/features/uploads/photos.service.ts'
import type { Message, MessageDraft } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { AppError } from '#shared/errors.ts'
import { closedError, requireMembership } from './chat.service.ts'
import { findMessages, findSent, insertMessage, markRead } from './messages.db.ts'
import { lockThread } from './threads.db.ts'

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
  const found = await findMessages(db, threadId, { before, after, limit: limit + 1 })
  if (found.length <= limit) return { messages: found, next: null }
  const messages = after === undefined ? found.slice(1) : found.slice(0, limit)
  const next = after === undefined ? { before: messages[0]?.id } : { before, after: messages.at(-1)?.id }
  return { messages, next: { ...next, limit } }
}

/**
 * Sends a message, once for each client id: the same id again answers what is there, `isNew: false`. Throws NOT_FOUND for
 * strangers, GONE or FORBIDDEN where the conversation is closed, VALIDATION_FAILED for a picture that is not the sender's.
 */
export async function sendMessage(
  db: Db,
  threadId: number,
  sender: Viewer,
  draft: MessageDraft,
  places: PhotoPlaces,
): Promise<{ message: Message; recipientId: number; isNew: boolean }> {
  const clientId = draft.clientId ?? randomUUID()
  const send = async (tx: Db) => {
    await lockThread(tx, threadId)
    const { otherId: recipientId, closed } = await requireMembership(tx, threadId, sender)
    const known = await findSent(tx, threadId, sender.id, clientId)
    if (known) return { message: known, recipientId, isNew: false }
    if (closed) throw closedError(closed)
    const attachment = draft.attachment ? await resolveAttachment(tx, sender, draft.attachment, places) : null
    const message = await insertMessage(tx, {
      threadId,
      senderId: sender.id,
      recipientId,
      clientId,
      body: draft.body,
      attachment,
    })
    return { message, recipientId, isNew: true }
  }
  return inTurn(threadId, () => db.transaction().execute(send))
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

async function resolveAttachment(
  db: Db,
  sender: Viewer,
  address: string,
  places: PhotoPlaces,
): Promise<Photo> {
  const [photo] = await findOwnPhotos(db, sender.id, [address], places)
  if (photo) return photo
  const message = 'This picture was not uploaded here. Please attach it again'
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'attachment', message }] })
}
