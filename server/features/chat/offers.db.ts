import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { type Message, type Offer, OfferStatus } from '#shared/contract/chat.ts'
import { isSeenBy } from './threads.db.ts'

const Market = z.strictObject({ isForSale: z.boolean(), hasOpenDeal: z.boolean() })
type Market = z.output<typeof Market>

/**
 * Locks the listing of an offer's conversation: a concurrent sale or deletion waits, then ends the offer. Before the conversation is locked,
 * as a proposal of a deal does, so that the two wait for each other instead of locking crosswise.
 */
export async function lockListing(tx: Tx, of: { threadId: number } | { messageId: number }): Promise<void> {
  const threadId =
    'threadId' in of
      ? sql`${of.threadId}`
      : sql`(select thread_id from offers where message_id = ${of.messageId})`
  await sql`select from listings
    where id = (select listing_id from threads where id = ${threadId}) for share`.execute(tx)
}

/** The state that decides whether a thread's listing takes offers. Call it after `lockListing`. */
export async function readMarket(tx: Tx, threadId: number): Promise<Market> {
  return typedSql(
    Market,
    sql`select l.status = 'ACTIVE' and l.deleted_at is null as "isForSale",
      exists (select from deals where thread_id = t.id and status in ('PROPOSED', 'ACCEPTED')) as "hasOpenDeal"
    from threads t join listings l on l.id = t.listing_id
    where t.id = ${threadId}`,
  ).one(tx)
}

/** Ends the thread's pending offer: as COUNTERED if the other party makes the new one, as WITHDRAWN if its author does. */
export async function replacePending(tx: Tx, threadId: number, senderId: number): Promise<void> {
  await sql`update offers
    set status = case when sender_id = ${senderId} then 'WITHDRAWN' else 'COUNTERED' end, ended_at = now()
    where thread_id = ${threadId} and status = 'PENDING'`.execute(tx)
}

/** Ends the offer without an answer of a thread whose deal was completed. */
export async function closePending(tx: Tx, threadId: number): Promise<void> {
  await sql`update offers set status = 'CLOSED', ended_at = now()
    where thread_id = ${threadId} and status = 'PENDING'`.execute(tx)
}

export async function insertOffer(
  tx: Tx,
  { id, threadId, senderId }: Pick<Message, 'id' | 'threadId' | 'senderId'>,
  price: number,
): Promise<void> {
  await tx
    .insertInto('offers')
    .values({ message_id: id, thread_id: threadId, sender_id: senderId, price })
    .execute()
}

export async function findOffer(tx: Tx, messageId: number): Promise<Offer | null> {
  const offer = await tx
    .selectFrom('offers')
    .select(['price', 'status'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return offer ?? null
}

const LockedOffer = z.strictObject({
  threadId: z.int(),
  senderId: z.int(),
  price: z.int(),
  status: OfferStatus,
})

/** An offer of a conversation of the viewer, null for anybody else. Its thread is locked, as by a message that is written. */
export async function lockOffer(
  tx: Tx,
  messageId: number,
  viewerId: number,
): Promise<z.output<typeof LockedOffer> | null> {
  await sql`select from threads t
    where t.id = (select thread_id from offers where message_id = ${messageId}) and ${isSeenBy(viewerId)}
    for no key update`.execute(tx)
  return typedSql(
    LockedOffer,
    sql`select o.thread_id as "threadId", o.sender_id as "senderId", o.price, o.status
    from offers o
    join threads t on t.id = o.thread_id
    where o.message_id = ${messageId} and ${isSeenBy(viewerId)}`,
  ).first(tx)
}

/** Ends a pending offer; returns false if a trigger (sale, block, closed account) ended it meanwhile. */
export async function endOffer(tx: Tx, messageId: number, status: OfferStatus): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('offers')
    .set({ status, ended_at: sql<Date>`now()` })
    .where('message_id', '=', messageId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
