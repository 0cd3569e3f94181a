import { ToggleLeft, ToggleRight } from 'lucide-react'
import { useToggle } from './use-toggle.ts'

/** The seller's switch. */
export function Toggle({ listingId, enabled }: { listingId: number; enabled: boolean }) {
  const toggle = useToggle(listingId)
  const Icon = enabled ? ToggleRight : ToggleLeft
  return (
    <button
      type="button"
      aria-pressed={enabled}
      className="button button-outline noscript:hidden"
      onClick={toggle}
    >
      <Icon aria-hidden className={`size-6 ${enabled ? 'text-brand-ink' : 'text-muted'}`} />
      {enabled ? 'Questions On' : 'Questions Off'}
    </button>
  )
}
