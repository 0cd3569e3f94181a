import type { Authorized } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import { categoryExists, toCards } from '#server/features/catalogue/catalogue.public.ts'
import { deleteDraft } from '#server/features/drafts/drafts.public.ts'
import { findCopiedPhotos, matchOf, publishOrHold } from '#server/features/moderation/moderation.public.ts'
import { type PhotoOrigins, storedUrls } from '#server/features/uploads/uploads.public.ts'
import type { Listing, ListingChanges, NewListing, Renewal } from '#shared/contract/listings.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { isLgaOf } from '#shared/nigeria.ts'
import {
  insertListing,
  type LockedListing,
  markDeleted,
  type StoredListing,
  setQuestionsEnabled,
  writeRenewal,
} from './listings.db.ts'
import {
  editable,
  endOf,
  factsOf,
  moderationOf,
  notFound,
  presentListing,
  urlsOf,
  versionOfListing,
} from './present-listing.ts'
import { resolvePhotos } from './resolve-photos.ts'
import { reviewRenewed, writeReviewed } from './reviewed-changes.service.ts'
import { findOwnListing, readListing } from './visible-listings.service.ts'

interface Services {
  db: Db
  env: Env
}

/**
 * Publishes a listing: it is live at once, or held for review if it copies others. Throws RATE_LIMITED when the seller's
 * daily quota is used up, GONE where its draft is no longer there.
 */
export async function publishListing(
  { db, env }: Services,
  seller: Viewer,
  { draftId, ...draft }: NewListing,
  origins: PhotoOrigins,
): Promise<Listing> {
  const urls = storedUrls(draft.photos, origins)
  const [copies] = await Promise.all([
    findCopiedPhotos(db, seller.id, urls),
    checkCategory(db, draft.categoryId),
  ])
  const { row, photos, heldFor, flagged } = await publishOrHold(
    { db, env },
    { ...draft, sellerId: seller.id, photos: urls, copies },
    async (tx, suspicion) => {
      if (draftId !== undefined && !(await deleteDraft(tx, seller.id, draftId))) throw draftGone()
      // Until the transaction ends, no sweep deletes them.
      const photos = await resolvePhotos(tx, seller.id, draft.photos, origins)
      const reason = suspicion?.reason ?? null
      const written = await insertListing(tx, seller.id, { ...draft, photos }, reason)
      return {
        id: written.listingId,
        row: written,
        photos,
        heldFor: reason,
        flagged: suspicion ? undefined : copies[0],
      }
    },
  )
  const [card] = await toCards(db, [row])
  if (!card) throw notFound()
  const moderation = moderationOf({
    hiddenByModerator: heldFor !== null,
    isPendingReview: true,
    moderationReason: heldFor,
    photoMatch: flagged ? matchOf(flagged, urls) : null,
  })
  const written = { ...draft, photos }
  return {
    ...card,
    ...written,
    ...moderation,
    sellerFacts: factsOf({ ...row, activeListings: row.activeListings + (heldFor ? 0 : 1) }),
    reserved: false,
    version: versionOfListing({ ...written, status: card.status }),
    ...endOf({ endsAt: row.endsAt, endedAt: null }),
  }
}

const draftGone = () =>
  new AppError(
    'GONE',
    'Its draft was published or deleted meanwhile, here or on another device. Look under My Listings. To publish this one too, send it again.',
  )

/** A change of the viewer's own listing, and where the addresses of its photos may lead (see photoOrigins). */
interface OwnChange {
  id: number
  viewer: Viewer
  changes: ListingChanges
  origins: PhotoOrigins
}

/**
 * Changes the given fields of the viewer's own listing, and holds it for review if it then copies another. Throws STALE_VERSION if
 * `changes.version` is older and the changes are not already stored; FORBIDDEN, NOT_FOUND or GONE as `findOwnListing` does; FORBIDDEN
 * for showing a listing that a moderator hid.
 */
export async function changeListing({ db, env }: Services, change: OwnChange): Promise<Listing> {
  await inTransaction(db, (tx) => changeWithin(tx, env, change))
  return readListing(db, change.id, change.viewer)
}

