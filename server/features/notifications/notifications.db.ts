import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { MailListing } from '#server/core/mail/mail-body.ts'
import { ownMailListing, publicMailListing } from '#server/core/mail/mail-listing.db.ts'
import { hasBlocked } from '#server/db/block-conditions.ts'
import { microsOf, momentOf } from '#server/db/clock.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { hidden, statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { NotificationKind } from '#shared/contract/notifications.ts'
import { SavedFilters } from '#shared/contract/searches.ts'

/** A notification joined with what its text names. */
export const NotificationRow = z.strictObject({
  id: z.int(),
  /** The reader. */
  userId: z.int(),
  kind: NotificationKind,
  subjectId: z.int(),
  actorId: z.int().nullable(),
  actorName: z.string().nullable(),
  actorPicture: z.string().nullable(),
  /** As its reader may see it; null where there is none any more. */
  listing: MailListing.nullable(),
  /** The saved search of a SEARCH notification, as it is now. */
  search: z
    .strictObject({ name: z.string().nullable(), category: z.string().nullable(), filters: SavedFilters })
    .nullable(),
  detail: z.string().nullable(),
  /** Kobo, of CHEAPER. */
  priceBefore: z.number().nullable(),
  priceAfter: z.number().nullable(),
  count: z.int(),
  happenedAt: z.date(),
  readAt: z.date().nullable(),
  /** `happenedAt` in microseconds since 1970, the database's precision. */
  micros: z.number(),
})
export type NotificationRow = z.output<typeof NotificationRow>

/** Where a page of the list ended. */
export type NotificationPosition = Pick<NotificationRow, 'micros' | 'id'>

/** Public, and not of somebody whom the reader blocked: a match of a saved search has no actor. */
const isShown = sql`l.status <> 'HIDDEN' and l.deleted_at is null
  and not exists (select from users where id = l.seller_id and ${isInactive('users')})
  and not ${hasBlocked('n.user_id', 'l.seller_id')}`

const from = sql`notifications n
  left join listings l on l.id = n.listing_id
  left join users a on a.id = n.actor_id
  left join saved_searches s on n.kind = 'SEARCH' and s.id = n.subject_id and s.user_id = n.user_id`

const always = sql`true`
/** The listing that it is about is the reader's own, or public. */
const ofShownListing = sql`l.deleted_at is null and (l.seller_id = n.user_id or ${isShown})`
const ofListings = sql`n.count > 1 or (${ofShownListing})`

/** What must hold for its reader to see a notification of this kind, whose person is neither blocked nor inactive. */
const conditions: Record<NotificationKind, RawBuilder<unknown>> = {
  // A conversation, a deal or a decision is the point, whatever became of the listing.
  MESSAGE: always,
  DEAL: always,
  MODERATION: always,
  REPORT: always,
  REVIEW_REPORT: always,
  // Somebody who takes a review of the reader.
  REVIEW_ASK: sql`not ${hasBlocked('a.id', 'n.user_id')}`,
  REVIEW: sql`exists (select from reviews where id = n.subject_id)`,
  REVIEW_ANSWER: sql`exists (select from reviews where id = n.subject_id and answer is not null)`,
  SEARCH: sql`s.id is not null and (${ofListings})`,
  FOLLOWED: ofListings,
  QUESTION: ofShownListing,
  ANSWER: ofShownListing,
  CHEAPER: ofShownListing,
  SOLD: ofShownListing,
  AVAILABLE: ofShownListing,
  ENDS_SOON: ofShownListing,
  ENDED: ofShownListing,
}

const kindsBy = Map.groupBy(NotificationKind.options, (kind) => conditions[kind])

/** Whether the reader may still see what it is about. */
const isVisibleToReader = sql`(a.id is null or not (${isInactive('a')})
    and not ${hasBlocked('n.user_id', 'a.id')})
  and case ${sql.join(
    [...kindsBy].map(
      ([condition, kinds]) => sql`when n.kind in (${sql.join(kinds.map(sql.lit))}) then ${condition}`,
    ),
    sql` `,
  )} end`

