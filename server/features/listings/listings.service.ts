import type { Once } from '#server/core/implement.ts'
import { type Authorized, authorizeOwner } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { versionOf } from '#server/core/version.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import { categoryExists, readCards, toCards } from '#server/features/catalogue/catalogue.service.ts'
import {
  changeJudged,
  digestOf,
  holdListing,
  publishJudged,
  suspectListing,
} from '#server/features/held/copies.service.ts'
import type { PhotoPlaces } from '#server/features/uploads/photos.service.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { Listing, ListingChanges, ListingDraft, OwnListing } from '#shared/contract/listings.ts'
import { AppError } from '#shared/errors.ts'
import { isLgaOf } from '#shared/nigeria.ts'
import {
  findIdsOfSeller,
  findListing,
  findListingForUpdate,
  findModeration,
  hasSeenListing,
  hideHeld,
  insertListing,
  type LockedListing,
  markDeleted,
  type StoredListing,
  setQuestionsEnabled,
  updateListing,
} from './listings.db.ts'
import { resolvePhotos } from './photos.ts'

/**
 * A listing as the viewer may see it. Throws NOT_FOUND where it is hidden from them or its seller is away (banned, or leaving),
 * NO_LONGER_AVAILABLE instead for whoever saved it or talked about it, GONE where it was deleted.
 */
export async function readListing(
  db: Db,
  id: number,
  viewer: Viewer | null,
  once: Once = (_, read) => read(),
): Promise<Listing> {
  const listing = await findKnownListing(db, id, viewer, once)
  if (!isVisible(listing, viewer)) throw noLongerAvailable()
  if (listing.deletedAt) throw gone()
  return present(db, listing, viewer)
}

/** The same for what a deleted listing still answers to: it does not throw GONE. */
export async function findVisibleListing(
  db: Db,
  id: number,
  viewer: Viewer | null,
  once?: Once,
): Promise<StoredListing> {
  const find = () => findListing(db, id)
  return requireVisible(await (once ? once(`listing ${id}`, find) : find()), viewer)
}

/** The listing, where the viewer may know of it: they see it, or had saved it or talked about it. Throws NOT_FOUND. */
export async function findKnownListing(
  db: Db,
  id: number,
  viewer: Viewer | null,
  once: Once,
): Promise<StoredListing> {
  const listing = await once(`listing ${id}`, () => findListing(db, id))
  if (!listing || !viewer || isVisible(listing, viewer)) return requireVisible(listing, viewer)
  const hasSeen = await once(`listing ${id} was seen`, () => hasSeenListing(db, id, viewer.id))
  if (!hasSeen) throw notFound()
  return listing
}

/** The listing, where the viewer may see it or that it was deleted. Throws NOT_FOUND. */
export function requireVisible<T extends Shown>(listing: T | null, viewer: Viewer | null): T {
  if (!listing || !isVisible(listing, viewer)) throw notFound()
  return listing
}

type Shown = Pick<StoredListing, 'sellerId' | 'sellerIsAway' | 'status'>

function isVisible(listing: Shown, viewer: Viewer | null): boolean {
  const isPublic = !listing.sellerIsAway && listing.status !== 'HIDDEN'
  return isPublic || viewer?.role === 'ADMIN' || viewer?.id === listing.sellerId
}

interface Services {
  db: Db
  env: Env
}

/**
 * Publishes a listing: it is live at once, or hidden where it is like others and waits for an administrator. Throws
 * RATE_LIMITED where the seller published as many as they may in a day.
 */
