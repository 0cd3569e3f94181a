import { keysetPage } from '#server/core/keyset-pages.ts'
import { type Memoize, readEachTime } from '#server/core/register-endpoints.ts'
import { recordAccesses } from '#server/core/session/account-accesses.db.ts'
import { type Authorized, authorizeOwner } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { toCards } from '#server/features/catalogue/catalogue.public.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import type { Listing } from '#shared/contract/listings.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import {
  findActiveOf,
  findListing,
  findListingForUpdate,
  hasInteractedWith,
  type LockedListing,
  type StoredListing,
} from './listings.db.ts'
import { notFound, presentListing } from './present-listing.ts'

/**
 * A listing as the viewer may see it. Throws NOT_FOUND where it is hidden from them or its seller inactive,
 * LISTING_ENDED instead where it ended, NO_LONGER_AVAILABLE for users who saved it, asked a question or began a
 * conversation about it, GONE if it was deleted.
 */
export async function readListing(
  db: Db,
  id: number,
  viewer: Viewer | null,
  memoize: Memoize = readEachTime,
): Promise<Listing> {
  const listing = await findListingEvenIfUnavailable(db, id, viewer, memoize)
  if (!isVisible(listing, viewer)) throw isEnded(listing) ? listingEnded() : noLongerAvailable()
  if (listing.deletedAt) throw gone()
  if (viewer?.role === 'ADMIN' && !isPublicUnlessDeleted(listing))
    await recordAccesses(db, viewer, [{ userId: listing.sellerId, kind: 'LISTING' }])
  return presentListing(db, listing, viewer)
}

/** The stored listing, deleted ones included. Throws NOT_FOUND if the viewer may not see it, also where `readListing` says that it ended. */
export async function findVisibleListing(
  db: Db,
  id: number,
  viewer: Viewer | null,
  memoize?: Memoize,
): Promise<StoredListing> {
  const find = () => findListing(db, id)
  return requireVisible(await (memoize ? memoize(`listing ${id}`, find) : find()), viewer)
}

/** A listing whose page the viewer may see. Throws NOT_FOUND like `findVisibleListing`, GONE if it was deleted. */
export async function findUndeletedListing(
  db: Db,
  id: number,
  viewer: Viewer | null,
  memoize?: Memoize,
): Promise<StoredListing> {
  const listing = await findVisibleListing(db, id, viewer, memoize)
  if (listing.deletedAt) throw gone()
  return listing
}

/** The listing, if the viewer may see it or has interacted with it, or if it ended. Throws NOT_FOUND. */
export async function findListingEvenIfUnavailable(
  db: Db,
  id: number,
  viewer: Viewer | null,
  memoize: Memoize,
): Promise<StoredListing> {
  const listing = await memoize(`listing ${id}`, () => findListing(db, id))
  if (listing && isEnded(listing)) return listing
  if (!listing || !viewer || isVisible(listing, viewer)) return requireVisible(listing, viewer)
  const hasInteracted = await memoize(`listing ${id} was seen`, () => hasInteractedWith(db, id, viewer.id))
  if (!hasInteracted) throw notFound()
  return listing
}

/** The listing, if the viewer may see it, or might have seen it before it was deleted: the caller checks `deletedAt`. Throws NOT_FOUND. */
export function requireVisible<T extends Shown>(listing: T | null, viewer: Viewer | null): T {
  if (!listing || !isVisible(listing, viewer)) throw notFound()
  return listing
}

type Shown = Pick<StoredListing, 'sellerId' | 'sellerIsInactive' | 'status'>

const isPublicUnlessDeleted = ({ sellerIsInactive, status }: Shown) =>
  !sellerIsInactive && status !== 'HIDDEN'

/** Its time ran out, and nothing else keeps it from the public. */
const isEnded = (listing: StoredListing) =>
  listing.endedAt !== null && !listing.hiddenByModerator && !listing.sellerIsInactive && !listing.deletedAt

function isVisible(listing: Shown, viewer: Viewer | null): boolean {
  return isPublicUnlessDeleted(listing) || viewer?.role === 'ADMIN' || viewer?.id === listing.sellerId
}

/**
 * A page of a seller's ACTIVE listings, the newest first, after the listing `after`; `cursor` is null on the last page. The caller has
 * checked that the viewer may see the seller's profile.
 */
export async function listActiveOf(
  db: Db,
  sellerId: number,
  after: number | undefined,
): Promise<{ items: ListingCard[]; cursor: number | null }> {
  const size = limits.page.default
  const found = await toCards(db, await findActiveOf(db, sellerId, after, size + 1))
  return keysetPage(found, size, ({ id }) => id)
}

/** The viewer's own listing, locked. Throws NOT_FOUND, FORBIDDEN or GONE. */
export async function findOwnListing(tx: Db, id: number, viewer: Viewer): Promise<Authorized<LockedListing>> {
  const listing = await findListingForUpdate(tx, id)
  if (!listing || !isVisible(listing, viewer)) throw notFound()
  const own = authorizeOwner(listing, listing.sellerId, viewer, 'You can only edit your own listings')
  if (own.deletedAt) throw gone()
  return own
}

const noLongerAvailable = () => new AppError('NO_LONGER_AVAILABLE', 'This listing is no longer available.')
const listingEnded = () => new AppError('LISTING_ENDED', 'This listing has ended.')
const gone = () => new AppError('GONE', 'This listing was deleted.')
