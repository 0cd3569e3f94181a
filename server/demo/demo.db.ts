import { sql } from 'kysely'
import { dayOf } from '#server/db/clock.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { DemoListing, DemoReview, DemoUser } from './marketplace.ts'

/** Whether there are no accounts and no listings. */
export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const listing = await db.selectFrom('listings').select('id').limit(1).executeTakeFirst()
  return !user && !listing
}

/** Blocks registrations and another seeding until the transaction ends. */
export async function lockAgainstOthers(tx: Tx): Promise<void> {
  await sql`lock table users in exclusive mode`.execute(tx)
}

/** The accounts with these addresses that have a password. */
export async function findUnlocked(db: Db, emails: string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash as passwordHash'])
    .where(sql`lower(email)`, 'in', emails)
    .where('password_hash', '<>', locked)
    .execute()
}

/** Stands in place of a hash; no password matches it. */
const locked = 'locked'

/** Nobody can log in to these accounts any more. */
export async function lockAccounts(tx: Tx, ids: number[]): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: locked, role: 'USER', updated_at: sql`now()` })
    .where('id', 'in', ids)
    .execute()
}

/** Returns ids by username. */
export async function insertUsers(
  tx: Tx,
  users: readonly DemoUser[],
  passwordHash: string,
  avatars: ReadonlyMap<string, Photo>,
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('users')
    .values(
      users.map((user) => ({
        email: user.email,
        username: user.username,
        full_name: user.fullName,
        phone: user.phone,
        password_hash: passwordHash,
        role: user.role,
        avatar_url: avatars.get(user.username)?.url ?? null,
        bio: user.bio,
        state: user.state,
        lga: user.lga,
        rating_avg: user.ratingAvg,
        rating_count: user.ratingCount,
        email_verified_at: user.createdAt,
        phone_verified_at: user.phoneVerified ? user.createdAt : null,
        created_at: user.createdAt,
        updated_at: user.createdAt,
      })),
    )
    .returning(['id', 'username'])
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/**
 * Inserts in this order, so that later listings have higher ids; returns the ids. Triggers fill the search
 * table.
 */
export async function insertListings(
  tx: Tx,
  listings: readonly DemoListing[],
  userId: (username: string) => number,
  photo: (picture: string) => Photo,
): Promise<number[]> {
  const categories = await tx.selectFrom('categories').select(['id', 'slug']).execute()
  const categoryIds = new Map(categories.map(({ id, slug }) => [slug, id]))
  const rows = await tx
    .insertInto('listings')
    .values(
      listings.map((listing) => ({
        seller_id: userId(listing.seller),
        category_id: categoryIds.get(listing.category) ?? 0,
        title: listing.title,
        description: listing.description,
        price: listing.price,
        price_type: listing.priceType,
        condition: listing.condition,
        state: listing.state,
        lga: listing.lga,
        photos: JSON.stringify(listing.photos.map(photo)),
        status: listing.status,
        hidden_by_moderator: listing.moderationReason !== null,
        moderation_reason: listing.moderationReason,
        views: listing.views,
        featured_until: listing.featuredUntil,
        ends_at: listing.endsAt,
        ended_at: listing.endedAt,
        created_at: listing.createdAt,
        updated_at: listing.createdAt,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Spreads the views of all listings over the days since they were published, unevenly. */
export async function insertDayViews(tx: Tx, now: Date): Promise<void> {
  await sql`insert into listing_day_views (listing_id, day, views)
    select id, day, so_far - coalesce(lag(so_far) over listing, 0)
    from (
      select l.id, d.day::date, (l.views * sum(weight) over since / sum(weight) over whole)::integer as so_far
      from listings l
      cross join lateral generate_series(${dayOf(sql`l.created_at`)},
        ${dayOf(sql`${now}::timestamptz`)}, interval '1 day') as d(day)
      cross join lateral (select 1 + abs(hashtext(l.id || d.day::text)) % 9 as weight) as w
      window whole as (partition by l.id), since as (partition by l.id order by d.day)
    ) as days
    window listing as (partition by id order by day)`.execute(tx)
}

export async function insertReviews(
  tx: Tx,
  reviews: readonly DemoReview[],
  userId: (username: string) => number,
): Promise<void> {
  await tx
    .insertInto('reviews')
    .values(
      reviews.map((review) => ({
        user_id: userId(review.user),
        reviewer_id: userId(review.reviewer),
        stars: review.stars,
        comment: review.comment,
        proof: review.proof,
        created_at: review.createdAt,
        updated_at: review.createdAt,
      })),
    )
    .execute()
}
