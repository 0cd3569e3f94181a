import { randomUUID } from 'node:crypto'
import type { Viewer } from '#server/core/session.ts'
import { createTurns } from '#server/core/turns.ts'
import type { Db } from '#server/db/pool.ts'
import { findOwnPhotos, type PhotoPlaces } from '#server/features/uploads/photos.service.ts'
import type { Message, MessageDraft } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { AppError } from '#shared/errors.ts'
import { closedError, noThread, requireMembership } from './chat.service.ts'
import { findMessages, markRead, writeMessage } from './messages.db.ts'

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
  sending: { threadId: number; sender: Viewer; draft: MessageDraft; places: PhotoPlaces },
): Promise<{ message: Message; recipientId: number; isNew: boolean }> {
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
  return inTurn(threadId, async () => {
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
