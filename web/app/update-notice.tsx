import { Sparkles, X } from 'lucide-react'
import { useState } from 'react'
import { CornerCard } from './corner-card.tsx'
import { applyUpdate, useUpdateReady } from './update.ts'

/** A discreet offer to load a newer version; the next full page load brings it too. */
export function UpdateNotice() {
  const ready = useUpdateReady()
  const [dismissed, setDismissed] = useState(false)
  if (!ready || dismissed) return null
  return (
    <CornerCard label="New version">
      <Sparkles size={22} className="text-brand-ink" />
      <p className="min-w-0 grow font-semibold">A new version of Oja is ready</p>
      <button type="button" className="button shrink-0" onClick={applyUpdate}>
        Reload
      </button>
      <button
        type="button"
        className="button button-quiet button-icon -mr-2 shrink-0"
        aria-label="Later"
        onClick={() => setDismissed(true)}
      >
        <X size={18} />
      </button>
    </CornerCard>
  )
}
