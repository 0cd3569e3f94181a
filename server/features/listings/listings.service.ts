import { keysetPage } from '#server/core/keyset-pages.ts'
import type { Authorized } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import { categoryExists, findCards, toCards } from '#server/features/catalogue/catalogue.public.ts'
import { deleteDraft } from '#server/features/drafts/drafts.public.ts'
import {
  findCopiedPhotos,
  flagPhotos,
  holdFlaggedPhone,
  holdListing,
  matchOf,
  publishOrHold,
  readDigest,
  suspectListing,
  suspectPhotos,
} from '#server/features/moderation/moderation.public.ts'
import { type PhotoOrigins, storedUrls } from '#server/features/uploads/uploads.public.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import type { Photo } from '#shared/contract/common.ts'
import type {
  Listing,
  ListingChanges,
  NewListing,
  OwnListing,
  OwnListingsTab,
  Renewal,
} from '#shared/contract/listings.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { isLgaOf } from '#shared/nigeria.ts'
import { ownListingsTabOf } from '#shared/own-listings-tab.ts'
import { containsEveryWord } from '#shared/text.ts'
import {
  findActiveOf,
  findModeration,
  findOfSeller,
  hideHeld,
  insertListing,
  type LockedListing,
  markDeleted,
  type StoredListing,
  setQuestionsEnabled,
  updateListing,
  writeRenewal,
} from './listings.db.ts'
import {
  editable,
  endOf,
  factsOf,
  moderationOf,
  notFound,
  notModerated,
  presentListing,
  urlsOf,
  versionOfListing,
} from './present-listing.ts'
import { resolvePhotos } from './resolve-photos.ts'
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

/**
 * Changes the given fields of the viewer's own listing, and holds it for review if it then copies another. `also` runs in the same
 * transaction. Throws STALE_VERSION if `changes.version` is older and the changes are not already stored; FORBIDDEN, NOT_FOUND or
 * GONE as `findOwnListing` does; FORBIDDEN for showing a listing that a moderator hid.
 */
