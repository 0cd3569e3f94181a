import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import { sameData } from '#server/db/same-data.ts'
import type { Category, ListingCard } from '#shared/contract/catalogue.ts'

/** Milliseconds that the categories are remembered: only a new version of Oja changes them. */
const lifetime = 60_000
const known = new WeakMap<Db, { readAt: number; categories: Promise<Category[]> }>()

export function listCategories(db: Db): Promise<Category[]> {
  const data = sameData(db)
  const entry = known.get(data)
  if (entry && performance.now() - entry.readAt < lifetime) return entry.categories
  const categories = db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy('position').execute()
  known.set(data, { readAt: performance.now(), categories })
  categories.catch(() => known.delete(data))
  return categories
}

/** What a card shows, of `listings l` and its seller `users u`. */
export const cardColumns = `l.id as "listingId", l.title, l.price as "listingPrice", l.price_type as "priceType", l.condition,
  l.state, l.lga, jsonb_path_query_array(l.photos, '$[0]') as photos, l.status, l.views, l.featured_until as "featuredUntil", l.created_at as "publishedAt",
  l.deleted_at as "deletedAt", l.questions_enabled as "questionsEnabled", l.category_id as "categoryId",
  u.id as "sellerId", u.full_name as "fullName", u.avatar_url as "avatarUrl", u.rating_avg as "ratingAvg",
  u.rating_count as "ratingCount"`

/** A row of `cardColumns`. */
export interface CardRow
  extends Pick<
    ListingCard,
    'title' | 'priceType' | 'condition' | 'state' | 'lga' | 'photos' | 'status' | 'views' | 'questionsEnabled'
  > {
  listingId: number
  listingPrice: number
  featuredUntil: Date | null
  publishedAt: Date
  deletedAt: Date | null
  categoryId: number
  sellerId: number
  fullName: string
  avatarUrl: string | null
  ratingAvg: string
  ratingCount: number
}

export async function toCards(db: Db, rows: CardRow[]): Promise<ListingCard[]> {
  const categories = await listCategories(db)
  const now = Date.now()
  return rows.map((row) => ({
    id: row.listingId,
    sellerId: row.sellerId,
    title: row.title,
    categoryId: row.categoryId,
    category: { id: row.categoryId, name: categories.find(({ id }) => id === row.categoryId)?.name ?? '' },
    price: row.listingPrice,
    priceType: row.priceType,
    condition: row.condition,
    state: row.state,
    lga: row.lga,
    photos: row.photos,
    status: row.status,
    views: row.views,
    featured: row.featuredUntil !== null && row.featuredUntil.getTime() > now,
    createdAt: row.publishedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    questionsEnabled: row.questionsEnabled,
    seller: {
      id: row.sellerId,
      fullName: row.fullName,
      avatarUrl: row.avatarUrl,
      ratingAvg: row.ratingAvg,
      ratingCount: row.ratingCount,
    },
  }))
}

/** The cards of listings, in the order of the ids; ids without a listing are left out. Visibility is the caller's. */
export async function findCards(db: Db, ids: number[]): Promise<ListingCard[]> {
  if (ids.length === 0) return []
  // `offset 0`: a listing after the other by its key, however many the planner expects.
  const text = `select c.* from unnest($1::integer[]) with ordinality as p (id, position)
    cross join lateral (
      select ${cardColumns} from listings l join users u on u.id = l.seller_id where l.id = p.id offset 0
    ) c order by p.position`
  return toCards(db, await readPrepared<CardRow>(db, { text, values: [ids] }))
}

/** Featured listings, the newest first. */
export async function findFeaturedIds(db: Db, limit: number): Promise<number[]> {
  const text = `select id from listing_search where featured_until > now()
    order by created_at desc, id desc limit $1`
  const rows = await readPrepared<{ id: number }>(db, { text, values: [limit] })
  return rows.map(({ id }) => id)
}
