import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { showToast } from '#web/ui/toast.ts'
import { Heart } from './heart.tsx'
import { useFavorite } from './use-favorite.ts'
import { type FavoriteWords, pleaseLogIn, wishlistWords } from './words.ts'

interface FavoriteButtonProps {
  listing: { id: number; title: string; sellerId: number }
  words?: FavoriteWords
}

/** The heart on a card's picture; nothing on one's own. */
export function FavoriteButton({ listing, words = wishlistWords }: FavoriteButtonProps) {
  const session = useSession()
  const [pressed, setPressed] = useState(false)
  const { saved, toggle } = useFavorite(listing.id, words, () => showToast(pleaseLogIn))
  if (session?.id === listing.sellerId) return null
  return (
    <button
      type="button"
      aria-label={`Save ${listing.title}`}
      aria-pressed={saved}
      className="group/heart grid size-11 place-items-center rounded-full noscript:hidden"
      onClick={() => {
        setPressed(true)
        toggle()
      }}
    >
      <span className="grid size-9 place-items-center rounded-full bg-surface/92 text-ink shadow-flat transition-transform group-hover/heart:scale-108 group-active/heart:scale-92">
        <Heart saved={saved} pressed={pressed} />
      </span>
    </button>
  )
}
