import type { QueryClient } from '@tanstack/react-query'
import type { FavoriteListing, UnavailableFavorite } from '#shared/contract/favorites.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { showToast } from '#web/ui/toast.ts'
import type { FavoriteMessages } from './favorite-messages.ts'
import { broadcastToTabs } from './favorites-broadcast.ts'
import type { Saved } from './favorites-view.ts'
import { createLatestWinsMutation } from './latest-wins.ts'
import {
  favoriteIdsQuery,
  favoriteListingsQuery,
  favoritesKey,
  unavailableFavoritesQuery,
} from './queries.ts'

const mutate = createLatestWinsMutation((listingId, saved) =>
  saved
    ? api('POST /api/favorites', { body: { listingId } })
    : api('DELETE /api/favorites/:id', { params: { id: listingId } }),
)

/**
 * Saves or removes a listing optimistically, rolls back on failure, and shows a toast. If the session has ended, calls
 * `onSignedOut` instead of showing the toast.
 */
export async function setFavorite(
  client: QueryClient,
  listingId: number,
  saved: boolean,
  messages: FavoriteMessages,
  onSignedOut: () => void,
): Promise<void> {
  const shown = {
    listing: client.getQueryData(favoriteListingsQuery.queryKey)?.find(({ id }) => id === listingId),
    unavailable: client.getQueryData(unavailableFavoritesQuery.queryKey)?.find(({ id }) => id === listingId),
  }
  let reread = show(client, listingId, saved)
  const outcome = await mutate(listingId, saved)
  if (!outcome) return
  const { wanted, error } = outcome
  reread = show(client, listingId, outcome.saved, shown) || reread
  if (error === undefined) {
    showToast(wanted ? messages.added : messages.removed)
    broadcastToTabs()
    if (wanted) client.invalidateQueries({ queryKey: favoriteListingsQuery.queryKey })
  } else if (statusOf(error) === 401) onSignedOut()
  else showToast(wanted ? messages.notAdded(error) : messages.notRemoved(error))
  if (reread) client.invalidateQueries({ queryKey: favoritesKey })
}

interface Shown {
  listing?: FavoriteListing | undefined
  unavailable?: UnavailableFavorite | undefined
}

/**
 * Adds a listing to the cached lists or removes it; `shown` is its row when a removal is rolled back. Cancels running reads,
 * whose results may lack the change, and returns whether the lists must be refetched.
 */
function show(client: QueryClient, listingId: number, saved: boolean, shown: Shown = {}): boolean {
  const unsure =
    client.isFetching({ queryKey: favoritesKey }) > 0 || !client.getQueryData(favoriteIdsQuery.queryKey)
  void client.cancelQueries({ queryKey: favoritesKey })
  client.setQueryData(favoriteIdsQuery.queryKey, (ids = []) => {
    const others = ids.filter((id) => id !== listingId)
    return saved ? [listingId, ...others] : others
  })
  client.setQueryData(favoriteListingsQuery.queryKey, (all) => changed(all, listingId, saved, shown.listing))
  client.setQueryData(unavailableFavoritesQuery.queryKey, (all) =>
    changed(all, listingId, saved, shown.unavailable),
  )
  return unsure
}

function changed<T extends Saved>(all: T[] | undefined, listingId: number, saved: boolean, one?: T) {
  const others = all?.filter(({ id }) => id !== listingId)
  return saved && one ? [...(others ?? []), one].sort(lastSavedFirst) : saved ? all : others
}

function lastSavedFirst(one: Saved, other: Saved): number {
  return Date.parse(other.favoritedAt) - Date.parse(one.favoritedAt) || other.id - one.id
}
