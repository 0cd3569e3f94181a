import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { Category, ListingCard } from '#shared/contract/catalogue.ts'

export async function listCategories(db: Db): Promise<Category[]> {
  return db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy('position').execute()
}

/** The cards of listings, in the order of the ids; ids without a listing are left out. Visibility is the caller's. */
export async function findCards(db: Db, ids: number[]): Promise<ListingCard[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('categories as c', 'c.id', 'l.category_id')
    .innerJoin('users as u', 'u.id', 'l.seller_id')
    .select([
      'l.id',
      'l.title',
      'l.price',
      'l.price_type as priceType',
      'l.condition',
      'l.state',
      'l.lga',
      'l.photos',
      'l.status',
      'l.views',
      'l.featured_until as featuredUntil',
      'l.created_at as createdAt',
      'l.deleted_at as deletedAt',
      'l.questions_enabled as questionsEnabled',
      'c.id as categoryId',
      'c.name as categoryName',
      'u.id as sellerId',
      'u.full_name as fullName',
      'u.avatar_url as avatarUrl',
      'u.rating_avg as ratingAvg',
      'u.rating_count as ratingCount',
    ])
    .where(sql<boolean>`l.id = any(${ids}::integer[])`)
    .execute()
  const now = Date.now()
  const cards = new Map(
    rows.map((row): [number, ListingCard] => [
      row.id,
      {
        id: row.id,
        sellerId: row.sellerId,
        title: row.title,
        categoryId: row.categoryId,
        category: { id: row.categoryId, name: row.categoryName },
        price: row.price,
        priceType: row.priceType,
        condition: row.condition,
        state: row.state,
        lga: row.lga,
        photos: row.photos,
        status: row.status,
        views: row.views,
        featured: row.featuredUntil !== null && row.featuredUntil.getTime() > now,
        createdAt: row.createdAt.toISOString(),
        deletedAt: row.deletedAt?.toISOString() ?? null,
        questionsEnabled: row.questionsEnabled,
        seller: {
          id: row.sellerId,
          fullName: row.fullName,
          avatarUrl: row.avatarUrl,
          ratingAvg: row.ratingAvg,
          ratingCount: row.ratingCount,
        },
      },
    ]),
  )
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** Featured listings, the newest first. */
export async function findFeaturedIds(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('listing_search')
    .select('id')
    .where('featured_until', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
