import { sql } from 'kysely'
import { hasLeft, publicName } from '#server/db/away.ts'
import { publicTitle } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'

/** Each file of an export, by its name without `.json`: what the database keeps of a user, as its owner may read it. */
export async function readEverythingOf(db: Db, id: number) {
  return {
    account: await readAccount(db, id),
    listings: await readListings(db, id),
    favourites: await db
      .selectFrom('favorites as f')
      .innerJoin('listings as l', 'l.id', 'f.listing_id')
      .select(['l.id as listingId', titleTo(id).as('title'), 'f.created_at as savedAt'])
      .where('f.user_id', '=', id)
      .orderBy('f.created_at')
      .execute(),
    'questions-you-asked': await selectQuestions(db, id).where('q.asker_id', '=', id).execute(),
    'questions-to-you': await selectQuestions(db, id).where('l.seller_id', '=', id).execute(),
    conversations: await readConversations(db, id),
    'reviews-you-wrote': await db
      .selectFrom('reviews as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select([
        idTo(id, 'u').as('userId'),
        nameTo(id, 'u').as('user'),
        'r.stars',
        'r.comment',
        'r.created_at as writtenAt',
      ])
      .where('r.reviewer_id', '=', id)
      .orderBy('r.created_at')
      .execute(),
    'reviews-of-you': await db
      .selectFrom('reviews as r')
      .innerJoin('users as u', 'u.id', 'r.reviewer_id')
      .select([
        idTo(id, 'u').as('reviewerId'),
        nameTo(id, 'u').as('reviewer'),
        'r.stars',
        'r.comment',
        'r.created_at as writtenAt',
      ])
      .where('r.user_id', '=', id)
      .orderBy('r.created_at')
      .execute(),
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
    devices: await db
      .selectFrom('sessions')
      .select([
        'user_agent as userAgent',
        sql<string | null>`host(ip)`.as('ip'),
        'created_at as signedInAt',
        'last_seen_at as lastSeenAt',
      ])
      .where('user_id', '=', id)
      .orderBy('last_seen_at', 'desc')
      .execute(),
    'held-back': await db
      .selectFrom('holds')
      .select([
        'kind',
        'listing_id as listingId',
        'thread_id as conversationId',
        'body',
        'rule',
        'created_at as heldAt',
        'decision',
        'reason',
        'decided_at as decidedAt',
      ])
      .where('owner_id', '=', id)
      .orderBy('id')
      .execute(),
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

/** The title of listing `l`: of others' that are hidden, as it was when they could see it. */
const titleTo = (id: number) =>
  sql<string>`case when l.seller_id = ${id} then l.title else ${publicTitle('l')} end`

/** The name of somebody: of others who left or are leaving, what the API says. */
const nameTo = (id: number, users: string) =>
  sql<string>`case when ${sql.ref(`${users}.id`)} = ${id} then ${sql.ref(`${users}.full_name`)} else ${publicName(users)} end`

/** Where the API does not say whose review it is, no number does either. */
const idTo = (id: number, users: string) =>
  sql<
    number | null
  >`case when ${sql.ref(`${users}.id`)} = ${id} or not (${hasLeft(users)}) then ${sql.ref(`${users}.id`)} end`

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
      'created_at as createdAt',
      'deletion_due_at as deletionDueAt',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function readListings(db: Db, id: number) {
  return db
    .selectFrom('listings as l')
    .innerJoin('categories as c', 'c.id', 'l.category_id')
    .select([
      'l.id',
      'l.title',
      'l.description',
      'c.name as category',
      'l.price as priceInKobo',
      'l.price_type as priceType',
      'l.condition',
      'l.state',
      'l.lga',
      'l.photos',
      'l.status',
      'l.views',
      'l.featured_until as featuredUntil',
      'l.created_at as createdAt',
      'l.updated_at as updatedAt',
      'l.deleted_at as deletedAt',
    ])
    .where('l.seller_id', '=', id)
    .orderBy('l.id')
    .execute()
}

function selectQuestions(db: Db, id: number) {
  return db
    .selectFrom('questions as q')
    .innerJoin('listings as l', 'l.id', 'q.listing_id')
    .innerJoin('users as u', 'u.id', 'q.asker_id')
    .select([
      'l.id as listingId',
      titleTo(id).as('listing'),
      nameTo(id, 'u').as('askedBy'),
      'q.question',
      'q.created_at as askedAt',
      'q.answer',
      'q.answered_at as answeredAt',
    ])
    .orderBy('q.created_at')
}

/** Threads with their messages, in the order in which they were written. */
async function readConversations(db: Db, id: number) {
  const threads = await db
    .selectFrom('threads as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .innerJoin('users as buyer', 'buyer.id', 't.buyer_id')
    .innerJoin('users as seller', 'seller.id', 't.seller_id')
    .select([
      't.id',
      'l.id as listingId',
      titleTo(id).as('listing'),
      nameTo(id, 'buyer').as('buyer'),
      nameTo(id, 'seller').as('seller'),
      't.created_at as startedAt',
    ])
    .where(({ or, eb }) => or([eb('t.buyer_id', '=', id), eb('t.seller_id', '=', id)]))
    .orderBy('t.id')
    .execute()
  const messages = await db
    .selectFrom('messages as m')
    .innerJoin('threads as t', 't.id', 'm.thread_id')
    .select([
      'm.id',
      'm.thread_id as threadId',
      sql<boolean>`m.sender_id = ${id}`.as('byYou'),
      'm.body',
      'm.attachment',
      'm.created_at as sentAt',
      'm.read_at as readAt',
    ])
    .where(({ or, eb }) => or([eb('t.buyer_id', '=', id), eb('t.seller_id', '=', id)]))
    .orderBy('m.id')
    .execute()
  const byThread = Map.groupBy(messages, ({ threadId }) => threadId)
  return threads.map((thread) => ({
    ...thread,
    messages: (byThread.get(thread.id) ?? []).map(({ threadId: _, ...message }) => message),
  }))
}
