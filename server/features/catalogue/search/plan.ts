import { dayMs } from '#shared/limits.ts'
import { type Criteria, filterLexemes, hasPrices, isNarrowed, type SearchPageRequest } from './criteria.ts'
import { cost, heapCost, indexScanCost } from './plan-costs.ts'
import { prefixesOf, type Term } from './query-terms.ts'
import type { Statistics } from './statistics.ts'

/** How a page is found. docs/search.md shows for each plan the query that it serves, and its SQL. */
export type Plan = IndexPlan | OrderedScan | Slice

/**
 * Finds all matches, then sorts them. The only plans that can count.
 * - `index-scan`: by one index; prices are filtered in the rows.
 * - `bitmap-and`: words by their index, prices by theirs, and only rows in both bitmaps are read.
 * - `recheck`: the index is asked for `indexed`, the rest of the criteria is checked in the documents of what it finds.
 *
 * `until`: the sort value (kobo or milliseconds) up to which the page is full by the statistics, but not by distance. Matches beyond it are
 * counted, but not sorted. Where the page is not full, it is found again without.
 */
export type IndexPlan = (
  | { strategy: 'index-scan' }
  | { strategy: 'bitmap-and' }
  | { strategy: 'recheck'; indexed: Criteria }
) & { until?: number | undefined }

/**
 * Reads an index of the sort order, within a category or state where `leading` names one (by distance: LGA by LGA), and filters each row until the
 * page is full. After `budget` rows it stops, and the page is found by `fallback`.
 */
export interface OrderedScan {
  strategy: 'ordered-scan'
  leading: LeadingColumn | null
  budget: number | null
  fallback?: IndexPlan | Slice
}
type LeadingColumn = 'category' | 'state'

/**
 * Words where nobody counts: only the matches of the first part of the order, up to `until` (milliseconds or kobo), which holds a page by the
 * statistics. The words' index finds the days of it, a `bitmap-and` its prices. Where it holds no page, that is found by `fallback`.
 */
export interface Slice {
  strategy: 'slice'
  until: number
  fallback?: IndexPlan
}

/** A plan, but for its fallback, and its estimated cost, in microseconds. */
interface Candidate<P = IndexPlan> {
  plan: P
  cost: number
}

/** Rows that an ordered scan may read: few steps, since each stands in the text of a statement. The first costs next to nothing. */
const budgets = [500, 2000, 8000, 32_000, 128_000, 512_000]
const lastBudget = 10_000_000
/** Hits of the sample that tell where a slice ends: their distances vary by a quarter, and a slice is to hold two pages. */
const hitsOfSlice = 16
/** Microseconds that reading the index may take for featured listings before words are checked in their documents. */
const cheapIndexScan = 3000

/** The cheapest plan for a page, by the statistics. */
export function choosePlan(request: SearchPageRequest, statistics: Statistics): Plan {
  const { criteria, counted } = request
  if (!isNarrowed(criteria)) return { strategy: 'ordered-scan', leading: null, budget: null }
  if (criteria.featured || statistics.size === 0) return chooseIndexPlan(criteria, statistics)
  const all = cheapestIndexPlan(criteria, statistics)
  const scan = estimateOrderedScan(request, statistics)
  const countCost = counted ? estimateCount(criteria, all, statistics) : 0
  const slice = counted ? null : estimateSlice(request, statistics)
  const best =
    slice && slice.cost < all.cost ? { cost: slice.cost, plan: { ...slice.plan, fallback: all.plan } } : all
  if (scan.cost + countCost > best.cost) return best === all ? { ...all.plan, until: scan.until } : best.plan
  const { leading } = scan
  return { strategy: 'ordered-scan', leading, budget: budgetOf(scan, best.cost), fallback: best.plan }
}

/**
 * An ordered scan may read twice the rows that the sample says, and in any case as many as cost no more than its fallback. Rows that it does
 * not need cost nothing, but where it gives up a few rows too early, the page costs the whole fallback.
 */
