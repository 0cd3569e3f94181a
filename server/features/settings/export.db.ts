import { sql } from 'kysely'
import { findAccesses } from '#server/core/session/account-accesses.db.ts'
import type { Db } from '#server/db/pool.ts'
import { readConversations, readDeals, selectQuestions } from './export-conversations.db.ts'
import { readListings } from './export-listings.db.ts'
import { idTo, nameTo, titleTo } from './export-names.db.ts'
import { readReviews } from './export-reviews.db.ts'

/** The files of an export, by name without `.json`: the stored data of a user, as its owner may read it. */
export async function readEverythingOf(db: Db, id: number) {
  return {
    account: await readAccount(db, id),
    listings: await readListings(db, id),
    favourites: await db
      .selectFrom('favorites as f')
      .innerJoin('listings as l', 'l.id', 'f.listing_id')
      .select([
        'l.id as listingId',
        titleTo(id).as('title'),
        'f.created_at as savedAt',
        'f.known_price as knownPriceInKobo',
        'f.told_at as lastToldOfPriceAt',
      ])
      .where('f.user_id', '=', id)
      .orderBy('f.created_at')
      .execute(),
    drafts: await db
      .selectFrom('listing_drafts')
      .select(['id', 'content', 'created_at as createdAt', 'updated_at as updatedAt'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    notifications: await db
      .selectFrom('notifications as n')
      .leftJoin('listings as l', 'l.id', 'n.listing_id')
      .leftJoin('users as u', 'u.id', 'n.actor_id')
      .select([
        'n.kind',
        'n.listing_id as listingId',
        sql<string | null>`case when l.id is not null then ${titleTo(id)} end`.as('listing'),
        'n.actor_id as personId',
        sql<string | null>`case when u.id is not null then ${nameTo(id, 'u')} end`.as('person'),
        'n.detail',
        'n.price_before as priceBeforeInKobo',
        'n.price_after as priceAfterInKobo',
        'n.count as events',
        'n.happened_at as happenedAt',
        'n.read_at as readAt',
      ])
      .where('n.user_id', '=', id)
      .orderBy('n.id')
      .execute(),
    'notification-settings': await db
      .selectFrom('notification_settings')
      .selectAll()
      .where('user_id', '=', id)
      .execute(),
    'saved-searches': await db
      .selectFrom('saved_searches as s')
      .leftJoin('categories as c', 'c.id', 's.category_id')
      .select([
        's.name',
        's.search',
        's.category_id as categoryId',
        'c.name as category',
        's.condition',
        's.state',
        's.lga',
        's.price_type as priceType',
        's.min_price as minPriceInKobo',
        's.max_price as maxPriceInKobo',
        's.paused_at as pausedAt',
        's.created_at as savedAt',
      ])
      .where('s.user_id', '=', id)
      .orderBy('s.id')
      .execute(),
    'questions-you-asked': await selectQuestions(db, id).where('q.asker_id', '=', id).execute(),
    'questions-to-you': await selectQuestions(db, id).where('l.seller_id', '=', id).execute(),
    conversations: await readConversations(db, id),
    deals: await readDeals(db, id),
    ...(await readReviews(db, id)),
    'reports-you-made': await db
      .selectFrom('reports')
      .select([
        'target_type as about',
        'target_id as id',
        'reason',
        'details',
        'status',
        'created_at as reportedAt',
      ])
      .where('reporter_id', '=', id)
      .orderBy('created_at')
      .execute(),
    'blocked-people': await db
      .selectFrom('blocks as b')
      .innerJoin('users as u', 'u.id', 'b.blocked_id')
      .select(['u.id', nameTo(id, 'u').as('name'), 'b.created_at as blockedAt'])
      .where('b.blocker_id', '=', id)
      .orderBy('b.created_at')
      .execute(),
    'followed-sellers': await db
      .selectFrom('follows as f')
      .innerJoin('users as u', 'u.id', 'f.seller_id')
      .select([idTo(id, 'u').as('id'), nameTo(id, 'u').as('name'), 'f.created_at as followedAt'])
      .where('f.follower_id', '=', id)
      .orderBy('f.created_at')
      .execute(),
    sales: await db
      .selectFrom('listing_sales as s')
      .innerJoin('users as u', 'u.id', 's.buyer_id')
      .select([
        's.listing_id as listingId',
        idTo(id, 'u').as('buyerId'),
        nameTo(id, 'u').as('buyer'),
        's.sold_at as soldAt',
      ])
      .where('s.seller_id', '=', id)
      .orderBy('s.sold_at')
      .execute(),
    devices: await db
      .selectFrom('sessions as s')
      .leftJoin('push_subscriptions as p', 'p.session_id', 's.id')
      .select([
        's.user_agent as userAgent',
        sql<string | null>`host(s.ip)`.as('ip'),
        's.created_at as signedInAt',
        's.last_seen_at as lastSeenAt',
        'p.created_at as pushTurnedOnAt',
        // With the whole address, a reader of the export could send pushes.
        sql<string | null>`substring(p.endpoint from '//([^/]+)')`.as('pushService'),
      ])
      .where('s.user_id', '=', id)
      .orderBy('s.last_seen_at', 'desc')
      .execute(),
    'held-back': await db
      .selectFrom('holds')
      .select([
        'kind',
        'listing_id as listingId',
        'thread_id as conversationId',
        'body',
        'attachment',
        'rule',
        'created_at as heldAt',
        'decision',
        'reason',
        'decided_at as decidedAt',
      ])
      .where('owner_id', '=', id)
      // A sender's item quotes messages to other people.
      .where('kind', '<>', 'SENDER')
      .orderBy('id')
      .execute(),
    'warnings-to-you': await db
      .selectFrom('message_warnings')
      .select([
        'thread_id as conversationId',
        'message_id as messageId',
        'kind',
        'seen',
        'created_at as warnedAt',
        'dismissed_at as dismissedAt',
      ])
      .where('recipient_id', '=', id)
      .orderBy('message_id')
      .execute(),
    'decisions-about-you': await readDecisions(db, id),
    appeals: await db
      .selectFrom('appeals as p')
      .innerJoin('moderation_acts as a', 'a.id', 'p.act_id')
      .select([
        'a.action as decision',
        'a.target_type as about',
        'a.target_id as id',
        'a.reason',
        'a.rule',
        'a.created_at as decidedAt',
        'p.text',
        'p.created_at as appealedAt',
        'p.outcome',
        'p.answer',
        'p.decided_at as answeredAt',
      ])
      .where('p.appellant_id', '=', id)
      .orderBy('p.id')
      .execute(),
    'administrators-looked': await findAccesses(db, id, 10_000),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['name', 'created_at as addedAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    'account-activity': await db
      .selectFrom('account_events')
      .select([
        'type',
        'method',
        'user_agent as userAgent',
        sql<string | null>`host(ip)`.as('ip'),
        'created_at as at',
      ])
      .where('user_id', '=', id)
      .orderBy('id', 'desc')
      .execute(),
  }
}

export type Everything = Awaited<ReturnType<typeof readEverythingOf>>

function readAccount(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'full_name as fullName',
      'username',
      'email',
      'email_verified_at as emailVerifiedAt',
      'phone',
      'phone_verified_at as phoneVerifiedAt',
      'role',
      'avatar_url as avatarUrl',
      'bio',
      'state',
      'lga',
      'rating_avg as ratingAvg',
      'rating_count as ratingCount',
      'notify_messages as notifyMessages',
      'notify_questions as notifyQuestions',
      'notify_reviews as notifyReviews',
      'notify_reports as notifyReports',
      'notify_searches as notifySearches',
      'notify_saved as notifySaved',
      'notify_follows as notifyFollows',
      'notify_listings as notifyListings',
      'created_at as createdAt',
      'banned_at as bannedAt',
      'deletion_due_at as deletionDueAt',
      sql<Date | null>`(select confirmed_at from totp_secrets where user_id = users.id)`.as(
        'authenticatorAppSince',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** What administrators did about the user, their listings and their held messages, without the administrator. */
function readDecisions(db: Db, id: number) {
  return db
    .selectFrom('moderation_acts as a')
    .select([
      'a.action',
      'a.target_type as about',
      'a.target_id as id',
      'a.reason',
      'a.rule',
      'a.created_at as decidedAt',
    ])
    .where(({ or, and, eb, selectFrom }) =>
      or([
        and([eb('a.target_type', '=', 'USER'), eb('a.target_id', '=', id)]),
        and([
          eb('a.target_type', '=', 'LISTING'),
          eb('a.target_id', 'in', selectFrom('listings').select('id').where('seller_id', '=', id)),
        ]),
        and([
          eb('a.target_type', '=', 'MESSAGE'),
          eb('a.target_id', 'in', selectFrom('holds').select('id').where('owner_id', '=', id)),
        ]),
      ]),
    )
    .orderBy('a.id')
    .execute()
}
