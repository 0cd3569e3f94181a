import { sql, type UpdateObject } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { closedFor, isSeenBy } from '#server/features/chat/chat.public.ts'
import { waitsInThread } from '#server/features/shield/shield.public.ts'
import { Thread } from '#shared/contract/chat.ts'
import { type Deal, DealStatus, type DealTerms } from '#shared/contract/deals.ts'
import { ListingStatus } from '#shared/contract/listing-values.ts'
import { thresholds } from '#shared/thresholds.ts'
import { DealRow, dealJson, toDeal } from './deal-columns.db.ts'

const Row = z.strictObject({ deal: DealRow })

/** A deal as one of its parties sees it; null for anybody else. */
export async function findDeal(db: Db, id: number, viewerId: number): Promise<Deal | null> {
  const [row] = await typedSql(
    Row,
    sql`select ${dealJson(viewerId)} as deal
      from deals d
      join listings l on l.id = d.listing_id
      join users s on s.id = d.seller_id
      join users b on b.id = d.buyer_id
      where d.id = ${id} and ${viewerId} in (d.seller_id, d.buyer_id)`,
  ).execute(db)
  return row ? toDeal(row.deal, viewerId) : null
}

const id = z.int()
const Conversation = z.strictObject({
  threadId: id,
  listingId: id,
  sellerId: id,
  buyerId: id,
  listingStatus: ListingStatus,
  closed: Thread.shape.closed,
  /** The viewer's messages to new people wait for a decision, and the other party is one. */
  waits: z.boolean(),
})
export type Conversation = z.output<typeof Conversation>

/**
 * The conversation of a deal, for one of its parties; null for anybody else. Its listing is locked until the transaction ends, so that
 * deals about one listing are made and changed one after the other.
 */
export async function lockConversation(
  tx: Tx,
  of: { threadId: number } | { dealId: number },
  viewerId: number,
): Promise<Conversation | null> {
  const threadId =
    'threadId' in of ? sql`${of.threadId}` : sql`(select thread_id from deals where id = ${of.dealId})`
  return typedSql(
    Conversation,
    sql`select t.id as "threadId", l.id as "listingId", t.seller_id as "sellerId", t.buyer_id as "buyerId", l.status as "listingStatus",
        ${closedFor(viewerId)} as closed, ${waitsInThread(sql`${viewerId}::int`)} as waits
      from threads t join listings l on l.id = t.listing_id
      where t.id = ${threadId} and ${isSeenBy(viewerId)}
      for no key update of l`,
  ).first(tx)
}

const LockedDeal = z.strictObject({
  status: DealStatus,
  version: z.int(),
  proposedBy: id,
  reserves: z.boolean(),
  isPast: z.boolean(),
  isTried: z.boolean(),
  endedBy: id.nullable(),
})
export type LockedDeal = z.output<typeof LockedDeal>

/** The state that decides whether a deal may change; locked until the transaction ends. Call it after `lockConversation`. */
export async function lockDeal(tx: Tx, dealId: number): Promise<LockedDeal> {
  return typedSql(
    LockedDeal,
    sql`select status, version, proposed_by as "proposedBy", reserves, meets_at < now() as "isPast",
        tried_at is not null as "isTried", ended_by as "endedBy"
      from deals where id = ${dealId} for update`,
  ).one(tx)
}

/** Whether a conversation has an open deal. */
export async function hasOpenDeal(tx: Tx, threadId: number): Promise<boolean> {
  const open = await tx
    .selectFrom('deals')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('status', 'in', ['PROPOSED', 'ACCEPTED'])
    .executeTakeFirst()
  return open !== undefined
}

/** Whether another deal reserves the listing. One whose time to be shown as reserved is over stops reserving it. */
export async function isReservedByOther(tx: Tx, listingId: number, dealId: number): Promise<boolean> {
  await tx
    .updateTable('deals')
    .set({ reserves: false })
    .where('listing_id', '=', listingId)
    .where('id', '<>', dealId)
    .where('status', '=', 'ACCEPTED')
    .where('reserves', '=', true)
    .where(
      'meets_at',
      '<=',
      sql<Date>`now() - make_interval(hours => ${sql.lit(thresholds.deal.reservedHours)})`,
    )
    .execute()
  const other = await tx
    .selectFrom('deals')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('id', '<>', dealId)
    .where('status', '=', 'ACCEPTED')
    .where('reserves', '=', true)
    .executeTakeFirst()
  return other !== undefined
}

/** Columns of the terms that `proposedBy` proposes. */
const termColumns = ({ meetsAt, ...terms }: DealTerms, proposedBy: number) => ({
  ...terms,
  meets_at: meetsAt,
  proposed_by: proposedBy,
})

export async function insertDeal(
  tx: Tx,
  { threadId, listingId, sellerId, buyerId }: Conversation,
  proposedBy: number,
  terms: DealTerms,
): Promise<number> {
  const made = await tx
    .insertInto('deals')
    .values({
      thread_id: threadId,
      listing_id: listingId,
      seller_id: sellerId,
      buyer_id: buyerId,
      ...termColumns(terms, proposedBy),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The conversation moves to the top of both lists, as with a message. now() is when the transaction began: a message may be newer.
  await tx
    .updateTable('threads')
    .set({ last_message_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', threadId)
    .execute()
  return made.id
}

const now = sql<Date>`now()`
const nextVersion = sql<number>`version + 1`

/** Writes columns of a deal that `lockDeal` locked. */
async function update(tx: Tx, dealId: number, values: UpdateObject<DB, 'deals'>): Promise<void> {
  await tx
    .updateTable('deals')
    .set({ ...values, updated_at: now })
    .where('id', '=', dealId)
    .execute()
}

export const writeTerms = (tx: Tx, dealId: number, terms: DealTerms, proposedBy: number) =>
  update(tx, dealId, {
    ...termColumns(terms, proposedBy),
    status: 'PROPOSED',
    tried_at: null,
    version: nextVersion,
  })

export const writeAcceptance = (tx: Tx, dealId: number, reserves: boolean) =>
  update(tx, dealId, { status: 'ACCEPTED', reserves, version: nextVersion })

export const writeReserves = (tx: Tx, dealId: number, reserves: boolean) => update(tx, dealId, { reserves })

export const writeEnd = (
  tx: Tx,
  dealId: number,
  end: { status: 'DECLINED' | 'CANCELLED'; endedBy: number; reason: string },
) =>
  update(tx, dealId, {
    status: end.status,
    ended_by: end.endedBy,
    end_reason: end.reason,
    ended_at: now,
    version: nextVersion,
  })

/** The buyer has seen and tried it. */
export const writeTried = (tx: Tx, dealId: number) => update(tx, dealId, { tried_at: now })

/** The seller has the money. */
export const writePaid = (tx: Tx, dealId: number) =>
  update(tx, dealId, { status: 'COMPLETED', paid_at: now, ended_at: now })

/** Ends open deals whose meeting was `days` ago. */
export async function endForgotten(db: Db, days: number): Promise<void> {
  await db
    .updateTable('deals')
    .set({
      status: 'CANCELLED',
      end_reason: sql<string>`case status when 'PROPOSED' then 'The time of the meeting passed without an answer.'
        else 'Nobody said how the meeting ended.' end`,
      ended_at: now,
      updated_at: now,
      version: nextVersion,
    })
    .where('status', 'in', ['PROPOSED', 'ACCEPTED'])
    .where('meets_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