const listing = sql`case
    when l.id is null then null
    when l.seller_id = n.user_id then ${ownMailListing('l')}
    when n.kind in ('MESSAGE', 'DEAL') or (${isShown}) then ${publicMailListing('l')}
  end`

const search = sql`case when s.id is not null then jsonb_build_object(
    'name', s.name, 'category', (select c.name from categories c where c.id = s.category_id),
    'filters', jsonb_strip_nulls(jsonb_build_object('search', s.search, 'category', s.category_id, 'condition', s.condition,
      'state', s.state, 'lga', s.lga, 'minPrice', s.min_price / 100.0, 'maxPrice', s.max_price / 100.0, 'priceType', s.price_type))
  ) end`

const select = (which: RawBuilder<unknown>) =>
  typedSql(
    NotificationRow,
    sql`select n.id::integer, n.user_id as "userId", n.kind, n.subject_id as "subjectId", a.id as "actorId",
      a.full_name as "actorName", a.avatar_url as "actorPicture", ${listing} as listing, ${search} as search, n.detail,
      n.price_before as "priceBefore", n.price_after as "priceAfter", n.count, n.happened_at as "happenedAt", n.read_at as "readAt",
      ${microsOf(sql`n.happened_at`)} as micros
    from ${from}
    where ${isVisibleToReader} and ${which}`,
  )

interface NotificationsOfUser extends Partial<NotificationPosition> {
  userId: number
  limit: number
}

const notificationsOf = (begin: 'the newest' | 'a position') =>
  statement((value: ValueOf<NotificationsOfUser>) => {
    const isAfter =
      begin === 'a position'
        ? sql`and (n.happened_at, n.id) < (${momentOf(value('micros'))}, ${value('id')}::bigint)`
        : sql``
    return select(
      sql`n.user_id = ${value('userId')} ${isAfter} order by n.happened_at desc, n.id desc limit ${hidden(value('limit'), 'int')}`,
    )
  })

const newestNotifications = notificationsOf('the newest')
const notificationsAfter = notificationsOf('a position')

/** Up to `limit` of a person's notifications, the newest first, after the position `after`. */
export async function findNotifications(
  db: Db,
  userId: number,
  after: NotificationPosition | null,
  limit: number,
): Promise<NotificationRow[]> {
  return after
    ? notificationsAfter(db, { userId, limit, micros: after.micros, id: after.id })
    : newestNotifications(db, { userId, limit })
}

/** Those of these notifications that are unread, and about something that their reader may still see; in the order of their ids. */
export async function findUnreadNotifications(db: Db, ids: readonly number[]): Promise<NotificationRow[]> {
  return select(sql`n.id = any(${ids}::bigint[]) and n.read_at is null order by n.id`).execute(db)
}

const Count = z.strictObject({ count: z.int() })

const unreadOf = statement((value: ValueOf<{ userId: number; limit: number }>) =>
  typedSql(
    Count,
    sql`select count(*)::integer as count
      from (
        select from ${from} where ${isVisibleToReader} and n.user_id = ${value('userId')} and n.read_at is null
        limit ${hidden(value('limit'), 'int')}
      ) as unread`,
  ),
)

/** How many unread ones their reader may still see, up to `limit`. */
export async function countUnread(db: Db, userId: number, limit: number): Promise<number> {
  const [unread] = await unreadOf(db, { userId, limit })
  return unread?.count ?? 0
}

