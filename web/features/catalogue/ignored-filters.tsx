import type { BrowseState } from '#web/lib/browse-url.ts'

/** Says which filters of the address the server left out, and why; nothing where it took them all. */
export function IgnoredFilters({ state, ignored }: { state: BrowseState; ignored: string[] }) {
  const asked = Object.entries(state).filter(([name]) => ignored.includes(name))
  if (asked.length === 0) return null
  return (
    <div role="status" className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm">
      {asked.map(([name, value]) => (
        <p key={name} className="wrap-anywhere">
          {`We left out the filter ${name}=${shortened(value)}: ${reasonFor(name, state)}`}
        </p>
      ))}
    </div>
  )
}

/** The state of Browse that the shown list answers. */
export function withoutIgnored(state: BrowseState, ignored: string[]): BrowseState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !ignored.includes(name)))
}

function reasonFor(name: string, { state }: BrowseState): string {
  if (name === 'minPrice' || name === 'maxPrice') return 'it is not an amount in Naira.'
  if (name === 'lga') return state ? `we do not know it in ${shortened(state)}.` : 'choose its state too.'
  return 'we do not know it.'
}

function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}
