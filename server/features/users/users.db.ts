import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

/** A user's profile with what only some may see; null where there is no such user. `viewerId` is null for a visitor. */
export async function findProfile(db: Db, id: number, viewerId: number | null) {
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
      'u.deletion_due_at as deletionDueAt',
      'u.deleted_at as deletedAt',
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
      sql<boolean>`exists (select from blocks where blocker_id = u.id and blocked_id = ${viewerId})`.as(
        'hasBlockedViewer',
      ),
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
  return user ?? null
}
