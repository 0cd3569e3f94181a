import type { Db } from '#server/db/pool.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import {
  type CardRow,
  cardColumns,
  findCards,
  findFeaturedIds,
  listCategories,
  toCards,
} from './catalogue.db.ts'
import { findPage } from './search.db.ts'

export { type CardRow, cardColumns, toCards }

export async function categoryExists(db: Db, id: number): Promise<boolean> {
  return (await listCategories(db)).some((category) => category.id === id)
}

/** The cards of listings in the order of the ids, whatever their status. The caller decides who may see them. */
export async function readCards(db: Db, ids: number[]): Promise<ListingCard[]> {
  return findCards(db, ids)
}

export async function listFeatured(db: Db): Promise<ListingCard[]> {
  return findCards(db, await findFeaturedIds(db, limits.featuredOnHome))
}

/** The newest public listings. */
export async function listLatest(db: Db): Promise<ListingCard[]> {
  const { rows } = await findPage<CardRow>(
    db,
    { criteria: { terms: [] }, order: 'latest', after: null, limit: limits.latestOnHome },
    { strategy: 'walk', lead: null, budget: null },
    cardColumns,
  )
  return toCards(db, rows)
}