export async function publishListing(
  { db, env }: Services,
  seller: Viewer,
  draft: ListingDraft,
  places: PhotoPlaces,
): Promise<Listing> {
  await checkCategory(db, draft.categoryId)
  const photos = await resolvePhotos(db, seller.id, draft.photos, places)
  const { row, heldFor } = await publishJudged(
    { db, env },
    { ...draft, sellerId: seller.id },
    async (tx, suspicion) => {
      const reason = suspicion?.reason ?? null
      const written = await insertListing(tx, seller.id, { ...draft, photos }, reason)
      return { id: written.listingId, row: written, heldFor: reason }
    },
  )
  const [card] = await toCards(db, [row])
  if (!card) throw notFound()
  const moderation =
    heldFor === null ? notModerated : moderationOf({ isPendingReview: true, moderationReason: heldFor })
  const stored = { ...card, ...draft, photos }
  return { ...card, photos, description: draft.description, ...moderation, version: versionOfListing(stored) }
}

/**
 * Changes one's own listing; where it then is like others, it is hidden until an administrator has looked at it. Throws
 * STALE_VERSION where it is no longer what the edit began with, FORBIDDEN for whose it is not (NOT_FOUND where they may not see it),
 * or when it was hidden by an administrator.
 */
export async function changeListing(
  { db, env }: Services,
  id: number,
  viewer: Viewer,
  changes: ListingChanges,
  places: PhotoPlaces,
): Promise<Listing> {
  const change = async (tx: Tx) => {
    const listing = await findOwnListing(tx, id, viewer)
    const isStale = changes.version !== undefined && changes.version !== versionOfListing(listing)
    // What was sent again because its answer was lost finds everything as it wants it.
    if (isStale && differs(listing, changes)) throw stale(await present(tx, listing, viewer))
    if (listing.hiddenByModerator && changes.status && changes.status !== 'HIDDEN') {
      throw new AppError(
        'FORBIDDEN',
        listing.isPendingReview ? `${listing.moderationReason}` : hiddenByModerator,
      )
    }
    if (changes.categoryId !== undefined) await checkCategory(tx, changes.categoryId)
    checkPlace(listing, changes)
    const photos =
      changes.photos && (await resolvePhotos(tx, viewer.id, changes.photos, places, listing.photos))
    const isShown = !listing.hiddenByModerator && (changes.status ?? listing.status) === 'ACTIVE'
    const isShownAnew = isShown && listing.status !== 'ACTIVE'
    const before = isShown && !isShownAnew && saysElse(listing, changes) ? await digestOf(tx, id) : null
    await updateListing(tx, listing, { ...changes, photos })
    if (isShownAnew || (before !== null && before !== (await digestOf(tx, id))))
      await holdBack(tx, env, listing)
  }
  if (changes.status === 'ACTIVE' || whatCopies.some((field) => changes[field] !== undefined))
    await changeJudged(db, viewer.id, change)
  else await inTransaction(db, change)
  return readListing(db, id, viewer)
}

/** What an edit may change, beside the photos. */
const editable = [
  ...(['title', 'description', 'categoryId', 'price', 'priceType', 'condition', 'state', 'lga'] as const),
  'status',
] as const

const urlsOf = (photos: Photo[]) => photos.map(({ url }) => url)

function versionOfListing(listing: Pick<StoredListing, (typeof editable)[number] | 'photos'>): string {
  return versionOf([editable.map((field) => listing[field]), urlsOf(listing.photos)])
}

/** Whether a change would change anything. */
function differs(listing: StoredListing, { photos, ...changes }: ListingChanges): boolean {
  const hasOthers = photos !== undefined && photos.join() !== urlsOf(listing.photos).join()
  return (
    hasOthers || editable.some((field) => changes[field] !== undefined && changes[field] !== listing[field])
  )
}

const stale = (current: Listing) =>
  new AppError(
    'STALE_VERSION',
    'This listing was changed while you edited it. Look at what changed, then save again.',
    { current },
  )

/** What makes two listings the same offer: copy_digest of the database. */
const whatCopies = ['title', 'description', 'categoryId', 'price'] as const

function saysElse(listing: StoredListing, changes: ListingChanges): boolean {
  return whatCopies.some((field) => changes[field] !== undefined && changes[field] !== listing[field])
}

