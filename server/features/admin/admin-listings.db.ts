import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { wasSold } from '#server/db/last-public.ts'
import { findPage, hasWords, type Page, type PageRequest, typedId } from '#server/db/paged-search.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { mayDecide, mayDecideReport } from '#server/features/moderation/moderation.public.ts'
import { AdminListing, type AdminListingQuery } from '#shared/contract/admin.ts'

/** What administrators see of a listing besides its card. */
const ListingModeration = AdminListing.pick({
  id: true,
  hiddenByModerator: true,
  wasSold: true,
  sellerAway: true,
  moderationReason: true,
  openReports: true,
  mayDecide: true,
})
  .extend({ featuredUntil: z.date().nullable() })
  .strict()
export type ListingModeration = z.output<typeof ListingModeration>

type Criteria = Pick<AdminListingQuery, 'q' | 'category' | 'status' | 'sellerId' | 'deleted'>

const orders = {
  'createdAt:desc': sql`l.created_at desc, l.id desc`,
  'createdAt:asc': sql`l.created_at, l.id`,
  'price:desc': sql`l.price desc, l.id desc`,
  'price:asc': sql`l.price, l.id`,
  'title:asc': sql`lower(l.title), l.id`,
  'title:desc': sql`lower(l.title) desc, l.id desc`,
} satisfies Record<NonNullable<AdminListingQuery['sort']>, unknown>

const columns = (
  adminId: number,
) => sql`l.id, l.hidden_by_moderator as "hiddenByModerator", l.moderation_reason as "moderationReason",
  l.featured_until as "featuredUntil",
  ${wasSold('l')} as "wasSold",
  (select case when u.banned_at is not null then 'BANNED' when u.deletion_due_at is not null then 'LEAVING' end
    from users u where u.id = l.seller_id) as "sellerAway",
  (select count(*) from reports r where r.target_type = 'LISTING' and r.target_id = l.id and r.status = 'NEW'
    and ${mayDecideReport(adminId)}) as "openReports", ${mayDecide(adminId, sql`array[l.seller_id]`)} as "mayDecide"`

/** A page of the listings of every status that meet the criteria. */
export async function findListings(
  db: Db,
  adminId: number,
  criteria: Criteria,
  order: keyof typeof orders,
  page: PageRequest,
): Promise<Page<ListingModeration>> {
  const where = matching(criteria)
  const shown = { shape: ListingModeration, columns: columns(adminId), source: sql`listings l` }
  return findPage(db, { ...shown, where, order: orders[order] }, page)
}

export async function findListingModeration(
  db: Db,
  adminId: number,
  id: number,
): Promise<ListingModeration | null> {
  const row = sql`select ${columns(adminId)} from listings l where l.id = ${id}`
  return typedSql(ListingModeration, row).first(db)
}

function matching({ q, category, status, sellerId, deleted }: Criteria): RawBuilder<unknown>[] {
  return [
    ...(deleted ? [] : [sql`l.deleted_at is null`]),
    ...(category === undefined ? [] : [sql`l.category_id = ${category}`]),
    ...(status === undefined ? [] : [sql`l.status = ${status}`]),
    ...(sellerId === undefined ? [] : [sql`l.seller_id = ${sellerId}`]),
    ...(q === undefined ? [] : [typed(q)]),
  ]
}

/**
 * Matches the title, the listing's id, the seller's name, username or e-mail; for public listings also whole
 * words of the description, through the search index. #12 is the id alone.
 */
function typed(q: string): RawBuilder<unknown> {
  const id = typedId(q)
  // As a word, #13 would be found in the text of every iPhone 13.
  if (id !== null && q.startsWith('#')) return sql`l.id = ${id}`
  const seller = sql`concat_ws(' ', u.full_name, u.username, u.email)`
  return sql`(${hasWords(sql`l.title`, q)}
    or l.id in (select id from listing_search where search_document(id) @@ plainto_tsquery('simple', search_normal(${q})))
    or l.seller_id in (select u.id from users u where ${hasWords(seller, q)})
    ${id === null ? sql`` : sql`or l.id = ${id}`})`
}
