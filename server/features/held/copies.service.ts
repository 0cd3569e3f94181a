import type { Db, Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import type { HoldRule } from '#shared/contract/held.ts'
import { listingHeldNote } from '#shared/held-words.ts'
import { limits } from '#shared/limits.ts'
import { type Alike, digestSome, findAlike, findAlikeListing, readDigest } from './copies.db.ts'
import { insertListingHold } from './holds.db.ts'
import { scaled } from './scaled.ts'

/** Why a listing is held back. */
export interface Suspicion {
  rule: Exclude<HoldRule, 'SAME_MESSAGE'>
  /** The oldest listing that it is like. */
  likeId: number | null
  /** What its seller is told. */
  reason: string
}

interface Text {
  sellerId: number
  title: string
  description: string
  categoryId: number
  price: number
}

const numbers = (env: Env) => ({
  own: scaled(env, limits.copies.own),
  others: scaled(env, limits.copies.others),
  least: limits.copies.description,
})

/** Whether a new listing is to be looked at before others see it; null where it may be shown. */
export async function suspectNew(tx: Tx, env: Env, text: Text): Promise<Suspicion | null> {
  const most = numbers(env)
  return judge(await findAlike(tx, { ...text, ...most }), most)
}

/** The same of a listing as it is stored in this transaction. */
export async function suspectListing(tx: Tx, env: Env, id: number): Promise<Suspicion | null> {
  const most = numbers(env)
  return judge(await findAlikeListing(tx, { id, ...most }), most)
}

/** Puts a listing, hidden already, before the administrators. */
export async function holdListing(
  tx: Tx,
  { id, sellerId }: { id: number; sellerId: number },
  { rule, likeId }: Suspicion,
): Promise<void> {
  await insertListingHold(tx, { listingId: id, ownerId: sellerId, rule, likeId })
}

/** Equal while a listing says the same. */
export async function digestOf(tx: Tx, id: number): Promise<string | null> {
  return readDigest(tx, id)
}

function judge(
  { copies, copyId, others, otherId }: Alike,
  most: { own: number; others: number },
): Suspicion | null {
  if (others >= most.others) {
    const reason = `${listingHeldNote}: another seller has a listing with this description.`
    return { rule: 'TEXT_OF_ANOTHER', likeId: otherId, reason }
  }
  if (copies < most.own) return null
  const listings = copies === 1 ? 'an active listing that says' : `${copies} active listings that say`
  return { rule: 'COPIES', likeId: copyId, reason: `${listingHeldNote}: you have ${listings} the same.` }
}

/** Listings in one statement, and statements in one run. */
const batch = 2000
const runs = 10

/** Gives listings of before their digests, the newest first, a part at a time. */
export async function digestBacklog(db: Db): Promise<void> {
  for (let run = 0; run < runs; run += 1) if (!(await digestSome(db, batch))) return
}
