import { versionOf } from '#server/core/http/row-version.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { toCards } from '#server/features/catalogue/catalogue.public.ts'
import { photoNotice } from '#server/features/moderation/moderation.public.ts'
import type { Photo } from '#shared/contract/common.ts'
import { type Listing, ListingChanges, type SellerFacts } from '#shared/contract/listings.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { StoredListing } from './listings.db.ts'

/** A stored listing as the viewer gets it: moderation for its seller and administrators, the version for its seller. */
export async function presentListing(
  db: Db,
  listing: StoredListing,
  viewer: Viewer | null,
): Promise<Listing> {
  const { id, price, photos } = listing
  const [card] = await toCards(db, [
    { ...listing, listingId: id, listingPrice: price, photoCount: photos.length },
  ])
  if (!card) throw notFound()
  const seesModeration = viewer?.role === 'ADMIN' || viewer?.id === listing.sellerId
  return {
    ...card,
    ...writtenIn(listing),
    photos,
    sellerFacts: factsOf(listing),
    reserved: listing.isReserved,
    ...(seesModeration ? moderationOf(listing) : notModerated),
    photoNotice: photoNotice(listing.photoMatch, viewer?.id === listing.sellerId),
    ...(viewer?.id === listing.sellerId && { version: versionOfListing(listing), ...endOf(listing) }),
  }
}

type SellerRow = Pick<StoredListing, 'sellerSince' | 'phoneVerifiedAt' | 'activeListings'>

export const factsOf = (seller: SellerRow): SellerFacts => ({
  memberSince: seller.sellerSince.toISOString(),
  phoneVerified: seller.phoneVerifiedAt !== null,
  activeListings: Math.min(seller.activeListings, limits.sellerListings),
})

type Editable = Exclude<keyof ListingChanges, 'photos' | 'version'>

/** The fields that an edit may change, except photos. */
export const editable = (Object.keys(ListingChanges.shape) as (keyof ListingChanges)[]).filter(
  (field): field is Editable => field !== 'photos' && field !== 'version',
)

export const urlsOf = (photos: Photo[]) => photos.map(({ url }) => url)

/** Changes with each of the owner's fields: an edit that began from another version is refused. */
export function versionOfListing(listing: Pick<StoredListing, Editable | 'photos'>): string {
  return versionOf([editable.map((field) => listing[field]), urlsOf(listing.photos)])
}

/** The owner's fields, except photos. */
function writtenIn(listing: StoredListing) {
  return Object.fromEntries(editable.map((field) => [field, listing[field]])) as Pick<StoredListing, Editable>
}

export const notModerated = {
  hiddenByModerator: false,
  moderationState: null,
  moderationReason: null,
  photoNotice: null,
}

/** The moderation state of a listing that its owner sees. */
export function moderationOf(
  listing: Pick<StoredListing, 'hiddenByModerator' | 'isPendingReview' | 'moderationReason' | 'photoMatch'>,
) {
  const { hiddenByModerator, isPendingReview, moderationReason, photoMatch } = listing
  const notice = { photoNotice: photoNotice(photoMatch, true) }
  if (!hiddenByModerator) return { ...notModerated, ...notice }
  const moderationState = isPendingReview ? ('PENDING_REVIEW' as const) : ('HIDDEN' as const)
  return { hiddenByModerator, moderationState, moderationReason, ...notice }
}

/** When the listing ends, or ended, in ISO 8601. */
export const endOf = ({ endsAt, endedAt }: Pick<StoredListing, 'endsAt' | 'endedAt'>) => ({
  endsAt: endsAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Of one that never was, and of one that was hidden: somebody may have its page open and press a button there. */
export const notFound = () => new AppError('NOT_FOUND', 'This listing is not available.')
