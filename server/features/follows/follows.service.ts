import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { FollowedSeller } from '#shared/contract/follows.ts'
import { AppError } from '#shared/errors.ts'
import { formatCount } from '#shared/money.ts'
import { thresholds } from '#shared/thresholds.ts'
import { findFollowable, findFollowedSellers, insertFollow, lockFollower } from './follows.db.ts'

export async function listFollowedSellers(db: Db, viewer: Viewer): Promise<FollowedSeller[]> {
  const sellers = await findFollowedSellers(db, viewer.id)
  return sellers.map((seller) => ({
    ...withIsoTimes(seller),
    activeListings: seller.activeListings ?? 0,
  }))
}

/**
 * Follows a seller. Throws BAD_REQUEST for oneself, NOT_FOUND for a seller without a public profile, FORBIDDEN where one has blocked
 * the other, CONFLICT from `thresholds.follows.max` sellers on.
 */
export async function followSeller(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  sellerId: number,
): Promise<void> {
  if (sellerId === viewer.id) throw new AppError('BAD_REQUEST', 'You cannot follow yourself.')
  await inTransaction(db, async (tx) => {
    await lockFollower(tx, viewer.id)
    const seller = await findFollowable(tx, viewer.id, sellerId)
    if (!seller) throw new AppError('NOT_FOUND', 'There is no such user.')
    if (seller.isFollowed) return
    if (seller.isBlocked)
      throw new AppError(
        'FORBIDDEN',
        'You cannot follow this seller. If you blocked them, unblock them in your settings first.',
      )
    if (seller.following >= thresholds.follows.max)
      throw new AppError(
        'CONFLICT',
        `You follow ${formatCount(thresholds.follows.max)} sellers, the most that is possible. Unfollow one in your favorites first.`,
      )
    await insertFollow(tx, viewer.id, sellerId)
  })
}
