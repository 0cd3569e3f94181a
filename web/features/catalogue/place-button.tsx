import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { BrowseState } from '#web/lib/browse-url.ts'
import { nameOfNear } from '#web/lib/place.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

/** The dialog contains all states and LGAs, so its code loads on first use. */
const loadDialog = async () => (await import('./place-dialog.tsx')).PlaceDialog

interface PlaceButtonProps {
  state: BrowseState
  onChange: (state: BrowseState) => void
  /** In the hero of the home page, with the place's name on phones, too. */
  hero?: boolean
}

/** Where the listings are: opens the choice of a state, an LGA or one's position, and of a distance. */
export function PlaceButton({ state, onChange, hero }: PlaceButtonProps) {
  const [open, setOpen] = useState(false)
  const { Component: PlaceDialog, preloadProps, load } = useLazyComponent(loadDialog)
  const place = state.near ? nameOfNear(state.near) : (state.lga ?? state.state)

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Place: ${place ?? 'all of Nigeria'}`}
        aria-pressed={place ? true : undefined}
        onClick={async () => setOpen(await load())}
        {...preloadProps}
        className={`noscript:hidden ${hero ? 'hero-chip gap-2' : 'chip relative h-12 shrink-0 border-line-strong px-3.5 sm:px-4'}`}
      >
        <MapPin size={18} />
        <span className={hero ? undefined : 'max-sm:sr-only'}>
          {place ?? (hero ? 'All of Nigeria' : 'Place')}
        </span>
      </button>
      {PlaceDialog && (
        <PlaceDialog open={open} onClose={() => setOpen(false)} state={state} onChange={onChange} />
      )}
    </>
  )
}