/** Hides a listing, as it is stored now, where it is like others. */
async function holdBack(tx: Tx, env: Env, listing: Authorized<LockedListing>): Promise<void> {
  const suspicion = await suspectListing(tx, env, listing.id)
  if (!suspicion) return
  await hideHeld(tx, listing, suspicion.reason)
  await holdListing(tx, listing, suspicion)
}

const hiddenByModerator =
  'An administrator hid this listing. It stays hidden until an administrator shows it again.'

const notModerated = { hiddenByModerator: false, moderationState: null, moderationReason: null }

/** What the owner of a listing that moderation hid is told of it. */
function moderationOf({
  isPendingReview,
  moderationReason,
}: Pick<StoredListing, 'isPendingReview' | 'moderationReason'>) {
  const moderationState = isPendingReview ? ('PENDING_REVIEW' as const) : ('HIDDEN' as const)
  return { hiddenByModerator: true, moderationState, moderationReason }
}

/** Deletes one's own listing; its page answers 410 from then on. */
export async function deleteListing(db: Db, id: number, viewer: Viewer): Promise<void> {
  await inTransaction(db, async (tx) => {
    await markDeleted(tx, await findOwnListing(tx, id, viewer))
  })
}

/** Turns questions on one's own listing off, or on again, or to what is `wanted`; returns whether they are on now. Throws as `changeListing` does. */
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

/** One's own listings of every status, the newest first. */
export async function listOwn(db: Db, viewer: Viewer): Promise<OwnListing[]> {
  const cards = await readCards(db, await findIdsOfSeller(db, viewer.id, false))
  const moderation = await findModeration(db, viewer.id)
  return cards.map((card) => {
    const hidden = moderation.get(card.id)
    return { ...card, ...(hidden ? moderationOf(hidden) : notModerated) }
  })
}

/** What the public sees of a seller's listings, the newest first. The caller has checked that the seller is not banned. */
export async function listActiveOf(db: Db, sellerId: number): Promise<ListingCard[]> {
  return readCards(db, await findIdsOfSeller(db, sellerId, true))
}

async function findOwnListing(tx: Db, id: number, viewer: Viewer): Promise<Authorized<LockedListing>> {
  const listing = await findListingForUpdate(tx, id)
  if (!listing || !isVisible(listing, viewer)) throw notFound()
  const own = authorizeOwner(listing, listing.sellerId, viewer, 'You can only edit your own listings')
  if (own.deletedAt) throw gone()
  return own
}

async function present(db: Db, listing: StoredListing, viewer: Viewer | null): Promise<Listing> {
  const [card] = await readCards(db, [listing.id])
  if (!card) throw notFound()
  const tellsModeration = viewer?.role === 'ADMIN' || viewer?.id === listing.sellerId
  return {
    ...card,
    photos: listing.photos,
    description: listing.description,
    ...(tellsModeration && listing.hiddenByModerator ? moderationOf(listing) : notModerated),
    ...(viewer?.id === listing.sellerId && { version: versionOfListing(listing) }),
  }
}

async function checkCategory(db: Db, id: number): Promise<void> {
  if (!(await categoryExists(db, id))) throw invalid('categoryId', 'Please select a category')
}

/** A state or an LGA that is changed alone must still fit the other. */
function checkPlace(listing: StoredListing, { state, lga }: ListingChanges): void {
  if (state === undefined && lga === undefined) return
  if (!isLgaOf(state ?? listing.state, lga ?? listing.lga)) throw invalid('lga', 'Please select an LGA')
}

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', message, { errors: [{ path, message }] })
const notFound = () => new AppError('NOT_FOUND', 'There is no such listing.')
const noLongerAvailable = () => new AppError('NO_LONGER_AVAILABLE', 'This listing is no longer available.')
const gone = () => new AppError('GONE', 'This listing was deleted.')
