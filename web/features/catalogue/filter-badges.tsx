import { X } from 'lucide-react'
import type { Category } from '#shared/contract/catalogue.ts'
import { type BrowseState, browsePath, changeBrowse } from '#web/lib/browse-url.ts'
import { forgetPlace, leavePlace } from '#web/lib/place.ts'
import { activeFilters } from './active-filters.ts'

/** Badges of the active words and filters, each a link to the list without it, and a link that clears all, the remembered place too. */
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
            onClick={name === 'near' || name === 'state' ? () => leavePlace(state) : undefined}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-brand-soft pr-2.5 pl-4 text-sm font-semibold text-brand-ink hover:line-through"
          >
            <span className="truncate">{label}</span>
            <X size={16} />
          </a>
        </li>
      ))}
      <li>
        <a
          href={browsePath(changeBrowse({ sortBy: state.sortBy }, {}))}
          onClick={forgetPlace}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4"
        >
          Clear All
        </a>
      </li>
    </ul>
  )
}

/** Names the filters of the address that the server ignored, and why; renders nothing if it used them all. */
export function IgnoredFilters({ state, ignored }: { state: BrowseState; ignored: string[] }) {
  const asked = Object.entries(state).filter(([name]) => ignored.includes(name))
  if (asked.length === 0) return null
  return (
    <div role="status" className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm">
      {asked.map(([name, value]) => (
        <p key={name} className="wrap-anywhere">
          {`We left out the filter ${name}=${shortened(value)}: ${reasonFor(name, value, withoutIgnored(state, ignored))}`}
        </p>
      ))}
    </div>
  )
}

export function withoutIgnored(state: BrowseState, ignored: string[]): BrowseState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !ignored.includes(name)))
}

/** Why the server ignored the filter `name`, as the end of a sentence; the state has the filters that it applied. */
function reasonFor(name: string, value: string, { state, near }: BrowseState): string {
  if (name === 'minPrice' || name === 'maxPrice') return 'it is not an amount in Naira.'
  if (name === 'lga') return state ? `we do not know it in ${shortened(state)}.` : 'choose its state too.'
  const isOfPlace = name === 'radius' || (name === 'sortBy' && value === 'near')
  if (isOfPlace && !near) return 'choose a place that we know.'
  return 'we do not know it.'
}

function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}
