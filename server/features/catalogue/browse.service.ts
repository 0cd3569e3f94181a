import type { Db } from '#server/db/pool.ts'
import type { ListingCard, ListingQuery, SortOrder } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { nairaToKobo } from '#shared/money.ts'
import { countLimit } from '#shared/pagination.ts'
import { findCards } from './catalogue.db.ts'
import { correctWords } from './correct-words.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { countMatches, findPage, type Place } from './search.db.ts'
import { type Criteria, choosePlan, estimate, filterLexemes, type SearchStatistics } from './search-plan.ts'
import { type Term, termsOf } from './search-query.ts'
import { searchStatistics } from './search-statistics.db.ts'
import { readWords, withinTimeLimit } from './search-text.ts'

export interface BrowsePage {
  cards: ListingCard[]
  total: number
  /** False: there are more than `total`. */
  exact: boolean
  /** Leads to the next page; null on the last. */
  cursor: string | null
}

/** Fewer results than this on a first page, and the words are looked at for slips of the keyboard. */
const fewResults = 3
const largestId = 2_147_483_647

/** A page of the public listings that meet the filters. Throws VALIDATION_FAILED for a cursor that is not good. */
export async function browse(db: Db, query: ListingQuery): Promise<BrowsePage> {
  const sort = sortOrderOf(query)
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, sort)
  const statistics = await searchStatistics(db)
  if (query.search === undefined) return readPage(db, statistics, { query, sort, cursor, terms: [] })

  const words = await readWords(db, query.search)
  if (words.length === 0) return nothing
  return withinTimeLimit(db, async (tx) => {
    const corrected = cursor?.corrected ? await correctWords(tx, words) : null
    const page = await readPage(tx, statistics, { query, sort, cursor, terms: corrected ?? termsOf(words) })
    if (cursor || page.cards.length >= fewResults) return page
    const better = await correctWords(tx, words)
    if (!better) return page
    return readPage(tx, statistics, { query, sort, cursor, terms: better, corrected: true })
  })
}

const nothing: BrowsePage = { cards: [], total: 0, exact: true, cursor: null }

/** Relevance is an order of words: without any, the newest come first. */
function sortOrderOf({ sortBy = 'latest', search }: ListingQuery): SortOrder {
  return sortBy === 'relevance' && search === undefined ? 'latest' : sortBy
}

interface Reading {
  query: ListingQuery
  sort: SortOrder
  cursor: Cursor | null
  terms: Term[]
  corrected?: boolean
}

async function readPage(db: Db, statistics: SearchStatistics, reading: Reading): Promise<BrowsePage> {
  const { query, sort, cursor, terms } = reading
  if ((query.category ?? 0) > largestId) return nothing
  const criteria = criteriaOf(query, terms)
  const limit = query.limit ?? limits.page.default
  const found = await findPlaces(db, statistics, criteria, { sort, cursor, limit: limit + 1 })
  const places = found.slice(0, limit)
  const last = places.at(-1)
  const { total, exact } =
    cursor ?? (await countAll(db, statistics, criteria, found.length <= limit ? found.length : null))
  const cards = await findCards(
    db,
    places.map(({ id }) => id),
  )
  if (!last || found.length <= limit) return { cards, total, exact, cursor: null }
  const value = sort === 'latest' || sort === 'relevance' ? last.createdAt.getTime() : last.price
  const corrected = cursor?.corrected ?? reading.corrected ?? false
  return {
    cards,
    total,
    exact,
    cursor: writeCursor({ sort, value, id: last.id, tier: last.tier, corrected, total, exact }),
  }
}

/** The filters in kobo; a reversed pair of prices is swapped. */
function criteriaOf(query: ListingQuery, terms: Term[]): Criteria {
  const prices = [query.minPrice, query.maxPrice].map((price) => price && nairaToKobo(price))
  const [low, high] = prices
  const reversed = low !== undefined && high !== undefined && low > high
  return {
    terms,
    category: query.category,
    state: query.state,
    lga: query.lga,
    condition: query.condition,
    priceType: query.priceType,
    minPrice: reversed ? high : low,
    maxPrice: reversed ? low : high,
    featured: query.featured === true ? true : undefined,
  }
}

type TieredPlace = Place & { tier: number }

/**
 * The listings of a page. By relevance there are two tiers, the words in the title before the words anywhere, and in each
 * the newest come first.
 */
async function findPlaces(
  db: Db,
  statistics: SearchStatistics,
  criteria: Criteria,
  { sort, cursor, limit }: { sort: SortOrder; cursor: Cursor | null; limit: number },
): Promise<TieredPlace[]> {
  const order = sort === 'relevance' ? 'latest' : sort
  const tiers: Criteria[] =
    sort === 'relevance'
      ? [true, false].map((present) => ({ ...criteria, title: { terms: criteria.terms, present } }))
      : [criteria]
  const places: TieredPlace[] = []
  for (const [tier, tierCriteria] of tiers.entries()) {
    const wanted = limit - places.length
    if (tier < (cursor?.tier ?? 0) || wanted === 0) continue
    const plan = choosePlan(tierCriteria, order, wanted, statistics)
    const after = cursor?.tier === tier ? cursor : null
    const found = await findPage(db, { criteria: tierCriteria, order, after, limit: wanted }, plan)
    places.push(...found.map((place) => ({ ...place, tier })))
  }
  return places
}

/** The total of a first page: `known` where the page holds everything, counted up to the limit otherwise. */
async function countAll(
  db: Db,
  statistics: SearchStatistics,
  criteria: Criteria,
  known: number | null,
): Promise<{ total: number; exact: boolean }> {
  if (known !== null) return { total: known, exact: true }
  if (isSurelyMany(criteria, statistics)) return { total: countLimit, exact: false }
  const plan = choosePlan(criteria, 'latest', countLimit + 1, statistics)
  const counted = await countMatches(db, criteria, countLimit + 1, plan)
  return { total: Math.min(counted, countLimit), exact: counted <= countLimit }
}

/** The frequency of one word or filter is measured and needs no count; that of several together is only a guess. */
function isSurelyMany(criteria: Criteria, statistics: SearchStatistics): boolean {
  const { terms, minPrice, maxPrice, featured } = criteria
  const single = terms.length + filterLexemes(criteria).length <= 1
  const simple = single && minPrice === undefined && maxPrice === undefined && !featured
  return simple && estimate(criteria, statistics) > countLimit * 2
}
