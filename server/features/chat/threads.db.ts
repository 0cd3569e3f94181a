import { type RawBuilder, sql } from 'kysely'
import { isAway } from '#server/db/away.ts'
import { publicCover, publicTitle } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'
import { statement } from '#server/db/statement.ts'
import type { Message, Thread } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'

/** Where a page of the list ended. */
export interface ThreadPlace {
  /** Microseconds since 1970, as exact as the database is. */
  lastMessageAt: number
  id: number
}

/** A name that the account feature has not come to yet stays unsaid all the same. */
const party = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object(
    'id', ${column('id')},
    'fullName', case when ${column('deleted_at')} is null then ${column('full_name')} else 'Deleted user' end,
    'avatarUrl', case when ${column('deleted_at')} is null then ${column('avatar_url')} end)`
}

/** Why nothing more can be said between the viewer and the other party of thread `t` (which see, about listing `l`). */
export function closedFor(viewerId: number): RawBuilder<Thread['closed']> {
  return sql`case
    when l.deleted_at is not null then 'LISTING_DELETED'
    when exists (select from blocks where blocker_id = ${viewerId} and blocked_id = t.seller_id + t.buyer_id - ${viewerId})
      then 'BLOCKED_BY_YOU'
    when exists (select from blocks where blocked_id = ${viewerId} and blocker_id = t.seller_id + t.buyer_id - ${viewerId})
      or exists (
        select from users
        where id = t.seller_id + t.buyer_id - ${viewerId}
          and ${isAway('users')})
      then 'UNAVAILABLE'
  end`
}

/** Its two parties see a thread. (The seller's list leaves it out until something was said.) */
export function isSeenBy(viewerId: number): RawBuilder<boolean> {
  return sql`${viewerId} in (t.buyer_id, t.seller_id)`
}

/** Up to `limit` conversations of a user, the last active first, from after `place` on. */
export async function findThreads(
  db: Db,
  viewerId: number,
  place: ThreadPlace | null,
  limit: number,
): Promise<{ thread: Thread; place: ThreadPlace }[]> {
  const after = place
    ? sql`and (t.last_message_at, t.id)
        < (timestamptz 'epoch' + ${place.lastMessageAt}::float8 * interval '1 microsecond', ${place.id}::int)`
    : sql``
  // Each side is read in the order of its index, and only as far as the page reaches.
  const side = (mine: RawBuilder<unknown>) => sql`
    (select t.id, t.last_message_at from threads t where ${mine} ${after} order by t.last_message_at desc, t.id desc limit ${limit})`
  return selectThreads(
    db,
    viewerId,
    sql`select id from (
      ${side(sql`t.buyer_id = ${viewerId}`)}
      union all
      ${side(sql`t.seller_id = ${viewerId} and exists (select from messages where thread_id = t.id)`)}
    ) as mine
    order by last_message_at desc, id desc
    limit ${limit}`,
    limit,
  )
}

/** A conversation as its member sees it; null where there is none, or it is not theirs to see. */
export async function findThread(db: Db, id: number, viewerId: number): Promise<Thread | null> {
  const ids = sql`select t.id from threads t where t.id = ${id} and ${isSeenBy(viewerId)}`
  return (await selectThreads(db, viewerId, ids, 1))[0]?.thread ?? null
}

async function selectThreads(db: Db, viewerId: number, ids: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<{
    id: number
    sellerId: number
    buyer: Thread['buyer']
    seller: Thread['seller']
    lastMessageAt: Date
    micros: number
    listingId: number
    title: string
    price: number | null
    priceType: Thread['listing']['priceType']
    photos: Photo[]
    status: Thread['listing']['status']
    deletedAt: Date | null
    message: (Omit<Message, 'createdAt' | 'readAt'> & { createdAt: string; readAt: string | null }) | null
    unreadCount: number
    closed: Thread['closed']
  }>`
    select t.id, t.seller_id as "sellerId", ${party('b')} as buyer, ${party('s')} as seller,
      t.last_message_at as "lastMessageAt",
      (extract(epoch from t.last_message_at) * 1000000)::bigint as micros,
      l.id as "listingId", l.status, l.deleted_at as "deletedAt", shown.*,
      last.message, unread.count as "unreadCount", ${closedFor(viewerId)} as closed
    from threads t
    join listings l on l.id = t.listing_id
    -- To the buyer, what the listing was edited to while it was hidden is none of their business.
    cross join lateral (
      select l.title, l.price, l.price_type as "priceType", jsonb_path_query_array(l.photos, '$[0]') as photos
      where t.seller_id = ${viewerId} or (l.status <> 'HIDDEN' and l.deleted_at is null)
      union all
      select ${publicTitle('l')}, null, null, ${publicCover('l')}
      where t.seller_id <> ${viewerId} and (l.status = 'HIDDEN' or l.deleted_at is not null)
    ) as shown
    join users b on b.id = t.buyer_id
    join users s on s.id = t.seller_id
    left join lateral (
      select jsonb_build_object(
        'id', m.id, 'threadId', m.thread_id, 'senderId', m.sender_id, 'body', m.body,
        'attachment', m.attachment->>'url', 'attachmentPhoto', m.attachment,
        'clientId', m.client_id, 'createdAt', m.created_at, 'readAt', m.read_at) as message
      from messages m
      where m.thread_id = t.id
      order by m.id desc
      limit 1
    ) as last on true
    cross join lateral (
      select count(*) from messages m
      where m.recipient_id = ${viewerId} and m.thread_id = t.id and m.read_at is null
    ) as unread
    where t.id = any(array(${ids}))
    order by t.last_message_at desc, t.id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => ({
    place: { lastMessageAt: row.micros, id: row.id },
    thread: {
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
      },
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
    },
  }))
}

