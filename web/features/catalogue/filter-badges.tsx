import { X } from 'lucide-react'
import type { Category } from '#shared/contract/catalogue.ts'
import { type BrowseState, browsePath, changeBrowse } from '#web/lib/browse-url.ts'
import { rememberPlace } from '#web/lib/place.ts'
import { activeFilters, withoutFilters } from './active-filters.ts'

/** Badges of the active words and filters, each a link to the list without it, and a link that clears all. */
export function FilterBadges({ state, categories }: { state: BrowseState; categories: Category[] }) {
  const filters = activeFilters(state, categories)
  const badges = state.search
    ? [{ name: 'search' as const, label: `“${state.search}”` }, ...filters]
    : filters
  if (badges.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {badges.map(({ name, label }) => (
        <li key={name} className="min-w-0">
          <a
            href={browsePath(changeBrowse(state, { [name]: undefined }))}
            aria-label={`Remove ${label}`}
            onClick={name === 'near' ? () => rememberPlace({}) : undefined}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-brand-soft pr-2.5 pl-4 text-sm font-semibold text-brand-ink hover:line-through"
          >
            <span className="truncate">{label}</span>
            <X size={16} className="shrink-0" />
          </a>
        </li>
      ))}
      <li>
        <a
          href={browsePath(withoutFilters({ sortBy: state.sortBy }))}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4"
        >
          Clear All
        </a>
      </li>
    </ul>
  )
}
