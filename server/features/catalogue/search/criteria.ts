import type { ListingFilters } from '#shared/contract/catalogue.ts'
import type { Term } from './query-terms.ts'

/** The filters of Browse. Prices in kobo, both ends included. */
export interface Filters extends Omit<ListingFilters, 'search' | 'state' | 'near' | 'radius' | 'sortBy'> {
  state?: string | undefined
  area?: Area | undefined
}

/** Whole days (UTC), as milliseconds within the first and the last; without `to`, up to that of the newest listing. */
export interface Days {
  from: number
  to: number | undefined
}

/** Whole LGAs. */
export interface Area {
  /** The cache key: areas with the same name have the same places. */
  name: string
  /** `state/lga` */
  places: readonly string[]
}

/** What a listing must match: all filters, all terms. */
export interface Criteria extends Filters {
  terms: Term[]
  /** Terms that the title must have (`present`), or must not have all of: the first and the second tier of relevance. */
  title?: { terms: Term[]; present: boolean } | undefined
  /** When it was posted: a part of the order by time (`Slice` of plan.ts). */
  days?: Days | undefined
}

/** Sort orders with an index. Equal listings are sorted by id, in the same direction; in an LGA (`near`), the newest come first. */
export type RowOrder = 'latest' | 'price-asc' | 'price-desc' | 'near'

export interface SearchPageRequest {
  criteria: Criteria
  order: RowOrder
  /** For `near`: the LGAs, as `state/lga`, the nearest first. A listing's rank is the position of its LGA, from 1 on. */
  nearest?: readonly string[] | undefined
  /** The last listing of the page before: its sort value (kobo or milliseconds) and id, and for `near` its rank. */
  after: { value: number; id: number; tier?: number } | null
  limit: number
  /** Whether the total is wanted too. Plans that find all matches at once return it. */
  counted: boolean
}

type Equality = Exclude<keyof Filters, 'minPrice' | 'maxPrice' | 'featured' | 'area'>

/** The filters by equality: how their lexemes in a document begin (0033_listing_ends.sql), and their columns of listing_search. */
const equalities: Record<Equality, { mark: string; column: string; type: 'integer' | 'text' }> = {
  category: { mark: '#c', column: 'category_id', type: 'integer' },
  state: { mark: '#s', column: 'state', type: 'text' },
  lga: { mark: '#l', column: 'lga', type: 'text' },
  condition: { mark: '#n', column: 'condition', type: 'text' },
  priceType: { mark: '#p', column: 'price_type', type: 'text' },
}

/** The filters by equality that are set. */
export function equalitiesOf(filters: Filters) {
  return Object.entries(equalities).flatMap(([name, { mark, column, type }]) => {
    const value = filters[name as Equality]
    return value === undefined ? [] : [{ lexeme: `${mark}${value}`, column, type, value }]
  })
}

/** The same as lexemes of the document. */
export function filterLexemes(filters: Filters): string[] {
  return equalitiesOf(filters).map(({ lexeme }) => lexeme)
}

/** What the words' index is asked for beside words: lexemes of the document, and a category together with a state where both are given. */
interface IndexedFilters {
  lexemes: string[]
  categoryInState?: CategoryInState
}

export interface CategoryInState {
  category: number
  state: string
}

/** The list of a category in a state is short, those of the category and of the state are long. */
export function indexedFilters(filters: Filters): IndexedFilters {
  const { category, state } = filters
  if (category === undefined || state === undefined) return { lexemes: filterLexemes(filters) }
  const lexemes = filterLexemes({ ...filters, category: undefined, state: undefined })
  return { lexemes, categoryInState: { category, state } }
}

export function hasPrices({ minPrice, maxPrice }: Filters): boolean {
  return minPrice !== undefined || maxPrice !== undefined
}

/** Whether anything narrows the search: without, it is the list of all public listings. */
export function isNarrowed(criteria: Criteria): boolean {
  const { terms, featured, area } = criteria
  return (
    terms.length > 0 ||
    filterLexemes(criteria).length > 0 ||
    hasPrices(criteria) ||
    featured === true ||
    area !== undefined
  )
}
