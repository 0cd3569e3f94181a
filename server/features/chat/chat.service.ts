import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { withinQuota } from '#server/features/held/quotas.service.ts'
import { requireVisible } from '#server/features/listings/listings.service.ts'
import type { Thread } from '#shared/contract/chat.ts'
import { AppError } from '#shared/errors.ts'
import {
  findMembership,
  findOpening,
  findThread,
  findThreads,
  type Membership,
  openThread,
  type ThreadPlace,
} from './threads.db.ts'

const pageSize = 100

/** A page of one's conversations, the last active first. Throws VALIDATION_FAILED for a cursor that is not good. */
export async function listThreads(
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<{ threads: Thread[]; cursor: string | null }> {
  const place = cursor === undefined ? null : readCursor(cursor)
  const found = await findThreads(db, viewer.id, place, pageSize + 1)
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  return {
    threads: page.map(({ thread }) => thread),
    cursor: last && found.length > pageSize ? writeCursor(last.place) : null,
  }
}

/**
 * Opens the viewer's conversation about a listing, or finds it. Throws NOT_FOUND or GONE as the listing's page does,
 * FORBIDDEN for one's own listing and where one of the two blocked the other, RATE_LIMITED for whoever opened as many as
 * they may in a day.
 */
export async function startThread(
  { db, env }: { db: Db; env: Env },
  viewer: Viewer,
  listingId: number,
): Promise<{ thread: Thread; isNew: boolean }> {
  const listing = requireVisible(await findOpening(db, listingId, viewer.id), viewer)
  const { sellerId, closed, threadId } = listing
  if (listing.deletedAt) throw new AppError('GONE', 'This listing was deleted.')
  if (sellerId === viewer.id)
    throw new AppError('FORBIDDEN', 'This is your own listing. Buyers start the chat about it.')
  if (closed) throw closedError(closed)
  if (threadId !== null) return { thread: await readThread(db, threadId, viewer), isNew: false }
  const { id, isNew } = await withinQuota({ db, env }, viewer.id, 'CONVERSATIONS', (tx) =>
    openThread(tx, { listingId, sellerId, buyerId: viewer.id }),
  )
  return { thread: await readThread(db, id, viewer), isNew }
}

/** Throws NOT_FOUND for whoever is no party to it. */
export async function readThread(db: Db, id: number, viewer: Viewer): Promise<Thread> {
  const thread = await findThread(db, id, viewer.id)
  if (!thread) throw noThread()
  return thread
}

/** Throws NOT_FOUND for whoever is no party to the thread. */
export async function requireMembership(db: Db, threadId: number, viewer: Viewer): Promise<Membership> {
  const membership = await findMembership(db, threadId, viewer.id)
  if (!membership) throw noThread()
  return membership
}

/** What a person is told who writes where nothing more can be said. */
export function closedError(reason: NonNullable<Thread['closed']>): AppError {
  if (reason === 'LISTING_DELETED')
    return new AppError('GONE', 'This listing was deleted. You can read this chat, but not write in it.')
  return new AppError(
    'FORBIDDEN',
    reason === 'BLOCKED_BY_YOU'
      ? 'You have blocked this person. Unblock them to write to them.'
      : 'This person cannot be reached at the moment.',
  )
}

export const noThread = () => new AppError('NOT_FOUND', 'There is no such conversation.')

/** Opaque for callers: they send back what they were given. */
function writeCursor({ lastMessageAt, id }: ThreadPlace): string {
  return `${lastMessageAt}-${id}`
}

function readCursor(cursor: string): ThreadPlace {
  const [, lastMessageAt, id] = /^(\d{1,16})-(\d{1,9})$/.exec(cursor) ?? []
  if (lastMessageAt && id) return { lastMessageAt: Number(lastMessageAt), id: Number(id) }
  const message = 'This link to the next page is no longer good. Please start from the first page.'
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'cursor', message }] })
}