function budgetOf({ rows, rowCost }: ScanEstimate, fallbackCost: number): number {
  const likely = budgets.find((each) => each >= rows * 2) ?? lastBudget
  const affordable = budgets.findLast((each) => each * rowCost <= fallbackCost) ?? 0
  return Math.max(likely, affordable)
}

/** The cheapest plan for all matches, as for counting them. */
export function chooseIndexPlan(criteria: Criteria, statistics: Statistics): IndexPlan {
  if (!isNarrowed(criteria) || statistics.size === 0) return { strategy: 'index-scan' }
  if (criteria.featured) return planFeatured(criteria, statistics)
  return cheapestIndexPlan(criteria, statistics).plan
}

/** Featured listings are few and have an index of their own: frequent words are checked in their documents. */
function planFeatured(criteria: Criteria, statistics: Statistics): IndexPlan {
  if (criteria.terms.length === 0) return { strategy: 'index-scan' }
  return indexScanCost(criteria, matchesByWords(criteria, statistics), statistics) < cheapIndexScan
    ? { strategy: 'index-scan' }
    : { strategy: 'recheck', indexed: { ...criteria, terms: [], title: undefined } }
}

function cheapestIndexPlan(criteria: Criteria, statistics: Statistics): Candidate<IndexPlan> {
  return indexPlans(criteria, statistics).reduce((best, each) => (each.cost < best.cost ? each : best))
}

function indexPlans(criteria: Criteria, statistics: Statistics): Candidate<IndexPlan>[] {
  const scale = statistics.rows / statistics.size
  const priced = statistics.count(leadingAndPrices(criteria, statistics)) * scale
  const inArea = matchesOfArea(criteria, statistics)
  if (criteria.terms.length === 0) {
    const others = hasPrices(criteria) ? priced : statistics.count({ ...criteria, area: undefined }) * scale
    const found = Math.min(others, inArea)
    const scan = cost.statement + found * cost.bitmapEntry + heapCost(found, statistics)
    return [{ plan: { strategy: 'index-scan' }, cost: scan }]
  }
  const found = matchesByWords(criteria, statistics)
  const index = cost.statement + indexScanCost(criteria, found, statistics)
  const candidates: Candidate<IndexPlan>[] = [
    { plan: { strategy: 'index-scan' }, cost: index + heapCost(found, statistics) },
  ]
  if (hasPrices(criteria) || criteria.area) {
    const byPrice = hasPrices(criteria) ? priced * cost.bitmapEntry : Number.POSITIVE_INFINITY
    const other = Math.min(byPrice, inArea * cost.bitmapEntry)
    const matches = (statistics.count(criteria) + 0.5) * scale
    const both = index + cost.statement + other + heapCost(matches, statistics)
    candidates.push({ plan: { strategy: 'bitmap-and' }, cost: both })
  }
  const indexed = withoutPrefixes(criteria)
  if (indexed) {
    const read = matchesByWords(indexed, statistics)
    const checked = (statistics.count(indexed) + 0.5) * scale
    const recheck =
      cost.statement +
      indexScanCost(indexed, read, statistics) +
      heapCost(read, statistics) +
      checked * cost.farDocument(statistics.rows)
    candidates.push({ plan: { strategy: 'recheck', indexed }, cost: recheck })
  }
  if (criteria.area) {
    const all = { ...criteria, terms: [], title: undefined }
    const documents = (statistics.count(all) + 0.5) * scale * cost.farDocument(statistics.rows)
    const recheck = cost.statement + inArea * cost.indexRow + documents
    candidates.push({ plan: { strategy: 'recheck', indexed: all }, cost: recheck })
  }
  return candidates
}

/** Rows that the index of the words finds: it holds neither prices nor areas. */
function matchesByWords(criteria: Criteria, statistics: Statistics): number {
  const anyPrice = { ...criteria, minPrice: undefined, maxPrice: undefined, area: undefined }
  return (statistics.count(anyPrice) * statistics.rows) / statistics.size
}

