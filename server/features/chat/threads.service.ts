import type { Context } from '#server/context.ts'
import { cursorsOf, keysetPage, maxMicros } from '#server/core/keyset-pages.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { requireVisible } from '#server/features/listings/listings.public.ts'
import { withinQuota } from '#server/features/moderation/moderation.public.ts'
import type { Thread } from '#shared/contract/chat.ts'
import { AppError } from '#shared/errors.ts'
import { maxId } from '#shared/limits.ts'
import {
  findMembership,
  findOpening,
  findPartners,
  findThread,
  findThreads,
  type Membership,
  openThread,
} from './threads.db.ts'

const pageSize = 100

const cursors = cursorsOf({ lastMessageAt: maxMicros, id: maxId })

/** A page of the viewer's conversations, last active first. Throws VALIDATION_FAILED for an invalid cursor. */
export async function listThreads(db: Db, viewer: Viewer, cursor: string | undefined) {
  const position = cursor === undefined ? null : cursors.read(cursor)
  const found = await findThreads(db, viewer.id, position, pageSize + 1)
  return keysetPage(found, pageSize, (last) => cursors.write(last.position))
}

/**
 * Returns the viewer's conversation about a listing, created if needed. Throws NOT_FOUND if the viewer may not see the listing, GONE
 * once it is deleted, FORBIDDEN for the viewer's own listing and if one of the two blocked the other, RATE_LIMITED when the viewer's
 * daily quota is used up.
 */
export async function startThread(
  { db, env }: { db: Db; env: Env },
  viewer: Viewer,
  listingId: number,
): Promise<{ thread: Thread; isNew: boolean }> {
  const listing = requireVisible(await findOpening(db, { listingId, viewerId: viewer.id }), viewer)
  const { sellerId, closed, threadId } = listing
  if (listing.deletedAt) throw new AppError('GONE', 'This listing was deleted.')
  if (sellerId === viewer.id)
    throw new AppError('FORBIDDEN', 'This is your own listing. Buyers write to you about it.')
  if (closed) throw closedError(closed)
  if (threadId !== null) return { thread: await readThread(db, threadId, viewer), isNew: false }
  const { id, isNew } = await withinQuota({ db, env }, viewer.id, 'CONVERSATIONS', (tx) =>
    openThread(tx, { listingId, sellerId, buyerId: viewer.id }),
  )
  return { thread: await readThread(db, id, viewer), isNew }
}

/** Throws NOT_FOUND unless the viewer is a party to it. */
export async function readThread(db: Db, id: number, viewer: Viewer): Promise<Thread> {
  const thread = await findThread(db, id, viewer.id)
  if (!thread) throw noThread()
  return thread
}

/** Throws NOT_FOUND unless the viewer is a party to the thread. */
export async function requireMembership(db: Db, threadId: number, viewer: Viewer): Promise<Membership> {
  const membership = await findMembership(db, { id: threadId, viewerId: viewer.id })
  if (!membership) throw noThread()
  return membership
}

/**
 * Tells everybody who has a conversation with a user that it is closed or open again, since the account is. Call it after the commit.
 */
export async function notifyPartners(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  userId: number,
): Promise<void> {
  const partners = await findPartners(db, userId)
  realtime.emitToRooms(
    partners.map((id) => `user:${id}` as const),
    'threads_changed',
  )
}

/** The error for a message to a closed conversation. */
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