export async function changeListing(
  { db, env }: Services,
  id: number,
  viewer: Viewer,
  changes: ListingChanges,
  origins: PhotoOrigins,
  also?: (tx: Tx) => Promise<void>,
): Promise<Listing> {
  await inTransaction(db, async (tx) => {
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
    const isVisible = !listing.hiddenByModerator && (changes.status ?? listing.status) === 'ACTIVE'
    const becomesVisible = isVisible && listing.status !== 'ACTIVE'
    const before =
      isVisible && !becomesVisible && changesText(listing, changes) ? await readDigest(tx, id) : null
    await updateListing(tx, listing, { ...changes, photos })
    const textChanged = becomesVisible || (before !== null && before !== (await readDigest(tx, id)))
    await reviewChanges(tx, env, listing, {
      isVisible,
      becomesVisible,
      textChanged,
      photos,
      price: changes.price,
    })
    await also?.(tx)
  })
  return readListing(db, id, viewer)
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
  const moderationReason = listing.endedAt
    ? await reviewChanges(tx, env, listing, { isVisible: true, becomesVisible: true, textChanged: true })
    : null
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

/** The fields by which a listing counts as a copy of another: those of copy_digest in the database. */
const copyDigestFields = ['title', 'description', 'categoryId', 'price'] as const

function changesText(listing: StoredListing, changes: ListingChanges): boolean {
  return copyDigestFields.some((field) => changes[field] !== undefined && changes[field] !== listing[field])
}

interface Changed {
  /** Others see the listing. */
  isVisible: boolean
  /** They did not before. */
  becomesVisible: boolean
  /** Its text changed, or becomes visible. */
  textChanged: boolean
  /** All its photos, if they were sent. */
  photos?: Photo[] | undefined
  price?: number | undefined
}

/**
 * Checks a changed listing for copied text and photos and, once it becomes visible, for a phone that is reported stolen, and hides it for
 * review on suspicion; returns the reason, or null. Photos that it had before are checked again, against older ones only, if the price changed or the listing becomes visible.
 */
async function reviewChanges(
  tx: Tx,
  env: Env,
  listing: Authorized<LockedListing>,
  { isVisible, becomesVisible, textChanged, photos = listing.photos, price = listing.price }: Changed,
): Promise<string | null> {
  const known = new Set(urlsOf(listing.photos))
  const added = urlsOf(photos).filter((url) => !known.has(url))
  const rechecksPhotos = isVisible && (becomesVisible || price !== listing.price)
  const kept = rechecksPhotos ? urlsOf(photos).filter((url) => known.has(url)) : []
  const newCopies = await findCopiedPhotos(tx, listing.sellerId, added)
  const copies = [...newCopies, ...(await findCopiedPhotos(tx, listing.sellerId, kept, { olderOnly: true }))]
  const suspicion =
    (textChanged ? await suspectListing(tx, env, listing.id) : null) ??
    (isVisible ? suspectPhotos(copies, { price, photos: urlsOf(photos) }) : null)
  if (suspicion) await hideHeld(tx, listing, suspicion.reason)
  // Without a suspicion only new photos are flagged: the others were when they were added.
  const heldAs = suspicion && (await holdListing(tx, listing, suspicion))
  await flagPhotos(tx, listing, suspicion ? copies : newCopies, heldAs)
  return suspicion?.reason ?? (becomesVisible ? await holdFlaggedPhone(tx, listing.id) : null)
}

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

/**
 * A page of the viewer's own listings, newest first, after the listing `cursor`; the new cursor is null on the last page. What chooses them
 * is read of all of them, and the cards of the page: a seller has thousands.
 */
export async function listOwn(
  db: Db,
  viewer: Viewer,
  {
    tab,
    search = '',
    cursor,
  }: { tab?: OwnListingsTab | undefined; search?: string | undefined; cursor?: number | undefined },
): Promise<{ listings: OwnListing[]; cursor: number | null }> {
  const own = await findOfSeller(db, viewer.id, cursor)
  const older = own
    .slice(own.findIndex(({ id }) => id === cursor) + 1)
    .filter(
      (one) => (tab === undefined || ownListingsTabOf(one) === tab) && containsEveryWord(one.title, search),
    )
  const { items, cursor: next } = keysetPage(older, limits.ownListings.atOnce, ({ id }) => id)
  const ids = items.map(({ id }) => id)
  const cards = new Map((await findCards(db, ids)).map((card) => [card.id, card]))
  const moderation = await findModeration(db, ids)
  const listings = items.flatMap(({ id, ...end }) => {
    const card = cards.get(id)
    if (!card) return []
    const moderated = moderation.get(id)
    return { ...card, ...(moderated ? moderationOf(moderated) : notModerated), ...endOf(end) }
  })
  return { listings, cursor: next }
}

/** How many listings the viewer has, and how many of each tab have these words in their titles. */
export async function countOwn(
  db: Db,
  viewer: Viewer,
  search = '',
): Promise<{ total: number; tabs: Record<OwnListingsTab, number> }> {
  const own = await findOfSeller(db, viewer.id)
  const found = Map.groupBy(
    own.filter(({ title }) => containsEveryWord(title, search)),
    ownListingsTabOf,
  )
  const count = (tab: OwnListingsTab) => found.get(tab)?.length ?? 0
  const tabs = {
    active: count('active'),
    sold: count('sold'),
    hidden: count('hidden'),
    expired: count('expired'),
  }
  return { total: own.length, tabs }
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

async function checkCategory(db: Db, id: number): Promise<void> {
  if (!(await categoryExists(db, id))) throw invalidField('categoryId', 'Please select a category')
}

/** A state or an LGA changed alone must still fit the other. */
function checkPlace(listing: StoredListing, { state, lga }: ListingChanges): void {
  if (state === undefined && lga === undefined) return
  if (!isLgaOf(state ?? listing.state, lga ?? listing.lga)) throw invalidField('lga', 'Please select an LGA')
}
