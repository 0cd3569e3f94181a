import { sql } from 'kysely'
import { z } from 'zod'
import { isBlockBetween } from '#server/db/block-conditions.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { countActiveListings } from '#server/features/users/users.public.ts'
import { Id } from '#shared/contract/common.ts'

/** The sellers whom a user follows and who have a public profile, the last followed first. */
function selectFollows(db: Db, followerId: number) {
  return db
    .selectFrom('follows as f')
    .innerJoin('users as u', 'u.id', 'f.seller_id')
    .where('f.follower_id', '=', followerId)
    .where(sql<boolean>`not (${isInactive('u')})`)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.seller_id', 'desc')
}

const followedBy = statement((value: ValueOf<{ followerId: number }>, db) =>
  selectFollows(db, value('followerId')).select('u.id'),
)

export async function findFollowedIds(db: Db, followerId: number): Promise<number[]> {
  return (await followedBy(db, { followerId })).map(({ id }) => id)
}

export function findFollowedSellers(db: Db, followerId: number) {
  return selectFollows(db, followerId)
    .select([
      'u.id',
      'u.full_name as fullName',
      'u.avatar_url as avatarUrl',
      'u.rating_avg as ratingAvg',
      'u.rating_count as ratingCount',
      'f.created_at as followedAt',
      countActiveListings('u').as('activeListings'),
    ])
    .execute()
}

/** Locks the follower: a concurrent block waits (migration 0030), and concurrent follows cannot exceed the limit. */
export async function lockFollower(tx: Tx, followerId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', followerId).forNoKeyUpdate().execute()
}

const Followable = z.strictObject({ isFollowed: z.boolean(), isBlocked: z.boolean(), following: z.int() })

/** What decides whether a user may follow a seller; null if the seller has no public profile. */
export async function findFollowable(tx: Tx, followerId: number, sellerId: number) {
  return typedSql(
    Followable,
    sql`select
      exists (select from follows where follower_id = ${followerId} and seller_id = u.id) as "isFollowed",
      ${isBlockBetween(sql`${followerId}::int`, 'u.id')} as "isBlocked",
      (select count(*)::int from follows where follower_id = ${followerId}) as following
    from users u
    where u.id = ${sellerId} and u.email_verified_at is not null and not (${isInactive('u')})`,
  ).first(tx)
}

export async function insertFollow(tx: Tx, followerId: number, sellerId: number): Promise<void> {
  await tx.insertInto('follows').values({ follower_id: followerId, seller_id: sellerId }).execute()
}

export async function deleteFollow(db: Db, followerId: number, sellerId: number): Promise<void> {
  await db
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('seller_id', '=', sellerId)
    .execute()
}

const UnannouncedListing = z.strictObject({ listingId: Id, sellerId: Id })

/**
 * Marks the public listings among these whose followers were not notified yet, and returns them, sorted by seller. Only one transaction
 * gets each listing.
 */
export function claimUnannounced(tx: Tx, listingIds: readonly number[]) {
  return typedSql(
    UnannouncedListing,
    sql`with told as (
      insert into told_listings (listing_id)
      select l.id from listings l join users u on u.id = l.seller_id
      where l.id = any(${listingIds}::int[]) and l.status = 'ACTIVE' and l.deleted_at is null and not (${isInactive('u')})
      order by l.id
      on conflict do nothing
      returning listing_id
    )
    select l.id as "listingId", l.seller_id as "sellerId" from told join listings l on l.id = told.listing_id
    order by l.seller_id, l.id`,
  ).execute(tx)
}

/** Followers that `findFollowers` returns at once. */
export const followersAtOnce = 5000

// The limit stands in the text: as a value it would be planned each time.
const followersOf = statement((value: ValueOf<{ sellerId: number; after: number }>, db) =>
  db
    .selectFrom('follows')
    .select('follower_id as id')
    .where('seller_id', '=', value('sellerId'))
    .where('follower_id', '>', value('after'))
    .orderBy('follower_id')
    .limit(sql.lit(followersAtOnce)),
)

/** The first followers of a seller after an id, in order. A block ended its follows (migration 0030). */
export async function findFollowers(tx: Tx, sellerId: number, after: number): Promise<number[]> {
  return (await followersOf(tx, { sellerId, after })).map(({ id }) => id)
}
