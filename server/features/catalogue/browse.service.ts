import type { Db } from '#server/db/pool.ts'
import type { FilterName, ListingQuery } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { nairaToKobo } from '#shared/money.ts'
import { findLga } from '#shared/nigeria.ts'
import { categoryExists } from './catalogue.service.ts'
import { type ListingPage, type ListingSearch, searchListings } from './search/listing-search.service.ts'

interface BrowsePage extends ListingPage {
  /** Filters that were ignored: an unknown category or LGA, a distance or an order by distance without a position. */
  ignored: FilterName[]
}

/** A page of the public listings that match the filters. Throws VALIDATION_FAILED for an invalid cursor. */
export async function browse(db: Db, query: ListingQuery): Promise<BrowsePage> {
  const { state, near, radius, sortBy } = query
  const lga = state && query.lga && findLga(state, query.lga)
  const inapplicable: FilterName[] = [
    ...(query.lga !== undefined && !lga ? ['lga' as const] : []),
    ...(near === undefined && radius !== undefined ? ['radius' as const] : []),
    ...(near === undefined && sortBy === 'near' ? ['sortBy' as const] : []),
  ]
  const page = await browsePlace(db, {
    ...query,
    lga,
    ...Object.fromEntries(inapplicable.map((name) => [name, undefined])),
  })
  return { ...page, ignored: [...inapplicable, ...page.ignored] }
}

/**
 * The page, without checking the place. Only where it is empty is the category looked up, and ignored if it does not exist: most links
 * are good.
 */
async function browsePlace(db: Db, query: ListingQuery): Promise<BrowsePage> {
  const page = await searchListings(db, searchOf(query))
  const { category } = query
  if (page.cards.length > 0 || category === undefined || (await categoryExists(db, category)))
    return { ...page, ignored: [] }
  return {
    ...(await searchListings(db, searchOf({ ...query, category: undefined }))),
    ignored: ['category'],
  }
}

/** Prices in kobo; a reversed pair is swapped. Without words, relevance is the newest first. */
function searchOf(query: ListingQuery): ListingSearch {
  const {
    search: text,
    near,
    radius,
    sortBy = 'latest',
    cursor,
    limit = limits.page.default,
    ...filters
  } = query
  const [low, high] = [filters.minPrice, filters.maxPrice].map((price) => price && nairaToKobo(price))
  const reversed = low !== undefined && high !== undefined && low > high
  return {
    text,
    filters: {
      ...filters,
      minPrice: reversed ? high : low,
      maxPrice: reversed ? low : high,
      featured: filters.featured || undefined,
    },
    near,
    radius,
    sort: sortBy === 'relevance' && text === undefined ? 'latest' : sortBy,
    cursor,
    limit,
  }
}
