import type { SavedSearch, SearchFilters } from '#shared/contract/searches.ts'
import { type BrowseState, readBrowse } from '#web/lib/browse-url.ts'

const names = Object.keys({
  search: 1,
  category: 1,
  condition: 1,
  state: 1,
  lga: 1,
  minPrice: 1,
  maxPrice: 1,
  priceType: 1,
} satisfies Record<keyof SearchFilters, 1>) as (keyof SearchFilters)[]

/** What can be saved of a state of Browse: no order, no page, not "featured". Null without words and filters. */
export function searchIn(state: BrowseState): BrowseState | null {
  const entries = names.flatMap((name) => (state[name] ? [[name, state[name]]] : []))
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

export function browseStateOf(search: Pick<SavedSearch, 'href'>): BrowseState {
  return readBrowse(new URLSearchParams(search.href.split('?')[1]))
}

/** The body of the endpoints, which read numbers from text as the address of Browse has them. */
export const bodyOf = (state: BrowseState) => state as unknown as SearchFilters

export function isSame(search: SavedSearch, state: BrowseState): boolean {
  const saved = browseStateOf(search)
  const plain = (text: string | undefined) => text?.trim().toLowerCase().replace(/\s+/g, ' ')
  return names.every((name) => plain(saved[name]) === plain(state[name]))
}
