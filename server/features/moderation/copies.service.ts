import { scaleLimit } from '#server/bounds.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { thresholds } from '#shared/thresholds.ts'
import {
  fillSomeCopyDigests,
  findSimilarToListing,
  findSimilarToNew,
  type ListingContent,
  type SimilarListings,
} from './copies.db.ts'
import type { PhotoCopy } from './photo-copies.db.ts'
import { flagPhotos, heldNote, suspectPhotos } from './photo-copies.service.ts'
import { insertHold, type Suspicion } from './queue-items.db.ts'
import { lockQuotasAndText, lockTextOf } from './quotas.db.ts'
import { quotaError, usageQuery, withQuotaLock } from './quotas.service.ts'

const copyLimits = (env: Env) => ({
  own: scaleLimit(env, thresholds.copies.own),
  others: scaleLimit(env, thresholds.copies.others),
  minLength: thresholds.copies.description,
})

/**
 * Publishes a listing in its own transaction. `photos`: their addresses; `copies`: those that another seller has. `write` gets the
 * reason to hold it for review, or null. Throws RATE_LIMITED when the seller's daily quota is used up.
 */
export async function publishOrHold<T extends { id: number }>(
  { db, env }: { db: Db; env: Env },
  { copies, ...text }: ListingContent & { photos: string[]; copies: PhotoCopy[] },
  write: (tx: Tx, suspicion: Suspicion | null) => Promise<T>,
): Promise<T> {
  const { sellerId, description } = text
  const limit = copyLimits(env)
  const publish = async (tx: Tx) => {
    const found = await findSimilarToNew(tx, { ...text, ...limit, ...usageQuery(env, sellerId, 'LISTINGS') })
    const full = quotaError(env, 'LISTINGS', found)
    if (full) return full
    const suspicion = judge(found, limit) ?? suspectPhotos(copies, text)
    const made = await write(tx, suspicion)
    const listing = { id: made.id, sellerId }
    await flagPhotos(tx, listing, copies, suspicion && (await holdListing(tx, listing, suspicion)))
    return made
  }
  return withQuotaLock(db, sellerId, publish, (tx) =>
    lockQuotasAndText(tx, { userId: sellerId, description }),
  )
}

/**
 * Why a listing, as stored in this transaction, must be reviewed; null if it may be shown. Nobody publishes or changes another listing
 * with its description before the transaction ends.
 */
export async function suspectListing(tx: Tx, env: Env, id: number): Promise<Suspicion | null> {
  const limit = copyLimits(env)
  await lockTextOf(tx, id)
  return judge(await findSimilarToListing(tx, { id, ...limit }), limit)
}

/** Adds a hidden listing to the review queue; returns the item's id. */
export async function holdListing(
  tx: Tx,
  { id, sellerId }: { id: number; sellerId: number },
  { rule, similarId }: Suspicion,
): Promise<number> {
  return insertHold(tx, { kind: 'LISTING', listingId: id, ownerId: sellerId, rule, similarId })
}

function judge(
  { copies, copyId, others, otherId }: SimilarListings,
  limit: { own: number; others: number },
): Suspicion | null {
  if (others >= limit.others) {
    const reason = `${heldNote}: another seller has a listing with this description.`
    return { rule: 'TEXT_OF_ANOTHER', similarId: otherId, reason }
  }
  if (copies < limit.own) return null
  const listings = copies === 1 ? 'an active listing that says' : `${copies} active listings that say`
  return { rule: 'COPIES', similarId: copyId, reason: `${heldNote}: you have ${listings} the same.` }
}

/** Listings per statement; statements per run. */
const batchSize = 2000
const batchesPerRun = 100

/** Adds digests to older listings, newest first, in batches. */
export async function fillCopyDigests(db: Db): Promise<void> {
  for (let run = 0; run < batchesPerRun; run += 1) if (!(await fillSomeCopyDigests(db, batchSize))) return
}
