import { sql } from 'kysely'
import { z } from 'zod'
import { findAccesses } from '#server/core/session/account-accesses.db.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { exportQuery, idTo, nameTo, type Selection, type Table, titleTo } from './export-rows.db.ts'

// What export.service.ts reads of a row, to find the pictures; the other columns are only written into the archive.
const Row = z.looseObject({})
const Picture = z.looseObject({ url: z.string() })
const Account = z.looseObject({ avatarUrl: z.string().nullable() })
const Listing = z.looseObject({ id: z.int(), photos: z.array(Picture) })
const Draft = z.looseObject({ id: z.int(), content: z.looseObject({ photos: z.array(Picture).optional() }) })
const Thread = z.looseObject({ id: z.int() })
const Message = z.looseObject({
  id: z.int(),
  threadId: z.int(),
  byYou: z.boolean(),
  attachment: Picture.nullable(),
})

/** Conversations whose messages are read at once. */
const conversationsAtOnce = 100

/** The account of an export. */
export async function readAccount(db: Db, id: number) {
  const [account] = await typedSql(
    Account,
    exportQuery(id, 'users', {
      orderBy: 'id',
      with: {
        authenticatorAppSince: sql`(select confirmed_at from totp_secrets where user_id = t.id)`,
      },
    }),
  ).execute(db)
  return account
}

/**
 * The other files of an export, by name without `.json`: the stored data of a user, as its owner may read it. Each is read when it is
 * called, and conversations in parts.
 */
