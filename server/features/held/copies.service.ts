import type { Db, Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import type { HoldRule } from '#shared/contract/held.ts'
import { limits } from '#shared/limits.ts'
import { type Alike, digestSome, findAlikeListing, judgeNew, readDigest } from './copies.db.ts'
import { insertListingHold } from './holds.db.ts'
import { lockQuotasAndText, lockTextOf } from './quotas.db.ts'
import { alone, fullBy, questionOf } from './quotas.service.ts'
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

/**
 * Publishes a listing in a transaction of its own: `write` is told why it is to be looked at before others see it, or null. Throws
 * RATE_LIMITED where the seller published as many as they may in a day.
 */
export async function publishJudged<T extends { id: number }>(
  { db, env }: { db: Db; env: Env },
  text: Text,
  write: (tx: Tx, suspicion: Suspicion | null) => Promise<T>,
): Promise<T> {
  const { sellerId, description } = text
  const most = numbers(env)
  const publish = async (tx: Tx) => {
    const found = await judgeNew(tx, { ...text, ...most, ...questionOf(env, sellerId, 'LISTINGS') })
    const full = fullBy(env, 'LISTINGS', found)
    if (full) return full
    const suspicion = judge(found, most)
    const made = await write(tx, suspicion)
    if (suspicion) await holdListing(tx, { id: made.id, sellerId }, suspicion)
    return made
  }
  return alone(db, sellerId, publish, (tx) => lockQuotasAndText(tx, { userId: sellerId, description }))
}

/**
 * Changes a listing in a transaction in which none of its seller's is published or changed: what `suspectListing` counts there is
 * so until the end.
 */
export async function changeJudged(
  db: Db,
  sellerId: number,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await alone(db, sellerId, change)
}

/**
 * Whether a listing, as it is stored in this transaction (see `changeJudged`), is to be looked at; null where it may be shown.
 */
export async function suspectListing(tx: Tx, env: Env, id: number): Promise<Suspicion | null> {
  const most = numbers(env)
  await lockTextOf(tx, id)
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

/** How the sentence begins that the owner of a listing reads while it waits; why follows after a colon. */
const heldNote = 'We look at this listing before others can see it'

function judge(
  { copies, copyId, others, otherId }: Alike,
  most: { own: number; others: number },
): Suspicion | null {
  if (others >= most.others) {
    const reason = `${heldNote}: another seller has a listing with this description.`
    return { rule: 'TEXT_OF_ANOTHER', likeId: otherId, reason }
  }
  if (copies < most.own) return null
  const listings = copies === 1 ? 'an active listing that says' : `${copies} active listings that say`
  return { rule: 'COPIES', likeId: copyId, reason: `${heldNote}: you have ${listings} the same.` }
}

/** Listings in one statement, and statements in one run. */
const batch = 2000
const runs = 10

/** Gives listings of before their digests, the newest first, a part at a time. */
export async function digestBacklog(db: Db): Promise<void> {
  for (let run = 0; run < runs; run += 1) if (!(await digestSome(db, batch))) return
}
