import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { listActiveOf } from '#server/features/listings/listings.service.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import type { Profile } from '#shared/contract/users.ts'
import { AppError } from '#shared/errors.ts'
import { findProfile } from './users.db.ts'

/**
 * A public profile; throws NOT_FOUND for whoever is banned, leaving, or never confirmed the address, save to themselves and
 * to administrators; for a deleted account to everyone.
 */
export async function readProfile(db: Db, id: number, viewer: Viewer | null): Promise<Profile> {
  const isAdmin = viewer?.role === 'ADMIN'
  const isOwn = viewer?.id === id
  const user = await findProfile(db, id, viewer?.id ?? null)
  if (!user || user.deletedAt || !(isPublic(user) || isOwn || isAdmin)) {
    throw new AppError('NOT_FOUND', 'There is no such user.')
  }
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
    ...(user.hasBlockedViewer ? { takesNoReviewFromYou: true } : {}),
  }
}

/** A user's ACTIVE listings; throws NOT_FOUND as `readProfile` does. */
export async function listListingsOf(db: Db, id: number, viewer: Viewer | null): Promise<ListingCard[]> {
  await readProfile(db, id, viewer)
  return listActiveOf(db, id)
}

type StoredProfile = NonNullable<Awaited<ReturnType<typeof findProfile>>>

function isPublic({ emailVerifiedAt, bannedAt, deletionDueAt }: StoredProfile): boolean {
  return emailVerifiedAt !== null && bannedAt === null && deletionDueAt === null
}