/** Rows of the area; infinite without one. */
function matchesOfArea({ area }: Criteria, statistics: Statistics): number {
  if (!area) return Number.POSITIVE_INFINITY
  return (statistics.count({ terms: [], area }) * statistics.rows) / statistics.size
}

/** Microseconds of counting beside an ordered scan. */
function estimateCount(criteria: Criteria, all: Candidate, statistics: Statistics): number {
  if (criteria.terms.length > 0) return all.cost
  const scale = statistics.rows / statistics.size
  const inArea = matchesOfArea(criteria, statistics)
  if (!hasPrices(criteria)) {
    const others = statistics.count({ ...criteria, area: undefined }) * scale
    return cost.statement + Math.min(others, inArea) * cost.countedRow
  }
  const priced = statistics.count(leadingAndPrices(criteria, statistics)) * scale
  return cost.statement + Math.min(priced, inArea) * cost.indexRow
}

interface ScanEstimate {
  leading: LeadingColumn | null
  /** Rows until the page is full. */
  rows: number
  /** Microseconds for each of them. */
  rowCost: number
  /** Microseconds for all. */
  cost: number
  /** The sort value up to which a page is full, with three standard deviations to spare; undefined where the sample cannot tell. */
  until: number | undefined
}

/** An ordered scan reads as many rows as the sample's first hits in that order say. */
function estimateOrderedScan(request: SearchPageRequest, statistics: Statistics): ScanEstimate {
  const { criteria, order, nearest, after, limit } = request
  const scale = statistics.rows / statistics.size
  const isNear = order === 'near'
  const leading = isNear ? null : leadingColumn(criteria, statistics)
  // An index by price begins and ends at the price limits.
  const within = isNear
    ? { terms: [], area: criteria.area }
    : {
        ...leadingAndPrices(criteria, statistics),
        ...(order === 'latest' && { minPrice: undefined, maxPrice: undefined }),
      }
  const left = nearest?.slice(Math.max(0, (after?.tier ?? 0) - 1))
  const wanted = limit / scale
  const enough = hitsOfPage(wanted)
  const hits = statistics.firstHits(
    criteria,
    { order, after: after?.value, nearest: left, within },
    Math.max(8, enough),
  )
  const positions = hits.map(({ position }) => position)
  const reachable = statistics.count(within)
  const rows = Math.min(reachable, rowsUntil(wanted, positions)) * scale
  const filtered = statistics.count({ ...criteria, terms: [], title: undefined }) / Math.max(1, reachable)
  const documentCost = order === 'latest' ? cost.document : cost.farDocument(statistics.rows)
  const documents = criteria.terms.length > 0 ? Math.min(1, filtered) * documentCost : 0
  const rowCost = cost.indexRow + documents
  const until = isNear ? undefined : hits[enough - 1]?.value
  return { leading, rows, rowCost, cost: cost.statement + rows * rowCost, until }
}

/** As many hits of the sample as stand for more than the `wanted` ones, with three standard deviations to spare. */
function hitsOfPage(wanted: number): number {
  return Math.ceil(wanted + 3 * Math.sqrt(wanted) + 1)
}

