import type { Authorized } from '#server/core/session/authorize.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import {
  findCopiedPhotos,
  flagPhotos,
  holdFlaggedPhone,
  holdListing,
  readDigest,
  suspectListing,
  suspectPhotos,
} from '#server/features/moderation/moderation.public.ts'
import type { Photo } from '#shared/contract/common.ts'
import {
  type Changes,
  hideHeld,
  type LockedListing,
  type StoredListing,
  updateListing,
} from './listings.db.ts'
import { urlsOf } from './present-listing.ts'

/** Writes an owner's changes to a listing, and holds it for review on suspicion. */
export async function writeReviewed(
  tx: Tx,
  env: Env,
  listing: Authorized<LockedListing>,
  changes: Changes,
): Promise<void> {
  const { id } = listing
  const isVisible = !listing.hiddenByModerator && (changes.status ?? listing.status) === 'ACTIVE'
  const becomesVisible = isVisible && listing.status !== 'ACTIVE'
  const mayChangeDigest = isVisible && !becomesVisible && changesText(listing, changes)
  const before = mayChangeDigest ? await readDigest(tx, id) : null
  await updateListing(tx, listing, changes)
  const textChanged = becomesVisible || (before !== null && before !== (await readDigest(tx, id)))
  const { photos, price } = changes
  await review(tx, env, listing, { isVisible, becomesVisible, textChanged, photos, price })
}

/** Compares a listing that ended and was renewed with others, as one that is new; returns the reason why it is held for review, or null. */
export async function reviewRenewed(
  tx: Tx,
  env: Env,
  listing: Authorized<LockedListing>,
): Promise<string | null> {
  return review(tx, env, listing, { isVisible: true, becomesVisible: true, textChanged: true })
}

/** The fields by which a listing counts as a copy of another: those of copy_digest in the database. */
const copyDigestFields = ['title', 'description', 'categoryId', 'price'] as const

function changesText(listing: StoredListing, changes: Changes): boolean {
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
 * review on suspicion; returns the reason, or null. Photos that it had before are checked again, against older ones only, if the price
 * changed or the listing becomes visible.
 */
async function review(
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
