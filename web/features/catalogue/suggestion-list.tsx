import { ImageOff } from 'lucide-react'
import type { Suggestion } from '#shared/contract/catalogue.ts'
import { formatNaira } from '#shared/money.ts'
import { thumbnailUrl } from '#web/lib/media.ts'
import { paths } from '#web/lib/paths.ts'

interface SuggestionListProps {
  id: string
  suggestions: Suggestion[]
  /** Which one the arrow keys have reached; -1 for none. */
  active: number
  onHover: (index: number) => void
  onPick: () => void
}

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** The options below a search box; each is a link to its listing. The focus stays in the box. */
export function SuggestionList({ id, suggestions, active, onHover, onPick }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full z-20 mt-2 max-h-96 overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-sheet"
    >
      {suggestions.map((suggestion, index) => (
        <a
          key={suggestion.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          href={paths.listing(suggestion.id)}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onHover(index)}
          onClick={onPick}
          className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 aria-selected:bg-sunken"
        >
          <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-muted">
            {suggestion.photo ? (
              <img
                src={thumbnailUrl(suggestion.photo)}
                alt=""
                width={44}
                height={44}
                className="size-full object-cover"
              />
            ) : (
              <ImageOff size={18} aria-hidden />
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{suggestion.title}</span>
            <span className="block truncate text-sm font-bold tabular-nums">
              {formatNaira(suggestion.price)}
              {suggestion.priceType === 'NEGOTIABLE' && (
                <span className="ml-2 text-xs font-medium text-muted">Negotiable</span>
              )}
            </span>
          </span>
        </a>
      ))}
    </div>
  )
}
