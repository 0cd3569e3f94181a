import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import { cachedPerDatabase } from '#server/db/replicas.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { type Category, ListingCard } from '#shared/contract/catalogue.ts'
import { Id, Kobo, UserSummary } from '#shared/contract/common.ts'
import { limits } from '#shared/limits.ts'
import { PageRow } from './search/listing-search.db.ts'

/** Milliseconds that categories are cached: only a new version of Oja changes them. */
const lifetimeMs = 60_000

export const listCategories: (db: Db) => Promise<Category[]> = cachedPerDatabase(lifetimeMs, (db) =>
  db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy('position').execute(),
)

/** Columns of a card, of `listings l` and its seller `users u`. */
export const cardColumns = `l.id as "listingId", l.title, l.price as "listingPrice", l.price_type as "priceType", l.condition,
  l.state, l.lga, jsonb_path_query_array(l.photos, '$[0]') as photos, jsonb_array_length(l.photos) as "photoCount", l.status, l.views, l.featured_until as "featuredUntil", l.created_at as "publishedAt",
  l.renewed_at as "renewedAt", l.deleted_at as "deletedAt", l.questions_enabled as "questionsEnabled", l.category_id as "categoryId",
  u.id as "sellerId", u.full_name as "fullName", u.avatar_url as "avatarUrl", u.rating_avg as "ratingAvg",
  u.rating_count as "ratingCount"`

/** A row of `cardColumns`. */
export const CardRow = z.strictObject({
  ...ListingCard.pick({
    title: true,
    priceType: true,
    condition: true,
    state: true,
    lga: true,
    photos: true,
    photoCount: true,
    status: true,
    views: true,
    questionsEnabled: true,
    categoryId: true,
    sellerId: true,
  }).shape,
  ...UserSummary.omit({ id: true }).shape,
  listingId: Id,
  listingPrice: Kobo,
  featuredUntil: z.date().nullable(),
  publishedAt: z.date(),
  renewedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
})
export type CardRow = z.output<typeof CardRow>

/** A page of cards, for `findSearchPage`. */
export const cardPage = { columns: cardColumns, shape: PageRow.extend(CardRow.shape) }
export type CardPageRow = z.output<typeof cardPage.shape>

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
    photoCount: row.photoCount,
    status: row.status,
    views: row.views,
    featured: row.featuredUntil !== null && row.featuredUntil.getTime() > now,
    createdAt: row.publishedAt.toISOString(),
    ...(row.renewedAt && { renewedAt: row.renewedAt.toISOString() }),
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

/** The cards of listings, in the order of the ids; ids without a listing are left out. Callers check who may see them. */
export async function findCards(db: Db, ids: number[]): Promise<ListingCard[]> {
  if (ids.length === 0) return []
  // `offset 0`: each listing is read by its key, however many PostgreSQL's planner expects.
  const text = `select c.* from unnest($1::integer[]) with ordinality as p (id, position)
    cross join lateral (
      select ${cardColumns} from listings l join users u on u.id = l.seller_id where l.id = p.id offset 0
    ) c order by p.position`
  return toCards(db, await readPrepared(db, { shape: CardRow, text, values: [ids] }))
}

/** Those of these listings that search finds, in the given order, each once. */
export async function keepPublicIds(db: Db, ids: number[]): Promise<number[]> {
  const text =
    'select id from listing_search where id = any($1::integer[]) order by array_position($1::integer[], id)'
  const rows = await readPrepared(db, { shape: z.strictObject({ id: Id }), text, values: [ids] })
  return rows.map(({ id }) => id)
}

/** The newest public listings of a seller, without some of them. */
export async function findNewestOf(
  db: Db,
  sellerId: number,
  without: number[],
  limit: number,
): Promise<number[]> {
  const text = `select l.id from listings l join listing_search using (id)
    where l.seller_id = $1 and l.status = 'ACTIVE' and l.deleted_at is null and l.id <> all($2::integer[])
    order by l.created_at desc, l.id desc limit $3`
  const values = [sellerId, without, limit]
  const rows = await readPrepared(db, { shape: z.strictObject({ id: Id }), text, values })
  return rows.map(({ id }) => id)
}

/** Featured listings, the newest first. The limit is a literal: with a parameter PostgreSQL would plan the statement anew at each call. */
export async function findFeatured(db: Db): Promise<ListingCard[]> {
  const text = `select c.* from (
      select id, created_at from listing_search where featured_until > now()
      order by created_at desc, id desc limit ${limits.featuredOnHome}
    ) p cross join lateral (
      select ${cardColumns} from listings l join users u on u.id = l.seller_id where l.id = p.id offset 0
    ) c order by p.created_at desc, p.id desc`
  return toCards(db, await readPrepared(db, { shape: CardRow, text, values: [] }))
}

const StateCount = z.strictObject({ state: z.string(), listings: z.number() })

/** Public listings in each of these states: reads one entry of an index for each of them. */
export function countInStates(db: Db, states: readonly string[]): Promise<z.output<typeof StateCount>[]> {
  const query = sql`
    select s.state, (select count(*) from listing_search where listing_search.state = s.state) as listings
    from unnest(${states}::text[]) as s (state)`
  return typedSql(StateCount, query).execute(db)
}
