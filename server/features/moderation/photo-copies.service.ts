import type { Db, Tx } from '#server/db/pool.ts'
import { thresholds } from '#shared/thresholds.ts'
import {
  findPhotoCopies,
  insertPhotoMatches,
  mergeFlags,
  type PhotoCopy,
  type PhotoMatch,
} from './photo-copies.db.ts'
import { insertHold, type Suspicion } from './queue-items.db.ts'

/**
 * Photos that a listing would share with another seller's, the nearest match of each. `olderOnly` leaves out photos that were uploaded
 * after the seller's own.
 */
export async function findCopiedPhotos(
  db: Db,
  sellerId: number,
  photos: string[],
  { olderOnly = false }: { olderOnly?: boolean } = {},
): Promise<PhotoCopy[]> {
  const { newAccountDays } = thresholds.copiedPhotos
  return photos.length === 0 ? [] : findPhotoCopies(db, { sellerId, photos, newAccountDays, olderOnly })
}

/** How the reason of every held listing begins. */
export const heldNote = 'We look at this listing before others can see it'

/** The match of one of these photos, not yet compared by a moderator. */
export function matchOf({ photo, title }: PhotoCopy, photos: string[]): PhotoMatch {
  return { number: photos.indexOf(photo) + 1, count: photos.length, isConfirmed: false, title }
}

/**
 * Why a listing with these copies must be reviewed before it is shown; null if flagging it is enough. `photos` are all of
 * its photos, `price` is in kobo.
 */
export function suspectPhotos(
  copies: PhotoCopy[],
  { price, photos }: { price: number; photos: string[] },
): Suspicion | null {
  const { lowPrice } = thresholds.copiedPhotos
  const copy = copies.find((each) => each.isNewAccount || price < each.price * lowPrice)
  return (
    (copy && {
      rule: 'PHOTO_OF_ANOTHER',
      similarId: copy.matchedListingId,
      reason: `${heldNote}: ${appears('a photo of it', matchOf(copy, photos))}. Use photos that you took yourself.`,
    }) ??
    null
  )
}

/** 'a photo of it (photo 2) also appears in another seller's listing “Red sofa”'. */
function appears(what: string, { number, count, title }: PhotoMatch): string {
  const which = count > 1 ? ` (photo ${number})` : ''
  return `${what}${which} also appears in another seller's listing${title === null ? '' : ` “${title}”`}`
}

/**
 * The note on a listing's page about a photo that also appears elsewhere: for the owner at once, with advice; for others after a
 * moderator confirmed it. Null if there is none.
 */
export function photoNotice(match: PhotoMatch | null, isOwn: boolean): string | null {
  if (!match) return null
  const { isConfirmed, number, count } = match
  if (isOwn)
    return `${appears('A photo of this listing', match)}. ${isConfirmed ? 'Buyers see this note.' : 'Our moderators will compare the two.'} Replace it with a photo that you took yourself, and this note goes away.`
  const which = count > 1 ? ` (photo ${number} of ${count})` : ''
  return isConfirmed ? `This photo also appears in another seller's listing${which}.` : null
}

/** Adds copied photos to the review queue: to the hold of a listing that waits, or as an item of their own. */
export async function flagPhotos(
  tx: Tx,
  { id, sellerId }: { id: number; sellerId: number },
  copies: PhotoCopy[],
  heldAs: number | null,
): Promise<void> {
  const [first] = copies
  if (!first) return
  const holdId =
    heldAs ??
    (await insertHold(tx, {
      kind: 'PHOTO',
      rule: 'PHOTO_OF_ANOTHER',
      listingId: id,
      ownerId: sellerId,
      similarId: first.matchedListingId,
    }))
  await insertPhotoMatches(tx, { holdId, listingId: id }, copies)
  if (heldAs !== null) await mergeFlags(tx, { holdId, listingId: id })
}
