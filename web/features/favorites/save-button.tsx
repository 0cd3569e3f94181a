import { Heart as HeartIcon } from 'lucide-react'
import { useState } from 'react'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { defaultFavoriteMessages, loginToSave } from './favorite-messages.ts'
import { useFavorites } from './favorites-provider.tsx'

interface SaveButtonProps {
  listingId: number
  iconOnly?: boolean
}

/** Save or Saved, on a listing's page; asks visitors to log in. */
export function SaveButton({ listingId, iconOnly = false }: SaveButtonProps) {
  const [pressed, setPressed] = useState(false)
  const { savedIds, toggle } = useFavorites()
  const saved = savedIds.has(listingId)
  const label = saved ? 'Saved' : 'Save'
  return (
    <button
      type="button"
      aria-pressed={saved}
      aria-label={iconOnly ? label : undefined}
      className={`button button-outline noscript:hidden ${iconOnly ? 'button-icon shrink-0' : 'grow'}`}
      onClick={() => {
        setPressed(true)
        toggle(listingId, defaultFavoriteMessages, () => askToLogIn(loginToSave))
      }}
    >
      <Heart saved={saved} pressed={pressed} size={iconOnly ? 20 : 18} />
      {!iconOnly && label}
    </button>
  )
}

interface HeartProps {
  saved: boolean
  /** It was just pressed: a saved heart is animated. */
  pressed: boolean
  /** Pixels. */
  size?: number
}

/** A heart, filled when saved. Decoration: the button around it has the label. */
function Heart({ saved, pressed, size = 20 }: HeartProps) {
  return (
    <HeartIcon
      size={size}
      className={saved ? `fill-current text-danger ${pressed ? 'heart-leap' : ''}` : undefined}
    />
  )
}
