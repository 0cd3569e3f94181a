import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '#web/lib/session.ts'
import type { FavoriteMessages } from './favorite-messages.ts'
import { onTabBroadcast } from './favorites-broadcast.ts'
import { favoriteIdsQuery, favoritesKey } from './queries.ts'
import { setFavorite } from './set-favorite.ts'

interface Favorites {
  /** Undefined for a visitor. */
  viewerId: number | undefined
  savedIds: ReadonlySet<number>
  /** Saves or removes a listing; calls `onSignedOut` if nobody is signed in. */
  toggle: (listingId: number, messages: FavoriteMessages, onSignedOut: () => void) => void
}

const none: readonly number[] = []
const FavoritesContext = createContext<Favorites | null>(null)

/** The favourites of the signed-in user, read once for all hearts of a page and synchronised with other tabs. */
export function FavoritesProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const client = useQueryClient()
  const [path] = useLocation()
  const viewerId = session?.id
  const signedIn = viewerId !== undefined
  const { data = none } = useQuery({ ...favoriteIdsQuery, enabled: signedIn })

  // Pages refetch them when they are stale.
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (signedIn) void client.prefetchQuery(favoriteIdsQuery)
  }, [client, signedIn, path])

  useEffect(() => {
    if (!signedIn) return
    return onTabBroadcast(() => void client.invalidateQueries({ queryKey: favoritesKey }))
  }, [client, signedIn])

  const favorites = useMemo<Favorites>(
    () => ({
      viewerId,
      savedIds: new Set(data),
      toggle(listingId, messages, onSignedOut) {
        if (session === null) return onSignedOut()
        // The present value: a second press may come before the first is rendered.
        const isSaved = client.getQueryData(favoriteIdsQuery.queryKey)?.includes(listingId)
        void setFavorite(client, listingId, !isSaved, messages, onSignedOut)
      },
    }),
    [client, data, session, viewerId],
  )
  return <FavoritesContext value={favorites}>{children}</FavoritesContext>
}

export function useFavorites(): Favorites {
  const favorites = useContext(FavoritesContext)
  if (!favorites) throw new Error('A heart stands inside a FavoritesProvider.')
  return favorites
}
