import { type Memoize, readEachTime } from '#server/core/register-endpoints.ts'
import { recordAccesses } from '#server/core/session/account-accesses.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { listActiveOf } from '#server/features/listings/listings.public.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import type { OwnReview, Profile, WaitingReview } from '#shared/contract/users.ts'
import { AppError } from '#shared/errors.ts'
import { findProfile } from './users.db.ts'

/**
 * A public profile. Throws NOT_FOUND for a banned, leaving or unconfirmed user, except to themselves and
 * administrators; for a deleted account to everyone.
 */
export async function readProfile(
  db: Db,
  id: number,
  viewer: Viewer | null,
  memoize?: Memoize,
): Promise<Profile> {
  const isAdmin = viewer?.role === 'ADMIN'
  const isOwn = viewer?.id === id
  const user = await findVisibleProfile(db, id, viewer, memoize)
  if (viewer && isAdmin) await recordAccesses(db, viewer, [{ userId: id, kind: 'ACCOUNT' }])
  return {
    id: user.id,
    fullName: user.fullName,
    username: user.username,
    ...(isAdmin || isOwn ? { email: user.email } : {}),
    role: user.role,
    isBanned: user.bannedAt !== null,
    avatarUrl: user.avatarUrl,
    bio: user.bio,
    state: user.state,
    lga: user.lga,
    ratingAvg: user.ratingAvg,
    ratingCount: user.ratingCount,
    verifiedEmail: user.emailVerifiedAt !== null,
    phoneVerifiedAt: user.phoneVerifiedAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    activeListings: user.activeListings ?? 0,
    reviewCounts: user.reviewCounts,
    ...(user.followers === null ? {} : { followers: user.followers }),
    ...(user.hasBlockedViewer ? { takesNoReviewFromYou: true } : {}),
    ...(user.ownReview ? { yourReview: toOwnReview(user.ownReview) } : {}),
    ...(user.waitingReview ? { yourWaitingReview: toWaitingReview(user.waitingReview) } : {}),
    ...(user.reviewWaitsUntil ? { yourReviewWaitsUntil: user.reviewWaitsUntil.toISOString() } : {}),
  }
}

/** A page of a user's ACTIVE listings, and the cursor of the next; throws NOT_FOUND like `readProfile`. */
export async function listListingsOf(
  db: Db,
  id: number,
  viewer: Viewer | null,
  memoize: Memoize,
  cursor: number | undefined,
): Promise<{ items: ListingCard[]; cursor: number | null }> {
  const user = await findVisibleProfile(db, id, viewer, memoize)
  if (viewer?.role === 'ADMIN' && !isPublic(user))
    await recordAccesses(db, viewer, [{ userId: id, kind: 'LISTING' }])
  return listActiveOf(db, id, cursor)
}

async function findVisibleProfile(
  db: Db,
  id: number,
  viewer: Viewer | null,
  memoize: Memoize = readEachTime,
): Promise<StoredProfile> {
  const user = await memoize(`profile ${id}`, () => findProfile(db, { id, viewerId: viewer?.id ?? null }))
  if (!user || user.deletedAt || !(isPublic(user) || viewer?.id === id || viewer?.role === 'ADMIN'))
    throw new AppError('NOT_FOUND', 'There is no such user.')
  return user
}

type StoredProfile = NonNullable<Awaited<ReturnType<typeof findProfile>>>

// Times inside JSON are as PostgreSQL writes them.
const toOwnReview = ({ stars, comment, createdAt }: NonNullable<StoredProfile['ownReview']>): OwnReview => ({
  stars,
  comment,
  createdAt: new Date(createdAt).toISOString(),
})

function toWaitingReview({
  appearsAt,
  ...review
}: NonNullable<StoredProfile['waitingReview']>): WaitingReview {
  const until = appearsAt === null ? null : new Date(appearsAt).toISOString()
  const waiting = { for: until ? ('OTHER_REVIEW' as const) : ('MODERATOR' as const), until }
  return { ...toOwnReview(review), waiting }
}

function isPublic({ emailVerifiedAt, bannedAt, deletionDueAt }: StoredProfile): boolean {
  return emailVerifiedAt !== null && bannedAt === null && deletionDueAt === null
}
