import { pageOf } from '#server/db/paged-search.ts'
import type { Db } from '#server/db/pool.ts'
import { findCards } from '#server/features/catalogue/catalogue.public.ts'
import type { AdminListing, AdminListingQuery, AdminReport, AdminUser } from '#shared/contract/admin.ts'
import { AppError } from '#shared/errors.ts'
import { findListingModeration, findListings, type ListingModeration } from './admin-listings.db.ts'
import { findReport } from './report-search.db.ts'
import { findUser } from './user-search.db.ts'

/** Listings of every status, a page at a time; `deleted` includes deleted ones. */
export async function listListings(db: Db, adminId: number, query: AdminListingQuery) {
  const request = pageOf(query)
  const sort = query.sort ?? 'createdAt:desc'
  const { items, total, exact } = await findListings(db, adminId, query, sort, request)
  return {
    items: await present(db, items),
    total,
    exact,
    page: request.page,
    totalPages: Math.ceil(total / request.limit),
  }
}

/** A listing of any status, as administrators see it. */
export async function readAdminListing(db: Db, adminId: number, id: number): Promise<AdminListing> {
  const moderation = await findListingModeration(db, adminId, id)
  const [listing] = moderation ? await present(db, [moderation]) : []
  if (!listing) throw new AppError('NOT_FOUND', 'There is no such listing.')
  return listing
}

export async function readAdminUser(db: Db, adminId: number, id: number): Promise<AdminUser> {
  const user = await findUser(db, adminId, id)
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.')
  return user
}

export async function readAdminReport(db: Db, id: number): Promise<AdminReport> {
  const report = await findReport(db, id)
  if (!report) throw new AppError('NOT_FOUND', 'There is no such report.')
  return report
}

async function present(db: Db, rows: ListingModeration[]): Promise<AdminListing[]> {
  const cards = await findCards(
    db,
    rows.map(({ id }) => id),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap(({ featuredUntil, ...moderation }) => {
    const card = byId.get(moderation.id)
    return card ? [{ ...card, ...moderation, featuredUntil: featuredUntil?.toISOString() ?? null }] : []
  })
}
