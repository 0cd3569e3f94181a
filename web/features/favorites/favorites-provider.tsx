import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '#web/lib/session.ts'
import { onChangeElsewhere } from './other-tabs.ts'
import { favoriteIdsQuery, favoritesKey } from './queries.ts'
import { setFavorite } from './set-favorite.ts'
import type { FavoriteWords } from './words.ts'

interface Favorites {
  /** Undefined for a visitor. */
  viewerId: number | undefined
  /** What the signed-in user saved, as far as is known. */
  savedIds: ReadonlySet<number>
  /** Saves a listing or removes it; `onVisitor` is called for whoever is not signed in. */
  toggle: (listingId: number, words: FavoriteWords, onVisitor: () => void) => void
}

const none: readonly number[] = []
const FavoritesContext = createContext<Favorites | null>(null)

/** The favourites of whoever is signed in, read once for all the hearts of a page, in step with the other tabs. */
export function FavoritesProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const client = useQueryClient()
  const [path] = useLocation()
  const viewerId = session?.id
  const signedIn = viewerId !== undefined
  const { data = none } = useQuery({ ...favoriteIdsQuery, enabled: signedIn })

  // Another page reads them again where they are old.
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (signedIn) void client.prefetchQuery(favoriteIdsQuery)
  }, [client, signedIn, path])

  useEffect(() => {
    if (!signedIn) return
    return onChangeElsewhere(() => void client.invalidateQueries({ queryKey: favoritesKey }))
  }, [client, signedIn])

  const favorites = useMemo<Favorites>(
    () => ({
      viewerId,
      savedIds: new Set(data),
      toggle(listingId, words, onVisitor) {
        if (session === null) return onVisitor()
        // What is so now: a second press may come before the first is shown.
        const isSaved = client.getQueryData(favoriteIdsQuery.queryKey)?.includes(listingId)
        void setFavorite(client, listingId, !isSaved, words, onVisitor)
      },
    }),
    [client, data, session, viewerId],
  )
  return <FavoritesContext value={favorites}>{children}</FavoritesContext>
}

/** What hearts show and do, inside a FavoritesProvider. */
export function useFavorites(): Favorites {
  const favorites = useContext(FavoritesContext)
  if (!favorites) throw new Error('A heart stands inside a FavoritesProvider.')
  return favorites
}
