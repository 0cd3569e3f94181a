import type { Db } from '#server/db/pool.ts'
import type { FilterName, ListingCard, ListingQuery, SortOrder } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { nairaToKobo } from '#shared/money.ts'
import { isLgaOf } from '#shared/nigeria.ts'
import { toCards } from './catalogue.db.ts'
import { categoryExists } from './catalogue.service.ts'
import { correctWords } from './correct-words.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { findListings } from './find-listings.ts'
import type { Criteria } from './search-criteria.ts'
import type { SearchSample } from './search-knowledge.ts'
import { type Term, termsOf } from './search-query.ts'
import { searchSample } from './search-sample.db.ts'
import { adviseIfTooLong, readWords } from './search-text.ts'

interface BrowsePage {
  cards: ListingCard[]
  total: number
  /** False: there are more than `total`. */
  exact: boolean
  /** Leads to the next page; null on the last. */
  cursor: string | null
}

/** A page, and the filters that were left out because they make no sense. */
interface BrowseAnswer extends BrowsePage {
  ignored: FilterName[]
}

/** Fewer results than this on a first page, and the words are looked at for slips of the keyboard. */
const fewResults = 3
const largestId = 2_147_483_647

/** A page of the public listings that meet the filters. Throws VALIDATION_FAILED for a cursor that is not good. */
export async function browse(db: Db, query: ListingQuery): Promise<BrowseAnswer> {
  const { state, lga } = query
  if (lga === undefined || (state !== undefined && isLgaOf(state, lga))) return browseInPlace(db, query)
  const page = await browseInPlace(db, { ...query, lga: undefined })
  return { ...page, ignored: ['lga', ...page.ignored] }
}

/** The same where the place is known to exist. The category is looked up only where nothing was found: most links are good. */
async function browseInPlace(db: Db, query: ListingQuery): Promise<BrowseAnswer> {
  const sort = sortOrderOf(query)
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, sort)
  const read = (asked: ListingQuery) => adviseIfTooLong(readBrowsePage(db, asked, sort, cursor))
  const page = await read(query)
  const { category } = query
  if (page.cards.length > 0 || category === undefined || (await categoryExists(db, category)))
    return { ...page, ignored: [] }
  return { ...(await read({ ...query, category: undefined })), ignored: ['category'] }
}

async function readBrowsePage(
  db: Db,
  query: ListingQuery,
  sort: SortOrder,
  cursor: Cursor | null,
): Promise<BrowsePage> {
  const sample = await searchSample(db)
  if (query.search === undefined) return readPage(db, sample, { query, sort, cursor, terms: [] })

  const words = await readWords(db, query.search)
  if (words.length === 0) return nothing
  const corrected = cursor?.corrected ? await correctWords(db, words, sample) : null
  const page = await readPage(db, sample, { query, sort, cursor, terms: corrected ?? termsOf(words) })
  if (cursor || page.cards.length >= fewResults) return page
  const better = await correctWords(db, words, sample)
  if (!better) return page
  return readPage(db, sample, { query, sort, cursor, terms: better, corrected: true })
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

async function readPage(db: Db, sample: SearchSample, reading: Reading): Promise<BrowsePage> {
  const { query, sort, cursor, terms } = reading
  if ((query.category ?? 0) > largestId) return nothing
  const criteria = criteriaOf(query, terms)
  const limit = query.limit ?? limits.page.default
  const found = await findListings(db, sample, criteria, { sort, cursor, limit: limit + 1 })
  const rows = found.rows.slice(0, limit)
  const last = rows.at(-1)
  const isLast = found.rows.length <= limit
  const { total, exact } = cursor ?? (isLast ? { total: found.rows.length, exact: true } : found)
  const cards = await toCards(db, rows)
  if (!last || isLast) return { cards, total, exact, cursor: null }
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
