import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { hasBlocked } from '#server/db/block-conditions.ts'
import type { Database, Db, Tx } from '#server/db/pool.ts'
import { hidden, rowStatement, type ValueOf } from '#server/db/statement.ts'
import { reviewWaitsUntil } from '#server/db/waiting-reviews.ts'

/** The number of a user's active listings. */
export const countActiveListings = (users: string) => sql<number>`(
  select count(*) from listings l
  where l.seller_id = ${sql.ref(`${users}.id`)} and l.status = 'ACTIVE' and l.deleted_at is null)`

/**
 * A user's profile with the fields that only some may see; null if there is no such user. `viewerId` is null
 * for a visitor.
 */
export const findProfile = rowStatement((value: ValueOf<{ id: number; viewerId: number | null }>, db) => {
  const viewerId = hidden(value('viewerId'), 'int')
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.full_name as fullName',
      'u.username',
      'u.email',
      'u.role',
      'u.avatar_url as avatarUrl',
      'u.bio',
      'u.state',
      'u.lga',
      'u.rating_avg as ratingAvg',
      'u.rating_count as ratingCount',
      'u.banned_at as bannedAt',
      'u.deletion_due_at as deletionDueAt',
      'u.deleted_at as deletedAt',
      'u.email_verified_at as emailVerifiedAt',
      'u.phone_verified_at as phoneVerifiedAt',
      'u.created_at as createdAt',
      countActiveListings('u').as('activeListings'),
      hasBlocked('u.id', viewerId).as('hasBlockedViewer'),
      sql<
        number | null
      >`case when u.id = ${viewerId} then (select count(*)::int from follows where seller_id = u.id) end`.as(
        'followers',
      ),
      reviewWaitsUntil(sql<number>`${viewerId}`, sql.ref<number>('u.id')).as('reviewWaitsUntil'),
      (query) =>
        jsonObjectFrom(
          query
            .selectFrom('waiting_reviews as w')
            .select(['w.stars', 'w.comment', 'w.created_at as createdAt', 'w.appears_at as appearsAt'])
            .whereRef('w.user_id', '=', 'u.id')
            .where('w.reviewer_id', '=', viewerId),
        ).as('waitingReview'),
      // Without those by banned users, which the rating excludes too.
      (query) =>
        jsonArrayFrom(
          query
            .selectFrom('reviews as r')
            .innerJoin('users as w', 'w.id', 'r.reviewer_id')
            .select(['r.stars', 'r.proof', sql<number>`count(*)::int`.as('count')])
            .whereRef('r.user_id', '=', 'u.id')
            .where('w.banned_at', 'is', null)
            .groupBy(['r.stars', 'r.proof']),
        ).as('reviewCounts'),
      (query) =>
        jsonObjectFrom(
          query
            .selectFrom('reviews as o')
            .select(['o.stars', 'o.comment', 'o.created_at as createdAt'])
            .whereRef('o.user_id', '=', 'u.id')
            .where('o.reviewer_id', '=', viewerId),
        ).as('ownReview'),
    ])
    .where('u.id', '=', value('id'))
})

type Role = Selectable<Database['users']>['role']

/** Sets the role of the account with this e-mail, in any case; returns undefined if there is none. */
export function setRole(db: Db | Tx, email: string, role: Role) {
  return db
    .updateTable('users')
    .set({ role, updated_at: sql`now()` })
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning(['email', 'full_name', 'email_verified_at', 'banned_at', 'deletion_due_at'])
    .executeTakeFirst()
}
