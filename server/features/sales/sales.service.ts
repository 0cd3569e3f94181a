import type { Context } from '#server/context.ts'
import { authorizeOwner } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { changeWithin, findVisibleListing, readListing } from '#server/features/listings/listings.public.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import type { PhotoOrigins } from '#server/features/uploads/uploads.public.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { Listing } from '#shared/contract/listings.ts'
import type { PossibleBuyer } from '#shared/contract/sales.ts'
import { AppError } from '#shared/errors.ts'
import { endDeals, endSale, findPossibleBuyers, findTrade, saveSale } from './sales.db.ts'

type Services = Pick<Context, 'db' | 'env' | 'jobs'>

/** Throws NOT_FOUND for a listing that the viewer may not see, FORBIDDEN for another seller's. */
export async function listPossibleBuyers(
  db: Db,
  listingId: number,
  viewer: Viewer,
): Promise<PossibleBuyer[]> {
  const listing = await findVisibleListing(db, listingId, viewer)
  authorizeOwner(listing, listing.sellerId, viewer, 'You can only sell your own listings')
  const buyers = await findPossibleBuyers(db, listingId, viewer.id)
  return buyers.map(withIsoTimes)
}

/**
 * Marks the viewer's own listing as sold to a person, who is asked for a review once, or (null) to somebody who cannot be named, in place
 * of whom they named before. Only the seller states the sale, so it proves no review. Deals that were agreed with others end. Throws like
 * `changeListing`, NOT_FOUND for a person who did not talk about it or whom a block separates, CONFLICT where the two have an open agreed
 * deal.
 */
export async function sellTo(
  { db, env, jobs }: Services,
  viewer: Viewer,
  listingId: number,
  { buyerId, version }: { buyerId: number | null; version?: string | undefined },
  origins: PhotoOrigins,
): Promise<Listing> {
  const changes = { status: 'SOLD', version } as const
  await inTransaction(db, async (tx) => {
    await changeWithin(tx, env, { id: listingId, viewer, changes, origins })
    await recordBuyer({ tx, jobs }, { listingId, sellerId: viewer.id, buyerId })
  })
  return readListing(db, listingId, viewer)
}

async function recordBuyer(
  { tx, jobs }: Pick<Services, 'jobs'> & { tx: Tx },
  { listingId, sellerId, buyerId }: { listingId: number; sellerId: number; buyerId: number | null },
): Promise<void> {
  await endSale(tx, listingId, buyerId)
  if (buyerId === null) return endDeals(tx, listingId)
  const trade = await findTrade(tx, { listingId, sellerId, buyerId })
  if (!trade)
    throw new AppError('NOT_FOUND', 'This person has not talked with you about it. Choose another one.')
  if (trade.hasOpenDeal)
    throw new AppError(
      'CONFLICT',
      'You agreed on a deal with this person. Say there that you have the money: that completes it.',
    )
  await endDeals(tx, listingId)
  const isNew = await saveSale(tx, { listingId, sellerId, buyerId })
  // A completed deal asks both parties itself.
  if (!isNew || trade.hasCompletedDeal) return
  const about = { listingId, actorId: sellerId, detail: 'SALE' }
  // Negative, so that its subject differs from those of deals.
  await notify({ tx, jobs }, [{ userId: buyerId, kind: 'REVIEW_ASK', subjectId: -listingId, ...about }])
}
