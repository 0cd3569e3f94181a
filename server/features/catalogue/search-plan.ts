import { countLimit } from '#shared/pagination.ts'
import { type Criteria, filterLexemes, type SearchSample } from './search-sample.ts'

export type RowOrder = 'latest' | 'price-asc' | 'price-desc'

/**
 * How to find a page:
 * - `gather`: all matches by index, then sort. Right while matches are few; they are counted on the way.
 * - `meet`: the same where words and prices are each too many: both are found by their own indexes, and only rows that
 *   are in both are read.
 * - `walk`: along the sort order (inside `lead`), testing each row until the page is full. Right while matches are dense.
 *   After `budget` rows it gives up, and the page is gathered after all.
 * - `slice`: the matches of the next part of the sort order, down to `bound` (milliseconds or kobo); both by index, and
 *   only rows that are in both are read. Right for words that many have. Should they be too few, the page is gathered.
 */
export type Plan =
  | { strategy: 'gather' }
  | { strategy: 'meet' }
  | { strategy: 'slice'; bound: number }
  | { strategy: 'walk'; lead: Lead; budget: number | null }
type Lead = 'category' | 'state' | null

/** Microseconds, as measured warm: docs/decisions/011-search-at-scale.md. Only their ratios matter. */
const cost = {
  /** A statement, before it has read anything. */
  statement: 200,
  /** One entry of a word's or a price's list, for each of them. */
  entry: 0.05,
  /** A row of listing_search that the words' index found. */
  visit: 0.8,
  /** A row read from a sort order's index alone. */
  step: 0.15,
  /** The document of such a row: of neighbours in time, of neighbours in price. */
  document: { latest: 2.2, 'price-asc': 4.5, 'price-desc': 4.5 },
  /** A row counted in an index alone. */
  count: 0.08,
}

/** Rows of a walk that cost next to nothing, should it find too little. */
const shortWalk = 500

/** That many listings surely meet the criteria, so that nobody needs to count: far more, even if the sample had bad luck. */
export function areSurelyMany(criteria: Criteria, sample: SearchSample): boolean {
  if (criteria.featured || sample.rows < countLimit * 2) return false
  if (!isNarrowed(criteria)) return true
  const found = sample.count(criteria)
  return ((found - 5 * Math.sqrt(found)) / Math.max(1, sample.size)) * sample.rows > countLimit * 1.2
}

/**
 * Chooses the cheapest way by what the sample holds; see Plan. `wanted` is the number of rows to find, `counted` says
 * that the total is wanted too, which walks and slices do not tell, `after` where the page begins.
 */
export function choosePlan(
  criteria: Criteria,
  order: RowOrder,
  { wanted, counted, after }: { wanted: number; counted: boolean; after?: number | undefined },
  sample: SearchSample,
): Plan {
  if (!isNarrowed(criteria)) return { strategy: 'walk', lead: null, budget: null }
  // Featured listings are few and have an index of their own.
  if (criteria.featured || sample.size === 0) return { strategy: 'gather' }

  const part = sample.rows / sample.size
  const words = criteria.terms.length > 0
  const anyPrice = { minPrice: undefined, maxPrice: undefined }
  const hasPrices = criteria.minPrice !== undefined || criteria.maxPrice !== undefined
  const prices = { terms: [], minPrice: criteria.minPrice, maxPrice: criteria.maxPrice }
  const [best] = leadsOf(criteria)
    .map((lead) => ({ lead, rows: sample.count({ terms: [], [lead]: criteria[lead] }) }))
    .sort((a, b) => a.rows - b.rows)
  const lead = best?.lead ?? null
  const inLead = lead === null ? { terms: [] } : { terms: [], [lead]: criteria[lead] }

  const matches = (sample.count(criteria) + 0.5) * part
  const inRange = hasPrices ? sample.count({ ...inLead, ...prices }) * part : sample.rows
  /** Rows that meet all but the words. */
  const filtered = sample.count({ ...criteria, terms: [], title: undefined }) * part

  const visits = words || !hasPrices ? sample.count({ ...criteria, ...anyPrice }) * part : inRange
  const lists = words ? sample.entries(criteria) * part * cost.entry : 0
  const gather = cost.statement + lists + visits * cost.visit
  const meet =
    words && hasPrices ? cost.statement * 2 + lists + inRange * cost.entry + matches * cost.visit : Infinity

  // The walk begins and ends at the price limits when it goes along the prices.
  const inReach = order === 'latest' || !hasPrices ? (best?.rows ?? sample.size) * part : inRange
  const tested = Math.min(inReach, (wanted * inReach) / matches)
  const read = words ? tested * Math.min(1, filtered / inReach) * cost.document[order] : 0
  const walk = cost.statement + tested * cost.step + read
  const apart = counted ? countCost() : 0

  function countCost(): number {
    if (words) return Math.min(gather, meet)
    return cost.statement + (hasPrices ? inRange * cost.step : matches * cost.count)
  }

  const slice = words && !counted ? sliceOf(order, after, wanted / matches, sample) : null
  const sliced = slice
    ? cost.statement * 2 + lists + slice.part * sample.rows * cost.entry + slice.part * visits * cost.visit
    : Number.POSITIVE_INFINITY

  if (slice && sliced < Math.min(walk, gather, meet)) return { strategy: 'slice', bound: slice.bound }
  if (walk + apart <= Math.min(gather, meet))
    return { strategy: 'walk', lead, budget: Math.ceil(Math.max(shortWalk, tested * 4)) }
  return meet < gather ? { strategy: 'meet' } : { strategy: 'gather' }
}

/**
 * Where a slice must end to hold a page, if the matches are spread evenly, and three times as much to be safe; null where
 * there is not so much left.
 */
function sliceOf(order: RowOrder, after: number | undefined, share: number, sample: SearchSample) {
  const values = sample.sorted(order === 'latest' ? 'createdAt' : 'price')
  const width = Math.max(8, Math.ceil(share * 3 * values.length))
  const upwards = order === 'price-asc'
  const from =
    after === undefined ? (upwards ? 0 : values.length) : values.findIndex((value) => value >= after)
  const end = (from < 0 ? values.length : from) + (upwards ? width : -width)
  const bound = values[end]
  return bound === undefined ? null : { bound, part: width / values.length }
}

function leadsOf({ category, state }: Criteria): ('category' | 'state')[] {
  return [
    ...(category === undefined ? [] : ['category' as const]),
    ...(state === undefined ? [] : ['state' as const]),
  ]
}

function isNarrowed(criteria: Criteria): boolean {
  const { terms, featured, minPrice, maxPrice } = criteria
  const priced = minPrice !== undefined || maxPrice !== undefined
  return terms.length > 0 || filterLexemes(criteria).length > 0 || priced || featured === true
}
