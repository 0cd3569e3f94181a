import { useState } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { useFavorites } from './favorites-provider.tsx'
import { type FavoriteWords, pleaseLogIn, wishlistWords } from './words.ts'

interface FavoriteButtonProps {
  listing: { id: number; title: string; sellerId: number }
  words?: FavoriteWords
}

/** The heart on a card's picture (heart.css); nothing on one's own. */
export function FavoriteButton({ listing, words = wishlistWords }: FavoriteButtonProps) {
  const { viewerId, savedIds, toggle } = useFavorites()
  const [pressed, setPressed] = useState(false)
  if (viewerId === listing.sellerId) return null
  return (
    <button
      type="button"
      aria-label={`Save ${listing.title}`}
      aria-pressed={savedIds.has(listing.id)}
      className={pressed ? 'heart heart-new' : 'heart'}
      onClick={() => {
        setPressed(true)
        toggle(listing.id, words, () => showToast(pleaseLogIn))
      }}
    />
  )
}
