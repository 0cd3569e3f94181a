import type { Category } from '#shared/contract/catalogue.ts'
import { formatNaira, nairaToKobo } from '#shared/money.ts'
import { type BrowseParameter, type BrowseState, changeBrowse } from '#web/lib/browse-url.ts'
import { conditionLabels, priceTypeLabels } from '#web/lib/labels.ts'
import { nameOfNear } from '#web/lib/place.ts'

export interface ActiveFilter {
  name: BrowseParameter
  label: string
}

type Label = (value: string, categories: Category[], radius: string | undefined) => string

const asItIs: Label = (value) => value

/** Filters other than the search words, in the order of the badges. */
const labels: Record<Exclude<BrowseParameter, 'search' | 'radius' | 'sortBy' | 'cursor'>, Label> = {
  category: (value, categories) => categories.find(({ id }) => String(id) === value)?.name ?? 'Category',
  condition: (value) => labelIn(conditionLabels, value),
  priceType: (value) => labelIn(priceTypeLabels, value),
  minPrice: (value) => `From ${naira(value)}`,
  maxPrice: (value) => `Up to ${naira(value)}`,
  state: asItIs,
  lga: asItIs,
  near: (value, _, radius) =>
    `${radius === 'state' ? 'State of' : radius ? `${radius} km around` : 'Near'} ${nameOfNear(value)}`,
  featured: () => 'Featured',
}

export function activeFilters(state: BrowseState, categories: Category[]): ActiveFilter[] {
  return (Object.keys(labels) as (keyof typeof labels)[]).flatMap((name) => {
    const value = state[name]
    return value ? [{ name, label: labels[name](value, categories, state.radius) }] : []
  })
}

/** How many filters the button Filters counts: without the place, which has a button of its own. */
export function countFilters(filters: readonly ActiveFilter[]): number {
  return filters.filter(({ name }) => name !== 'near').length
}

/** The state without any filter; words and order stay. */
export function withoutFilters({ search, sortBy }: BrowseState): BrowseState {
  return changeBrowse({ search, sortBy }, {})
}

/** The filters with a reversed pair of prices swapped, as the server reads it. */
export function withPricesInOrder(state: BrowseState): BrowseState {
  const { minPrice, maxPrice } = state
  const isReversed = minPrice && maxPrice && Number(minPrice) > Number(maxPrice)
  return isReversed ? { ...state, minPrice: maxPrice, maxPrice: minPrice } : state
}

/** Addresses may contain any value: unknown ones are shown as they are. */
function labelIn(labels: Record<string, string>, value: string): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}

function naira(value: string): string {
  const amount = Number(value)
  return Number.isFinite(amount) ? formatNaira(nairaToKobo(amount)) : value
}
