import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/lib/session.ts'
import { onChangeElsewhere } from './other-tabs.ts'
import { favoriteIdsQuery, favoritesKey } from './queries.ts'
import { setFavorite } from './set-favorite.ts'
import type { FavoriteWords } from './words.ts'

/** Whether the signed-in user saved a listing, and the way to change it; `onVisitor` is called for whoever is not signed in. */
export function useFavorite(
  listingId: number,
  words: FavoriteWords,
  onVisitor: () => void,
): { saved: boolean; toggle: () => void } {
  const session = useSession()
  const client = useQueryClient()
  const { data: saved = false } = useQuery({
    ...favoriteIdsQuery,
    enabled: Boolean(session),
    select: (ids) => ids.includes(listingId),
  })
  return {
    saved,
    toggle() {
      if (session === null) onVisitor()
      else void setFavorite(client, listingId, !saved, words, onVisitor)
    },
  }
}

/** Keeps the favourites of this tab in step with the other tabs. */
export function useFavoritesInStep(signedIn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!signedIn) return
    return onChangeElsewhere(() => void client.invalidateQueries({ queryKey: favoritesKey }))
  }, [client, signedIn])
}
