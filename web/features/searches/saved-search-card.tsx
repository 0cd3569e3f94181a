import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import type { SavedSearch } from '#shared/contract/searches.ts'
import { formatCount } from '#shared/money.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'

interface SavedSearchCardProps {
  search: SavedSearch
  /** Its words and filters, in words. */
  asks: string
  onEdit: () => void
  onDelete: () => void
  onPause: (paused: boolean) => void
  isPausing: boolean
}

/** A saved search with its filters, its new matches and its actions. */
export function SavedSearchCard({
  search,
  asks,
  onEdit,
  onDelete,
  onPause,
  isPausing,
}: SavedSearchCardProps) {
  const { name, href, news, pausedAt } = search
  const paused = pausedAt !== null
  const Toggle = paused ? Play : Pause
  return (
    <article className="card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 leading-snug font-semibold tracking-normal wrap-anywhere">
          <a href={href} className="inline-flex min-h-11 items-center hover:underline">
            {name}
          </a>
        </h2>
        {paused ? (
          <p className="badge">Paused</p>
        ) : (
          news > 0 && <p className="badge badge-brand">{`${formatCount(news)} new`}</p>
        )}
      </div>
      <p className="text-sm text-muted wrap-anywhere">{asks}</p>
      <div className="mt-3 flex flex-wrap gap-1 noscript:hidden">
        <a href={href} className="button">
          Open
          <span className="sr-only">{` ${name}`}</span>
        </a>
        <BusyButton className="button button-outline" busy={isPausing} onClick={() => onPause(!paused)}>
          <Toggle size={18} />
          {paused ? 'Resume' : 'Pause'}
          <span className="sr-only">{` ${name}`}</span>
        </BusyButton>
        <button
          type="button"
          aria-label={`Edit ${name}`}
          className="button button-quiet button-icon"
          onClick={onEdit}
        >
          <Pencil size={18} />
        </button>
        <button
          type="button"
          aria-label={`Delete ${name}`}
          className="button button-quiet button-icon text-muted hover:text-danger"
          onClick={onDelete}
        >
          <Trash2 size={18} />
        </button>
      </div>
    </article>
  )
}