/** Null by distance, without words, and where the sample has too few hits to tell where a page ends. */
function estimateSlice(request: SearchPageRequest, statistics: Statistics): Candidate<Slice> | null {
  const { criteria, order, after, limit } = request
  if (order === 'near' || criteria.terms.length === 0) return null
  const scale = statistics.rows / statistics.size
  const scan = { order, after: after?.value }
  const read = lengthOfSlice(request, statistics)
  const until = read === null ? undefined : statistics.valueAfter(read, criteria, scan)
  if (read === null || until === undefined) return null
  const plan = { strategy: 'slice', until } as const
  const found = matchesByWords(criteria, statistics)
  if (order !== 'latest') {
    const words = cost.statement + indexScanCost(criteria, found, statistics)
    const prices = cost.statement + read * scale * cost.bitmapEntry
    return { plan, cost: words + prices + heapCost(hitsOfPage(limit / scale) * scale, statistics) }
  }
  const newest = after?.value ?? statistics.valueAfter(1, criteria, scan) ?? until
  const days = Math.floor(newest / dayMs) - Math.floor(until / dayMs) + 1
  // Whole days are read, even where an hour would hold a page.
  const perDay = (read * scale) / Math.max(1 / 24, (newest - until) / dayMs)
  const rows = Math.min(statistics.rows, days * perDay)
  const share = rows / statistics.rows
  const words = cost.statement + indexScanCost(criteria, found * share, statistics, share)
  const lists = days * cost.dayList + rows * cost.skippedEntry
  return { plan, cost: words + lists + heapCost(found * share, statistics) }
}

/** Listings of the sample up to which a slice surely holds a page; null where it has too few hits. */
function lengthOfSlice(
  { criteria, order, after, limit }: SearchPageRequest,
  statistics: Statistics,
): number | null {
  const { minPrice, maxPrice } = criteria
  const wanted = (limit * statistics.size) / statistics.rows
  const enough = hitsOfPage(wanted)
  const hits = statistics.firstHits(
    criteria,
    {
      order,
      after: after?.value,
      within: { terms: [], ...(order !== 'latest' && { minPrice, maxPrice }) },
    },
    Math.max(hitsOfSlice, enough),
  )
  const [first] = hits
  const last = hits[hitsOfSlice - 1]
  if (!first || !last) return null
  const gap = (last.position - first.position) / (hitsOfSlice - 1)
  // By price, and where the first hit comes late, matches lie in groups, and their distances do not tell how these begin.
  const isEven = order === 'latest' && first.position <= 3 * gap
  return isEven ? Math.ceil(2 * wanted * gap) : (hits[enough - 1]?.position ?? null)
}

/**
 * Listings of the sample to read for `wanted` hits, which may be a fraction: at the density of the hits, or later where the
 * first hit comes later than that.
 */
function rowsUntil(wanted: number, positions: number[]): number {
  const [first] = positions
  const last = positions.at(-1)
  if (first === undefined || last === undefined || wanted > positions.length) return Number.POSITIVE_INFINITY
  const gap = last / positions.length
  return Math.max(wanted * gap, first - 2 * gap)
}

/** The rarer of category and state: both have indexes of the sort orders. */
function leadingColumn(criteria: Criteria, statistics: Statistics): LeadingColumn | null {
  const [rarest] = (['category', 'state'] as const)
    .filter((column) => criteria[column] !== undefined)
    .map((column) => ({ column, rows: statistics.count({ terms: [], [column]: criteria[column] }) }))
    .sort((a, b) => a.rows - b.rows)
  return rarest?.column ?? null
}

/** The part of the criteria that an index by price answers. */
function leadingAndPrices(criteria: Criteria, statistics: Statistics): Criteria {
  const leading = leadingColumn(criteria, statistics)
  const { minPrice, maxPrice } = criteria
  return { terms: [], ...(leading && { [leading]: criteria[leading] }), minPrice, maxPrice }
}

/** The criteria without terms that have a prefix; null where none has one, or nothing else is left to look up. */
export function withoutPrefixes(criteria: Criteria): Criteria | null {
  const { title, terms } = criteria
  const whole = (all: Term[]) => all.filter((term) => prefixesOf(term).length === 0)
  const sought = title?.present ? title.terms : terms
  const left = whole(sought)
  if (left.length === sought.length || left.length + filterLexemes(criteria).length === 0) return null
  return title?.present
    ? { ...criteria, terms: whole(terms), title: { terms: left, present: true } }
    : { ...criteria, terms: left, title: undefined }
}
