import { useState } from 'react'
import { LoginRequiredDialog } from '#web/ui/login-required-dialog.tsx'
import { useFavorites } from './favorites-provider.tsx'
import { Heart } from './heart.tsx'
import { loginToSave, wishlistWords } from './words.ts'

interface SaveButtonProps {
  listingId: number
  /** Without words, for the bar of phones. */
  iconOnly?: boolean
}

/** Save or Saved, on a listing's own page; a visitor is asked to log in. */
export function SaveButton({ listingId, iconOnly = false }: SaveButtonProps) {
  const [asking, setAsking] = useState(false)
  const [pressed, setPressed] = useState(false)
  const { savedIds, toggle } = useFavorites()
  const saved = savedIds.has(listingId)
  const label = saved ? 'Saved' : 'Save'
  return (
    <>
      <button
        type="button"
        aria-pressed={saved}
        aria-label={iconOnly ? label : undefined}
        className={`button button-outline noscript:hidden ${iconOnly ? 'button-icon shrink-0' : 'grow'}`}
        onClick={() => {
          setPressed(true)
          toggle(listingId, wishlistWords, () => setAsking(true))
        }}
      >
        <Heart saved={saved} pressed={pressed} size={iconOnly ? 20 : 18} />
        {!iconOnly && label}
      </button>
      <LoginRequiredDialog open={asking} onClose={() => setAsking(false)} message={loginToSave} />
    </>
  )
}
