import { useState } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { defaultFavoriteMessages, type FavoriteMessages, pleaseLogIn } from './favorite-messages.ts'
import { useFavorites } from './favorites-provider.tsx'

interface FavoriteButtonProps {
  listing: { id: number; title: string; sellerId: number }
  messages?: FavoriteMessages
}

/** The heart on a card's picture (heart.css); absent on the user's own listings. */
export function FavoriteButton({ listing, messages = defaultFavoriteMessages }: FavoriteButtonProps) {
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
        toggle(listing.id, messages, () => showToast(pleaseLogIn))
      }}
    />
  )
}
