import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { Review } from '#shared/contract/users.ts'

/** A user's profile with what only some may see; null where there is no such user. */
export async function findProfile(db: Db, id: number) {
  const user = await db
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
      'u.email_verified_at as emailVerifiedAt',
      'u.phone_verified_at as phoneVerifiedAt',
      'u.created_at as createdAt',
      (query) =>
        query
          .selectFrom('listings as l')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('l.seller_id', '=', 'u.id')
          .where('l.status', '=', 'ACTIVE')
          .where('l.deleted_at', 'is', null)
          .as('activeListings'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
  return user ?? null
}

/** The reviews that a user received, the newest first; those by banned users are left out. */
export async function findReviews(db: Db, userId: number): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.reviewer_id')
    .select([
      'r.id',
      'r.stars',
      'r.comment',
      'r.created_at',
      'u.id as reviewerId',
      'u.full_name',
      'u.avatar_url',
    ])
    .where('r.user_id', '=', userId)
    .where('u.banned_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    stars: row.stars,
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
    reviewer: { id: row.reviewerId, fullName: row.full_name, avatarUrl: row.avatar_url },
  }))
}
