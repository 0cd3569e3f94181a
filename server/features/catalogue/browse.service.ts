import type { Db } from '#server/db/pool.ts'
import type { ListingCard, ListingQuery, SortOrder } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { nairaToKobo } from '#shared/money.ts'
import { isLgaOf, states } from '#shared/nigeria.ts'
import { countLimit } from '#shared/pagination.ts'
import { type CardRow, cardColumns, toCards } from './catalogue.db.ts'
import { correctWords } from './correct-words.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { recentTotal, rememberTotal } from './recent-totals.ts'
import { countMatches, findPage, type Place } from './search.db.ts'
import type { Criteria } from './search-criteria.ts'
import type { SearchSample } from './search-knowledge.ts'
import { areSurelyMany, choosePlan, planForAll } from './search-plan.ts'
import { type Term, termsOf } from './search-query.ts'
import { searchSample } from './search-sample.db.ts'
import { adviseIfTooLong, readWords } from './search-text.ts'

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
  return adviseIfTooLong(readBrowsePage(db, query, sort, cursor))
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
  const find = sort === 'relevance' ? findByRelevance : findInOrder
  const found = await find(db, sample, criteria, { sort, cursor, limit: limit + 1 })
  const rows = found.rows.slice(0, limit)
  const last = rows.at(-1)
  const isLast = found.rows.length <= limit
  const { total, exact } = cursor ?? totalOf(isLast ? found.rows.length : found.total)
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

/** Null and everything above the limit: there are more than it says. */
function totalOf(counted: number | null): { total: number; exact: boolean } {
  if (counted === null || counted > countLimit) return { total: countLimit, exact: false }
  return { total: counted, exact: true }
}

/** The one state that has an LGA of this name: places are indexed by their states. */
function stateOf(lga: string | undefined): string | undefined {
  if (lga === undefined) return undefined
  const [state, ...others] = states.filter((each) => isLgaOf(each, lga))
  return others.length === 0 ? state : undefined
}

/** The filters in kobo; a reversed pair of prices is swapped. */
function criteriaOf(query: ListingQuery, terms: Term[]): Criteria {
  const prices = [query.minPrice, query.maxPrice].map((price) => price && nairaToKobo(price))
  const [low, high] = prices
  const reversed = low !== undefined && high !== undefined && low > high
  return {
    terms,
    category: query.category,
    state: query.state ?? stateOf(query.lga),
    lga: query.lga,
    condition: query.condition,
    priceType: query.priceType,
    minPrice: reversed ? high : low,
    maxPrice: reversed ? low : high,
    featured: query.featured === true ? true : undefined,
  }
}

interface Wish {
  sort: SortOrder
  cursor: Cursor | null
  limit: number
}

interface Found {
  rows: (Place & CardRow & { tier: number })[]
  /** Null on a later page, and where there are surely more than a count would say. */
  total: number | null
}

async function findInOrder(
  db: Db,
  sample: SearchSample,
  criteria: Criteria,
  { sort, cursor, limit }: Wish,
): Promise<Found> {
  const order = sort === 'relevance' ? 'latest' : sort
  const { counted, known } = needForCount(db, sample, criteria, cursor)
  const plan = choosePlan(criteria, order, { wanted: limit, counted, after: cursor?.value }, sample)
  const [page, apart] = await Promise.all([
    findPage<CardRow>(db, { criteria, order, after: cursor, limit }, plan, cardColumns),
    counted && plan.strategy === 'walk' ? countAll(db, sample, criteria) : null,
  ])
  const total = known ?? apart ?? page.total
  if (counted) rememberTotal(db, criteria, total)
  return { rows: page.rows.map((row) => ({ ...row, tier: 0 })), total }
}

/** A first page says how many there are, unless that was found out a moment ago or is surely more than is counted. */
function needForCount(db: Db, sample: SearchSample, criteria: Criteria, cursor: Cursor | null) {
  const known = cursor ? null : recentTotal(db, criteria)
  return { known, counted: !cursor && known === null && !areSurelyMany(criteria, sample) }
}

/** Words in the title before words anywhere, and in each tier the newest first. */
async function findByRelevance(
  db: Db,
  sample: SearchSample,
  criteria: Criteria,
  { cursor, limit }: Wish,
): Promise<Found> {
  const order = 'latest'
  const { counted, known } = needForCount(db, sample, criteria, cursor)
  const rows: Found['rows'] = []
  let total: number | null = 0
  for (const tier of [0, 1]) {
    const wanted = limit - rows.length
    // A tier without room for its rows still says how many it has.
    if (tier < (cursor?.tier ?? 0) || (wanted === 0 && !counted)) continue
    const tierCriteria = { ...criteria, title: { terms: criteria.terms, present: tier === 0 } }
    const after = cursor?.tier === tier ? cursor : null
    const request = { criteria: tierCriteria, order, after, limit: Math.max(1, wanted) } as const
    const need = { wanted: request.limit, counted, after: after?.value }
    const page = await findPage<CardRow>(
      db,
      request,
      choosePlan(tierCriteria, order, need, sample),
      cardColumns,
    )
    rows.push(...page.rows.slice(0, wanted).map((row) => ({ ...row, tier })))
    total = total === null || page.total === null ? null : total + page.total
  }
  if (!counted) return { rows, total: known }
  total ??= await countAll(db, sample, criteria)
  rememberTotal(db, criteria, total)
  return { rows, total }
}

async function countAll(db: Db, sample: SearchSample, criteria: Criteria): Promise<number> {
  return countMatches(db, criteria, countLimit + 1, planForAll(criteria, sample))
}