/** Marks one as read; false if the person has no such notification. */
export async function markOneRead(db: Db, userId: number, id: number): Promise<boolean> {
  const marked = await db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

const Marked = z.strictObject({ id: z.int() })

/** Marks those as read that happened until a time, to the millisecond. */
export async function markAllRead(db: Db, userId: number, until: Date): Promise<void> {
  await sql`with due as (
      select id from notifications
      where user_id = ${userId} and read_at is null and date_trunc('milliseconds', happened_at) <= ${until}
      -- In the order in which notify() writes them.
      order by kind, subject_id for no key update
    )
    update notifications n set read_at = now() from due where n.id = due.id`.execute(db)
}

/** Marks the notification of a conversation as read, once all messages to this reader are; returns whether there was one. */
export async function markConversationRead(db: Db, userId: number, threadId: number): Promise<boolean> {
  const ofThread = sql`user_id = ${userId} and kind = 'MESSAGE' and subject_id = ${threadId} and read_at is null`
  const marked = await typedSql(
    Marked,
    // A message that is just being sent counts its event after this snapshot: its notification stays unread.
    sql`update notifications set read_at = now()
      where ${ofThread} and happened_at <= (select max(happened_at) from notifications where ${ofThread})
        and not exists (select from messages where thread_id = ${threadId} and recipient_id = ${userId} and read_at is null)
      returning id::integer`,
  ).execute(db)
  return marked.length > 0
}

/** One event for one person. */
export interface NewNotification {
  userId: number
  kind: NotificationKind
  /**
   * By kind: the id of a thread, deal, listing, review, report, moderation act, saved search, or seller; a listing's below zero where
   * REVIEW_ASK is about a sale without a deal.
   */
  subjectId: number
  listingId?: number | null
  /** The person who caused it, who gets no notification. */
  actorId?: number | null
  /** At most 300 characters, by kind: `notification-text.ts`. */
  detail?: string | null
  /** Kobo, of CHEAPER. */
  priceBefore?: number | null
  priceAfter?: number | null
  /** How many events this is; 1 by default. */
  count?: number
}

const Written = z.strictObject({ id: z.int(), userId: z.int(), hasDevice: z.boolean() })

// In one order everywhere, so that two transactions with the same people never wait for each other in a circle. `clock_timestamp()`, since
// of two messages the later one's transaction may have begun first: markConversationRead() needs the times in the order of the messages.
const write = statement((value: ValueOf<{ notifications: string }>) =>
  typedSql(
    Written,
    sql`insert into notifications as n
        (user_id, kind, subject_id, listing_id, actor_id, detail, price_before, price_after, count, happened_at, news_since)
      select user_id, kind, subject_id, listing_id, actor_id, detail, price_before, price_after, count, at, at
      from json_to_recordset(${value('notifications')}::json) as r(user_id int, kind text, subject_id int,
        listing_id int, actor_id int, detail text, price_before bigint, price_after bigint, count int)
      cross join (select clock_timestamp() as at) as clock
      where exists (select from users u where u.id = r.user_id and not (${isInactive('u')}))
      order by user_id, kind, subject_id
      on conflict (user_id, kind, subject_id) where read_at is null do update set
        count = n.count + excluded.count, happened_at = excluded.happened_at,
        news_since = case when n.count > n.digested_count then coalesce(n.news_since, n.happened_at) else excluded.news_since end,
        listing_id = excluded.listing_id,
        actor_id = excluded.actor_id, detail = excluded.detail,
        price_before = coalesce(n.price_before, excluded.price_before), price_after = excluded.price_after
      returning id::integer, user_id as "userId",
        exists (select from push_subscriptions where user_id = n.user_id) as "hasDevice"`,
  ),
)

/**
 * Inserts notifications. An unread one about the same subject is updated instead: it adds the events to its count and shows the newest.
 * Skips banned and leaving accounts. `hasDevice`: the reader has a push subscription.
 */
export async function writeNotifications(
  tx: Tx,
  notifications: readonly NewNotification[],
): Promise<z.output<typeof Written>[]> {
  const rows = notifications.map((notification) => ({
    user_id: notification.userId,
    kind: notification.kind,
    subject_id: notification.subjectId,
    listing_id: notification.listingId ?? null,
    actor_id: notification.actorId ?? null,
    detail: notification.detail ?? null,
    price_before: notification.priceBefore ?? null,
    price_after: notification.priceAfter ?? null,
    count: notification.count ?? 1,
  }))
  return write(tx, { notifications: JSON.stringify(rows) })
}
