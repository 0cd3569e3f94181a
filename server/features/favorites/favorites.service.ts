import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { findCards } from '#server/features/catalogue/catalogue.public.ts'
import { findUndeletedListing } from '#server/features/listings/listings.public.ts'
import type { FavoriteListing, UnavailableFavorite } from '#shared/contract/favorites.ts'
import { AppError } from '#shared/errors.ts'
import { formatCount } from '#shared/money.ts'
import { thresholds } from '#shared/thresholds.ts'
import { findUnavailableFavorites, findVisibleFavorites, insertFavorite } from './favorites.db.ts'

/** The ids of the saved listings that the viewer may see now, last saved first. */
export async function listFavoriteIds(db: Db, viewer: Viewer): Promise<number[]> {
  const favorites = await findVisibleFavorites(db, viewer)
  return favorites.map(({ listingId }) => listingId)
}

/** The same listings in full. */
export async function listFavorites(db: Db, viewer: Viewer): Promise<FavoriteListing[]> {
  const favorites = await findVisibleFavorites(db, viewer)
  const savedAt = new Map(favorites.map(({ listingId, favoritedAt }) => [listingId, favoritedAt]))
  const cards = await findCards(db, [...savedAt.keys()])
  return cards.flatMap((card) => {
    const favoritedAt = savedAt.get(card.id)
    return favoritedAt ? { ...card, listingId: card.id, favoritedAt: favoritedAt.toISOString() } : []
  })
}

/** The saved listings that the viewer may not see now, last saved first. */
export async function listUnavailable(db: Db, viewer: Viewer): Promise<UnavailableFavorite[]> {
  const favorites = await findUnavailableFavorites(db, viewer)
  return favorites.map(({ listingId, favoritedAt, ...listing }) => ({
    id: listingId,
    listingId,
    ...listing,
    favoritedAt: favoritedAt.toISOString(),
  }))
}

/**
 * Saves a listing. Throws NOT_FOUND if the viewer may not see it, GONE if it was deleted, CONFLICT from `thresholds.favorites.max` saved
 * listings on.
 */
export async function saveFavorite(db: Db, viewer: Viewer, listingId: number): Promise<void> {
  const listing = await findUndeletedListing(db, listingId, viewer)
  const { max } = thresholds.favorites
  if (!(await insertFavorite(db, viewer.id, listing.id, max)))
    throw new AppError(
      'CONFLICT',
      `You have saved ${formatCount(max)} listings, the most that is possible. Remove one from your favorites first.`,
    )
}
