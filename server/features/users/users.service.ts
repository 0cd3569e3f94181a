import type { Viewer } from '#server/core/session.ts'
import type { Db } from '#server/db/pool.ts'
import { listActiveOf } from '#server/features/listings/listings.service.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import type { Profile, Review } from '#shared/contract/users.ts'
import { AppError } from '#shared/errors.ts'
import { findProfile, findReviews } from './users.db.ts'

/** A public profile; throws NOT_FOUND for a banned user and for one who never confirmed the address, save to administrators. */
export async function readProfile(db: Db, id: number, viewer: Viewer | null): Promise<Profile> {
  const isAdmin = viewer?.role === 'ADMIN'
  const user = await findProfile(db, id)
  const isPublic = user?.emailVerifiedAt && !user.bannedAt
  if (!user || !(isPublic || isAdmin)) throw new AppError('NOT_FOUND', 'There is no such user.')
  const { email, bannedAt, emailVerifiedAt, phoneVerifiedAt, createdAt, activeListings, ...rest } = user
  return {
    ...rest,
    ...(isAdmin || viewer?.id === id ? { email } : {}),
    isBanned: bannedAt !== null,
    verifiedEmail: emailVerifiedAt !== null,
    phoneVerifiedAt: phoneVerifiedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    activeListings: activeListings ?? 0,
  }
}

/** A user's ACTIVE listings; throws NOT_FOUND as `readProfile` does. */
export async function listListingsOf(db: Db, id: number, viewer: Viewer | null): Promise<ListingCard[]> {
  await readProfile(db, id, viewer)
  return listActiveOf(db, id)
}

/** The reviews of a user; throws NOT_FOUND as `readProfile` does. */
export async function listReviewsOf(db: Db, id: number, viewer: Viewer | null): Promise<Review[]> {
  await readProfile(db, id, viewer)
  return findReviews(db, id)
}
