import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { findVisibleListing } from '#server/features/listings/listings.public.ts'
import { readPriceGuide } from '#server/features/prices/prices.public.ts'
import { readProfile } from '#server/features/users/users.public.ts'
import type { Trust } from '#shared/contract/trust.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { findFacts, findListingFacts } from './trust.db.ts'

/**
 * Public facts about a user, and about their listing `listingId`. Throws NOT_FOUND like `readProfile`, and for a listing that is
 * not theirs, or that the viewer may not see.
 */
export async function readTrust(
  db: Db,
  userId: number,
  listingId: number | undefined,
  viewer: Viewer | null,
): Promise<Trust> {
  const profile = await readProfile(db, userId, viewer)
  const [facts, listing] = await Promise.all([
    findFacts(db, userId),
    listingId === undefined ? null : readListingFacts(db, listingId, userId, viewer),
  ])
  const { conversations, answered, medianSeconds } = facts
  return {
    userId,
    memberSince: profile.createdAt,
    emailVerifiedAt: time(facts.emailVerifiedAt),
    phoneVerifiedAt: profile.phoneVerifiedAt,
    answers:
      conversations < limits.trust.answers.shownFrom ? null : { conversations, answered, medianSeconds },
    completedDeals: {
      sold: facts.dealsSold,
      bought: facts.dealsBought,
      people: facts.dealPartners,
      lastAt: time(facts.lastDealAt),
    },
    reviews: {
      count: profile.ratingCount,
      afterDeals: facts.reviewsAfterDeals,
      average: profile.ratingAvg,
      lastAt: time(facts.lastReviewAt),
    },
    listings: { active: profile.activeListings, sold: facts.soldListings, lastAt: time(facts.lastListingAt) },
    upheldReports: { count: facts.upheldReports, lastAt: time(facts.lastUpheldAt) },
    listing,
  }
}

async function readListingFacts(
  db: Db,
  id: number,
  userId: number,
  viewer: Viewer | null,
): Promise<Trust['listing']> {
  const listing = await findVisibleListing(db, id, viewer)
  if (listing.sellerId !== userId || listing.deletedAt)
    throw new AppError('NOT_FOUND', 'There is no such listing.')
  const [{ upSince, priceChanges, lastPriceChanges }, priceGuide] = await Promise.all([
    findListingFacts(db, id),
    readPriceGuide(db, listing),
  ])
  return {
    id,
    status: listing.status,
    upSince: upSince.toISOString(),
    price: listing.price,
    priceGuide,
    priceChanges,
    lastPriceChanges: lastPriceChanges.map(({ at, ...change }) => ({
      ...change,
      at: new Date(at).toISOString(),
    })),
  }
}

const time = (moment: Date | null) => moment?.toISOString() ?? null