/** What decides whether somebody may open a conversation about a listing. */
interface Opening {
  sellerId: number
  sellerIsAway: boolean
  status: Thread['listing']['status']
  deletedAt: Date | null
  /** Where one of the two blocked the other. */
  closed: 'BLOCKED_BY_YOU' | 'UNAVAILABLE' | null
  /** The conversation, where they have it already. */
  threadId: number | null
}

const opening = statement<{ listingId: number; viewerId: number }, Opening>(
  (value) => sql`
    select l.seller_id as "sellerId", ${isAway('u')} as "sellerIsAway", l.status, l.deleted_at as "deletedAt",
      case
        when exists (select from blocks where blocker_id = ${value('viewerId')} and blocked_id = l.seller_id)
          then 'BLOCKED_BY_YOU'
        when exists (select from blocks where blocker_id = l.seller_id and blocked_id = ${value('viewerId')})
          then 'UNAVAILABLE'
      end as closed,
      (select id from threads where listing_id = l.id and buyer_id = ${value('viewerId')}) as "threadId"
    from listings l join users u on u.id = l.seller_id where l.id = ${value('listingId')}`,
)

/** Null where there never was such a listing. */
export async function findOpening(db: Db, listingId: number, viewerId: number): Promise<Opening | null> {
  const [found] = await opening(db, { listingId, viewerId })
  return found ?? null
}

/** The thread of this listing and buyer, and whether this call made it: parallel calls get the same one. */
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

/** Both parties of a thread, and what keeps the viewer from writing into it; null where it is not theirs to see. */
export interface Membership {
  id: number
  otherId: number
  closed: Thread['closed']
}

const membership = statement<{ id: number; viewerId: number }, Membership>(
  (value) => sql`
    select t.id, t.seller_id + t.buyer_id - ${value('viewerId')}::int as "otherId",
      ${closedFor(value('viewerId'))} as closed
    from threads t
    join listings l on l.id = t.listing_id
    where t.id = ${value('id')} and ${isSeenBy(value('viewerId'))}`,
)

export async function findMembership(db: Db, id: number, viewerId: number): Promise<Membership | null> {
  const [found] = await membership(db, { id, viewerId })
  return found ?? null
}

/** Everyone who talks about one of these listings, once. */
export async function findPartiesOf(db: Db, listingIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct party.id
    from threads, lateral (values (seller_id), (buyer_id)) as party(id)
    where listing_id = any(${listingIds}::int[])`.execute(db)
  return rows.map(({ id }) => id)
}