/** Like `changeListing`, in the caller's transaction. */
export async function changeWithin(
  tx: Tx,
  env: Env,
  { id, viewer, changes, origins }: OwnChange,
): Promise<void> {
  const listing = await findOwnListing(tx, id, viewer)
  const isStale = changes.version !== undefined && changes.version !== versionOfListing(listing)
  // A retry after a lost response finds its changes made.
  if (isStale && differs(listing, changes, origins)) throw stale(await presentListing(tx, listing, viewer))
  if (listing.hiddenByModerator && changes.status && changes.status !== 'HIDDEN') {
    throw forbiddenByModerator(listing)
  }
  if (changes.categoryId !== undefined) await checkCategory(tx, changes.categoryId)
  checkPlace(listing, changes)
  const photos =
    changes.photos && (await resolvePhotos(tx, viewer.id, changes.photos, origins, listing.photos))
  await writeReviewed(tx, env, listing, { ...changes, photos })
}

/**
 * Lets the viewer's own listing run for its full time from now, whether it is active or ended; one that ended is compared with others
 * again, as one that is shown anew. Throws CONFLICT for a listing that its owner sold or hid, else like `changeListing`.
 */
export async function renewListing({ db, env }: Services, id: number, viewer: Viewer): Promise<Renewal> {
  return inTransaction(db, async (tx) => renew(tx, env, await findOwnListing(tx, id, viewer)))
}

/** Renews a listing that the caller locked. Throws like `renewListing`. */
export async function renew(tx: Tx, env: Env, listing: Authorized<LockedListing>): Promise<Renewal> {
  if (listing.hiddenByModerator) throw forbiddenByModerator(listing)
  if (listing.status !== 'ACTIVE' && !listing.endedAt)
    throw new AppError(
      'CONFLICT',
      'Show the listing again first: only listings that are for sale can be renewed.',
    )
  const { endsAt, movedToTop, topAgainAt } = await writeRenewal(tx, listing)
  const moderationReason = listing.endedAt ? await reviewRenewed(tx, env, listing) : null
  return {
    endsAt: endsAt.toISOString(),
    movedToTop,
    topAgainAt: topAgainAt.toISOString(),
    moderationReason,
  }
}

function differs(
  listing: StoredListing,
  { photos, ...changes }: ListingChanges,
  origins: PhotoOrigins,
): boolean {
  const photosDiffer =
    photos !== undefined && storedUrls(photos, origins).join() !== urlsOf(listing.photos).join()
  return (
    photosDiffer ||
    editable.some((field) => changes[field] !== undefined && changes[field] !== listing[field])
  )
}

const stale = (current: Listing) =>
  new AppError(
    'STALE_VERSION',
    'This listing was changed while you edited it. Look at what changed, then save again.',
    { current },
  )

const forbiddenByModerator = ({ isPendingReview, moderationReason }: StoredListing) =>
  new AppError(
    'FORBIDDEN',
    isPendingReview
      ? `${moderationReason}`
      : 'Our moderators hid this listing. It stays hidden until they show it again; you can appeal under My Listings.',
  )

/** Deletes the viewer's own listing; its page returns 410 from then on. */
export async function deleteListing(db: Db, id: number, viewer: Viewer): Promise<void> {
  await inTransaction(db, async (tx) => {
    await markDeleted(tx, await findOwnListing(tx, id, viewer))
  })
}

/** Sets the questions switch of the viewer's own listing to `wanted`, or toggles it; returns its state. Throws like `changeListing`. */
export async function toggleQuestions(
  db: Db,
  id: number,
  viewer: Viewer,
  wanted?: boolean,
): Promise<boolean> {
  return inTransaction(db, async (tx) =>
    setQuestionsEnabled(tx, await findOwnListing(tx, id, viewer), wanted),
  )
}

async function checkCategory(db: Db, id: number): Promise<void> {
  if (!(await categoryExists(db, id))) throw invalidField('categoryId', 'Please select a category')
}

/** A state or an LGA changed alone must still fit the other. */
function checkPlace(listing: StoredListing, { state, lga }: ListingChanges): void {
  if (state === undefined && lga === undefined) return
  if (!isLgaOf(state ?? listing.state, lga ?? listing.lga)) throw invalidField('lga', 'Please select an LGA')
}
