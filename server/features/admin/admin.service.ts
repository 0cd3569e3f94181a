import type { Db } from '#server/db/pool.ts'
import { readCards } from '#server/features/catalogue/catalogue.service.ts'
import type { AdminListing, AdminListingQuery } from '#shared/contract/admin.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { PageRequest } from './find.db.ts'
import { findListingModeration, findListings, type ListingModeration } from './listings.db.ts'

/** The page that a list's query asks for. */
export function pageOf({
  page,
  limit,
}: {
  page?: number | undefined
  limit?: number | undefined
}): PageRequest {
  return { page: page ?? 1, limit: limit ?? limits.adminPageSize }
}

/** Listings of every status, a page at a time; `deleted` has deleted ones among them. */
export async function listListings(db: Db, query: AdminListingQuery) {
  const request = pageOf(query)
  const { items, total } = await findListings(db, query, query.sort ?? 'createdAt:desc', request)
  return {
    items: await present(db, items),
    total,
    page: request.page,
    totalPages: Math.ceil(total / request.limit),
  }
}

/** A listing of any status, as administrators see it. */
export async function readAdminListing(db: Db, id: number): Promise<AdminListing> {
  const moderation = await findListingModeration(db, id)
  const [listing] = moderation ? await present(db, [moderation]) : []
  if (!listing) throw new AppError('NOT_FOUND', 'There is no such listing.')
  return listing
}

async function present(db: Db, rows: ListingModeration[]): Promise<AdminListing[]> {
  const cards = await readCards(
    db,
    rows.map(({ id }) => id),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap(({ featuredUntil, ...moderation }) => {
    const card = byId.get(moderation.id)
    return card ? [{ ...card, ...moderation, featuredUntil: featuredUntil?.toISOString() ?? null }] : []
  })
}
