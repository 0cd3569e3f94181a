import type { Db } from '#server/db/pool.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { cardPage, findCards, findNewestOf, keepPublicIds, listCategories, toCards } from './catalogue.db.ts'
import { findSearchPage } from './search/listing-search.db.ts'

export async function categoryExists(db: Db, id: number): Promise<boolean> {
  return (await listCategories(db)).some((category) => category.id === id)
}

/** The cards of those among these listings that everybody sees and nobody has bought yet, in this order. */
export async function listOnOffer(db: Db, ids: number[]): Promise<ListingCard[]> {
  return findCards(db, await keepPublicIds(db, ids))
}

/** The newest public listings of a seller, without some of them. */
export async function listMoreOf(db: Db, sellerId: number, without: number[]): Promise<ListingCard[]> {
  return findCards(db, await findNewestOf(db, sellerId, without, limits.moreFromSeller))
}

/** The newest public listings. */
export async function listLatest(db: Db): Promise<ListingCard[]> {
  const { rows } = await findSearchPage(
    db,
    { criteria: { terms: [] }, order: 'latest', after: null, limit: limits.latestOnHome, counted: false },
    { strategy: 'ordered-scan', leading: null, budget: null },
    cardPage,
  )
  return toCards(db, rows)
}
