import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { DemoListing, DemoReview, DemoUser } from './marketplace.ts'

/** Whether nobody has registered and nothing is offered yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from users) and not exists (select from listings) as empty`.execute(db)
  return rows[0]?.empty === true
}

/** Until the transaction ends nobody else registers or fills the market. */
export async function lockAgainstOthers(tx: Tx): Promise<void> {
  await sql`lock table users in exclusive mode`.execute(tx)
}

/** Ids by username. */
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

/** In this order, so that later listings have higher ids; answers the ids. Triggers write what search reads. */
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
        created_at: listing.createdAt,
        updated_at: listing.createdAt,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
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
        created_at: review.createdAt,
        updated_at: review.createdAt,
      })),
    )
    .execute()
}
