import type { Category } from '#shared/contract/catalogue.ts'
import { formatNaira, nairaToKobo } from '#shared/money.ts'
import type { BrowseParameter, BrowseState } from '#web/lib/browse-url.ts'
import { conditionLabels, priceTypeLabels } from '#web/lib/labels.ts'

export interface ActiveFilter {
  name: BrowseParameter
  label: string
}

/** What narrows a list besides the searched words, in the order of the badges. */
const filterNames = [
  'category',
  'condition',
  'priceType',
  'minPrice',
  'maxPrice',
  'state',
  'lga',
  'featured',
] as const satisfies BrowseParameter[]

/** The filters that are on, as people read them. */
export function activeFilters(state: BrowseState, categories: Category[]): ActiveFilter[] {
  return filterNames.flatMap((name) => {
    const value = state[name]
    return value ? [{ name, label: labelOf(name, value, categories) }] : []
  })
}

/** The state without any filter; words and order stay. */
export function withoutFilters({ search, sortBy }: BrowseState): BrowseState {
  return { search, sortBy }
}

function labelOf(name: (typeof filterNames)[number], value: string, categories: Category[]): string {
  switch (name) {
    case 'category':
      return categories.find((category) => String(category.id) === value)?.name ?? 'Category'
    case 'condition':
      return labelIn(conditionLabels, value)
    case 'priceType':
      return labelIn(priceTypeLabels, value)
    case 'minPrice':
      return `From ${naira(value)}`
    case 'maxPrice':
      return `Up to ${naira(value)}`
    case 'featured':
      return 'Featured'
    default:
      return value
  }
}

/** An address may say anything: what no label is known for stands as it is. */
function labelIn(labels: Record<string, string>, value: string): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}

function naira(value: string): string {
  const amount = Number(value)
  return Number.isFinite(amount) ? formatNaira(nairaToKobo(amount)) : value
}
