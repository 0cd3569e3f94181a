import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { changedMeanwhile } from '#server/core/session/session.ts'
import { hasBlocked } from '#server/db/block-conditions.ts'
import { microsOf, momentOf } from '#server/db/clock.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { publicCover, publicTitle } from '#server/db/last-public.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { hidden, rowStatement, statement, type ValueOf } from '#server/db/statement.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'
import { DealRow, dealJson, isReserved, toDeal } from '#server/features/deals/deals.public.ts'
import { Message, Thread } from '#shared/contract/chat.ts'

/** The position where a page of the list ended. */
export interface ThreadPosition {
  /** Microseconds since 1970, the database's precision. */
  lastMessageAt: number
  id: number
}

/** A party as the other one sees it. */
const party = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object(
    'id', ${column('id')},
    'fullName', ${column('full_name')},
    'avatarUrl', ${column('avatar_url')},
    'isOja', ${column('role')} = 'ADMIN' and ${column('banned_at')} is null)`
}

/**
 * Why the conversation of the viewer and the other party of thread `t` (a table of the query, with listing `l`) is
 * closed; null while it is open.
 */
export function closedFor(viewerId: number): RawBuilder<Thread['closed']> {
  const viewer = sql`${viewerId}::int`
  const other = sql`t.seller_id + t.buyer_id - ${viewer}`
  return sql`case
    when ${hasBlocked(viewer, other)} then 'BLOCKED_BY_YOU'
    when l.deleted_at is not null then 'LISTING_DELETED'
    when ${hasBlocked(other, viewer)} or exists (select from users where id = ${other} and ${isInactive('users')})
      then 'UNAVAILABLE'
  end`
}

/**
 * Whether a user sees a thread: its two parties do. (The seller's list omits it until there is a message or a deal.)
 */
export function isSeenBy(viewerId: number): RawBuilder<boolean> {
  return sql`${viewerId} in (t.buyer_id, t.seller_id)`
}

/**
 * Whether a party still sees message `m`, that is, did not delete it for themselves. Written so that PostgreSQL's planner expects nearly
 * all rows and reads a thread's last message by the index instead of sorting all.
 */
export function isKeptBy(userId: number): RawBuilder<boolean> {
  return sql`(m.hidden_by_sender_at is null or m.sender_id <> ${userId})
    and (m.hidden_by_recipient_at is null or m.recipient_id <> ${userId})`
}

const { id, sellerId, buyer, seller, unreadCount, closed } = Thread.shape
const { title, price, priceType, photos, status, reserved } = Thread.shape.listing.shape
const ThreadRow = z.strictObject({
  ...{ id, sellerId, buyer, seller, unreadCount, closed },
  deal: DealRow.nullable(),
  ...{ listingId: id, title, price, priceType, photos, status, reserved },
  deletedAt: z.date().nullable(),
  lastMessageAt: z.date(),
  micros: z.number(),
  message: Message.nullable(),
})

/** Whether the public does not see listing `l` of seller `s`. */
const isAway = sql`(l.status = 'HIDDEN' or l.deleted_at is not null or ${isInactive('s')})`

function selectThreads(viewerId: number, ids: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return typedSql(
    ThreadRow,
    sql`select t.id, t.seller_id as "sellerId", ${party('b')} as buyer, ${party('s')} as seller,
      t.last_message_at as "lastMessageAt",
      ${microsOf(sql`t.last_message_at`)} as micros,
      l.id as "listingId", l.status, l.deleted_at as "deletedAt", shown.*,
      last.message, unread.count as "unreadCount", ${closedFor(viewerId)} as closed, ${isReserved('l')} as reserved,
      case when d.id is not null then ${dealJson(viewerId)} end as deal
    from threads t
    join listings l on l.id = t.listing_id
    join users b on b.id = t.buyer_id
    join users s on s.id = t.seller_id
    -- The buyer gets the last public state: edits made while the listing was hidden are private.
    cross join lateral (
      select l.title, l.price, l.price_type as "priceType", jsonb_path_query_array(l.photos, '$[0]') as photos
      where t.seller_id = ${viewerId} or not ${isAway}
      union all
      select ${publicTitle('l')}, null, null, ${publicCover('l')}
      where t.seller_id <> ${viewerId} and ${isAway}
    ) as shown
    left join lateral (
      select jsonb_build_object(
        'id', m.id, 'threadId', m.thread_id, 'senderId', m.sender_id, 'body', m.body,
        'attachment', m.attachment->>'url', 'attachmentPhoto', m.attachment,
        'clientId', m.client_id, 'createdAt', m.created_at, 'readAt', m.read_at) as message
      from messages m
      where m.thread_id = t.id
        and ${isKeptBy(viewerId)}
      order by m.id desc
      limit 1
    ) as last on true
    left join lateral (select * from deals where thread_id = t.id order by id desc limit 1) as d on true
    cross join lateral (
      select count(*) from messages m
      where m.recipient_id = ${viewerId} and m.thread_id = t.id and m.read_at is null
    ) as unread
    where t.id = any(array(${ids}))
    order by t.last_message_at desc, t.id desc
    limit ${limit}`,
  )
}

function toThread(row: z.output<typeof ThreadRow>, viewerId: number): Thread {
  return {
    id: row.id,
    sellerId: row.sellerId,
    buyer: row.buyer,
    seller: row.seller,
    listing: {
      id: row.listingId,
      title: row.title,
      price: row.price,
      priceType: row.priceType,
      photos: row.photos,
      status: row.status,
      deletedAt: row.deletedAt?.toISOString() ?? null,
      reserved: row.reserved,
    },
    deal: row.deal && toDeal(row.deal, viewerId),
    lastMsgAt: row.lastMessageAt.toISOString(),
    messages: row.message
      ? [
          {
            ...row.message,
            createdAt: new Date(row.message.createdAt).toISOString(),
            readAt: row.message.readAt && new Date(row.message.readAt).toISOString(),
          },
        ]
      : [],
    unreadCount: row.unreadCount,
    closed: row.closed,
  }
}

interface ThreadsOfUser extends Partial<ThreadPosition> {
  viewerId: number
  limit: number
}

const threadsOf = (from: 'the newest' | 'a position') =>
  statement((value: ValueOf<ThreadsOfUser>) => {
    const viewerId = value('viewerId')
    const limit = hidden(value('limit'), 'int')
    const isAfter =
      from === 'a position'
        ? sql`and (t.last_message_at, t.id) < (${momentOf(value('lastMessageAt'))}, ${value('id')}::int)`
        : sql``
    // Each side is read in index order, only as far as the page needs.
    const side = (mine: RawBuilder<unknown>) => sql`
      (select t.id, t.last_message_at from threads t where ${mine} ${isAfter} order by t.last_message_at desc, t.id desc limit ${limit})`
    return selectThreads(
      viewerId,
      sql`select id from (
        ${side(sql`t.buyer_id = ${viewerId}`)}
        union all
        ${side(sql`t.seller_id = ${viewerId} and (exists (select from messages where thread_id = t.id)
          or exists (select from deals where thread_id = t.id))`)}
      ) as mine
      order by last_message_at desc, id desc
      limit ${limit}`,
      limit,
    )
  })

const newestThreads = threadsOf('the newest')
const threadsAfter = threadsOf('a position')

/** Up to `limit` conversations of a user, last active first, after the position `after`. */
export async function findThreads(
  db: Db,
  viewerId: number,
  after: ThreadPosition | null,
  limit: number,
): Promise<{ thread: Thread; position: ThreadPosition }[]> {
  const rows = after
    ? await threadsAfter(db, { viewerId, limit, ...after })
    : await newestThreads(db, { viewerId, limit })
  return rows.map((row) => ({
    position: { lastMessageAt: row.micros, id: row.id },
    thread: toThread(row, viewerId),
  }))
}

const oneThread = rowStatement((value: ValueOf<{ id: number; viewerId: number }>) =>
  selectThreads(
    value('viewerId'),
    sql`select t.id from threads t where t.id = ${value('id')} and ${isSeenBy(value('viewerId'))}`,
    sql.lit(1),
  ),
)

/** A conversation as its member sees it; null if there is none, or the viewer may not see it. */
export async function findThread(db: Db, id: number, viewerId: number): Promise<Thread | null> {
  const row = await oneThread(db, { id, viewerId })
  return row && toThread(row, viewerId)
}

/** The data that decides whether a user may open a conversation about a listing. */
const Opening = z.strictObject({
  sellerId: z.int(),
  sellerIsInactive: z.boolean(),
  status,
  deletedAt: z.date().nullable(),
  /** Where one of the two blocked the other. */
  closed: z.enum(['BLOCKED_BY_YOU', 'UNAVAILABLE']).nullable(),
  /** The conversation, where they have it already. */
  threadId: z.int().nullable(),
})

/** What decides whether a conversation about a listing can begin; null if there never was such a listing. */
export const findOpening = rowStatement((value: ValueOf<{ listingId: number; viewerId: number }>) =>
  typedSql(
    Opening,
    sql`select l.seller_id as "sellerId", ${isInactive('u')} as "sellerIsInactive", l.status, l.deleted_at as "deletedAt",
      case
        when ${hasBlocked(value('viewerId'), 'l.seller_id')} then 'BLOCKED_BY_YOU'
        when ${hasBlocked('l.seller_id', value('viewerId'))} then 'UNAVAILABLE'
      end as closed,
      (select id from threads where listing_id = l.id and buyer_id = ${value('viewerId')}) as "threadId"
    from listings l join users u on u.id = l.seller_id where l.id = ${value('listingId')}`,
  ),
)

/**
 * The thread of this listing and buyer, and whether this call created it: parallel calls get the same one.
 */
export async function openThread(
  db: Db,
  thread: { listingId: number; sellerId: number; buyerId: number },
): Promise<{ id: number; isNew: boolean }> {
  const made = await db
    .insertInto('threads')
    .values({ listing_id: thread.listingId, seller_id: thread.sellerId, buyer_id: thread.buyerId })
    .onConflict((conflict) => conflict.columns(['listing_id', 'buyer_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const { id } = await db
    .selectFrom('threads')
    .select('id')
    .where('listing_id', '=', thread.listingId)
    .where('buyer_id', '=', thread.buyerId)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

/** Everybody who has a conversation with a user, each once. */
export function findPartners(db: Db, userId: number): Promise<number[]> {
  return findIds(
    db,
    sql`select buyer_id as id from threads where seller_id = ${userId}
      union select seller_id from threads where buyer_id = ${userId}`,
  )
}

const Party = z.strictObject({ id, isInactive: z.boolean() })

/**
 * Locks both parties of a thread, for what ends with a block or an account: one that is in progress is waited for and then seen, a
 * later one waits, and its triggers see what was written. Throws UNAUTHENTICATED if the viewer's account was closed meanwhile. Call it
 * before other rows are locked.
 */
export async function lockParties(tx: Tx, threadId: number, viewerId: number): Promise<void> {
  const parties = await typedSql(
    Party,
    sql`select u.id, ${isInactive('u')} as "isInactive"
      from threads t join users u on u.id in (t.seller_id, t.buyer_id)
      where t.id = ${threadId} and ${isSeenBy(viewerId)}
      order by u.id
      for share of u`,
  ).execute(tx)
  if (parties.some((party) => party.id === viewerId && party.isInactive)) throw changedMeanwhile()
}

/** Both parties of a thread, and why the viewer cannot write in it; null if the viewer may not see it. */
const Membership = z.strictObject({ id, otherId: id, closed })
export type Membership = z.output<typeof Membership>

export const findMembership = rowStatement((value: ValueOf<{ id: number; viewerId: number }>) =>
  typedSql(
    Membership,
    sql`select t.id, t.seller_id + t.buyer_id - ${value('viewerId')}::int as "otherId",
      ${closedFor(value('viewerId'))} as closed
    from threads t
    join listings l on l.id = t.listing_id
    where t.id = ${value('id')} and ${isSeenBy(value('viewerId'))}`,
  ),
)