export function filesOf(db: Db, id: number) {
  const rowsAs = <R>(shape: z.ZodType<R>, table: Table, selection: Selection) =>
    typedSql(shape, exportQuery(id, table, selection)).execute(db)
  const rows = (table: Table, selection: Selection) => rowsAs(Row, table, selection)

  const title = titleTo(id)
  const name = (column: string) => nameTo(id, column)
  const isYou = (column: string) => sql`${sql.ref(column)} = ${id}`
  const isParty = sql`${id} in (t.buyer_id, t.seller_id)`
  const address = { ip: sql`host(t.ip)` }

  const messagesIn = (threadIds: number[]) =>
    rowsAs(Message, 'messages', {
      orderBy: 't.id',
      with: {
        threadId: sql`t.thread_id`,
        byYou: isYou('t.sender_id'),
        offerInKobo: sql`o.price`,
        offerStatus: sql`o.status`,
        offerEndedAt: sql`o.ended_at`,
        // The other party's deletions are private.
        deletedForYouAt: sql`case when ${isYou('t.sender_id')} then t.hidden_by_sender_at else t.hidden_by_recipient_at end`,
      },
      join: sql`left join offers o on o.message_id = t.id`,
      where: sql`t.thread_id = any(${threadIds}::int[])`,
    })
  async function* conversations() {
    const threads = await rowsAs(Thread, 'threads', {
      orderBy: 'id',
      with: { listing: title, buyer: name('t.buyer_id'), seller: name('t.seller_id') },
      where: isParty,
    })
    for (let done = 0; done < threads.length; done += conversationsAtOnce) {
      const part = threads.slice(done, done + conversationsAtOnce)
      const messages = await messagesIn(part.map((thread) => thread.id))
      const byThread = Map.groupBy(messages, ({ threadId }) => threadId)
      for (const thread of part)
        yield {
          ...thread,
          messages: (byThread.get(thread.id) ?? []).map(({ threadId: _, ...message }) => message),
        }
    }
  }
  const question = { listing: title, askedBy: name('t.asker_id') }

  return {
    listings: () =>
      rowsAs(Listing, 'listings', {
        orderBy: 'id',
        with: {
          category: sql`(select name from categories where id = t.category_id)`,
          priceChanges: sql`coalesce((
          select jsonb_agg(jsonb_build_object('fromKobo', price_before, 'toKobo', price_after, 'changedAt', changed_at) order by id)
          from listing_prices where listing_id = t.id), '[]')`,
        },
      }),
    favourites: () => rows('favorites', { orderBy: 'created_at', with: { title } }),
    drafts: () => rowsAs(Draft, 'listing_drafts', { orderBy: 'id' }),
    notifications: () =>
      rows('notifications', {
        orderBy: 'id',
        with: { listing: title, personId: idTo(id, 't.actor_id'), person: name('t.actor_id') },
      }),
    'notification-settings': () => rows('notification_settings', { orderBy: 'user_id' }),
    'saved-searches': () =>
      rows('saved_searches', {
        orderBy: 'id',
        with: { category: sql`(select name from categories where id = t.category_id)` },
      }),
    'questions-you-asked': () => rows('questions', { orderBy: 'created_at', with: question }),
    'questions-to-you': () =>
      rows('questions', {
        orderBy: 'created_at',
        with: question,
        where: sql`t.listing_id in (select id from listings where seller_id = ${id})`,
      }),
    conversations,
    deals: () =>
      rows('deals', {
        orderBy: 'id',
        with: {
          listing: title,
          buyer: name('t.buyer_id'),
          seller: name('t.seller_id'),
          proposedByYou: isYou('t.proposed_by'),
          endedByYou: isYou('t.ended_by'),
          meetingSharedAt: sql`(select created_at from meeting_links where deal_id = t.id and user_id = ${id})`,
        },
        where: isParty,
      }),
    'reviews-you-wrote': () =>
      rows('reviews', {
        orderBy: 'created_at',
        with: { userId: idTo(id, 't.user_id'), user: name('t.user_id') },
      }),
    // Waiting reviews about this account are left out until they are shown.
    'reviews-you-wrote-not-shown-yet': () =>
      rows('waiting_reviews', {
        orderBy: 'created_at',
        with: { userId: idTo(id, 't.user_id'), user: name('t.user_id') },
      }),
    'reviews-you-reported': () =>
      rows('suspect_reviews', {
        orderBy: 'hold_id',
        with: {
          reviewOf: name('t.user_id'),
          rule: sql`h.rule`,
          reportedAt: sql`h.created_at`,
          decision: sql`h.decision`,
        },
        join: sql`join holds h on h.id = t.hold_id`,
      }),
    'reviews-of-you': () =>
      rows('reviews', {
        orderBy: 'created_at',
        columns:
          'stars, comment, created_at as writtenAt, proof, answer as yourAnswer, answered_at as answeredAt',
        with: { reviewerId: idTo(id, 't.reviewer_id'), reviewer: name('t.reviewer_id') },
        where: isYou('t.user_id'),
      }),
    'reports-you-made': () => rows('reports', { orderBy: 'created_at' }),
    'blocked-people': () =>
      rows('blocks', {
        orderBy: 'created_at',
        with: { name: name('t.blocked_id') },
      }),
    'followed-sellers': () =>
      rows('follows', {
        orderBy: 'created_at',
        with: { id: idTo(id, 't.seller_id'), name: name('t.seller_id') },
      }),
    sales: () =>
      rows('listing_sales', {
        orderBy: 'sold_at',
        with: { buyerId: idTo(id, 't.buyer_id'), buyer: name('t.buyer_id') },
      }),
    devices: () =>
      rows('sessions', {
        orderBy: 'last_seen_at desc',
        with: {
          ...address,
          pushTurnedOnAt: sql`p.created_at`,
          // With the whole address, a reader of the export could send pushes.
          pushService: sql`substring(p.endpoint from '//([^/]+)')`,
        },
        join: sql`left join push_subscriptions p on p.session_id = t.id`,
      }),
    'held-back': () =>
      rows('holds', {
        orderBy: 'id',
        // A sender's item quotes messages to other people, and one of reviews tells that somebody reported them.
        where: sql`t.owner_id = ${id} and t.kind not in ('SENDER', 'REVIEW')`,
      }),
    'warnings-to-you': () => rows('message_warnings', { orderBy: 'message_id' }),
    // About the user, their listings and their held messages, without the administrator.
    'decisions-about-you': () =>
      rows('moderation_acts', {
        orderBy: 'id',
        // Nobody is told that moderators found nothing in their reviews, or in messages about which others were warned.
        where: sql`t.target_type = 'USER' and t.target_id = ${id} and (t.action <> 'RELEASE'
          or exists (select from holds where id = t.hold_id and rule in ('SENDER_WAITS', 'THEFT_REPORT')))
        or t.target_type = 'LISTING' and t.target_id in (select id from listings where seller_id = ${id})
        or t.target_type = 'MESSAGE' and t.target_id in (select id from holds where owner_id = ${id})`,
      }),
    appeals: () =>
      rows('appeals', {
        orderBy: 't.id',
        with: {
          decision: sql`a.action`,
          about: sql`a.target_type`,
          id: sql`a.target_id`,
          reason: sql`a.reason`,
          rule: sql`a.rule`,
          decidedAt: sql`a.created_at`,
        },
        join: sql`join moderation_acts a on a.id = t.act_id`,
      }),
    'administrators-looked': () => findAccesses(db, id, 10_000),
    passkeys: () => rows('passkeys', { orderBy: 'id' }),
    'account-activity': () => rows('account_events', { orderBy: 'id desc', with: address }),
  }
}
