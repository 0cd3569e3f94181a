import type { BrowseState } from '#web/lib/browse-url.ts'

/** Names the filters of the address that the server ignored, and why; renders nothing if it used them all. */
export function IgnoredFilters({ state, ignored }: { state: BrowseState; ignored: string[] }) {
  const asked = Object.entries(state).filter(([name]) => ignored.includes(name))
  if (asked.length === 0) return null
  return (
    <div role="status" className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm">
      {asked.map(([name, value]) => (
        <p key={name} className="wrap-anywhere">
          {`We left out the filter ${name}=${shortened(value)}: ${reasonFor(name, withoutIgnored(state, ignored))}`}
        </p>
      ))}
    </div>
  )
}

/** The state of Browse that the list belongs to. */
export function withoutIgnored(state: BrowseState, ignored: string[]): BrowseState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !ignored.includes(name)))
}

/** `used`: the filters that the server used. */
function reasonFor(name: string, { state, near }: BrowseState): string {
  if (name === 'minPrice' || name === 'maxPrice') return 'it is not an amount in Naira.'
  if (name === 'lga') return state ? `we do not know it in ${shortened(state)}.` : 'choose its state too.'
  if ((name === 'radius' || name === 'sortBy') && !near) return 'choose a place that we know.'
  return 'we do not know it.'
}

function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}
