import type { SearchFilters } from './contract/searches.ts'

/** What a saved search is called unless its owner names it. `category`: its name. */
export function savedSearchName({ search, state, lga }: SearchFilters, category: string | null): string {
  const goods = [search, category].filter(Boolean).join(' in ') || 'All listings'
  const place = [lga, state].filter(Boolean).join(', ')
  return place ? `${goods} in ${place}` : goods
}

/** The address of Browse that shows what a saved search finds, the newest first. */
export function savedSearchPath(filters: SearchFilters): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) address.set(name, String(value))
  return `/listings?${address}`
}
