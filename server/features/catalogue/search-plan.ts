import type { Condition, PriceType } from '#shared/contract/listing-values.ts'
import { inTitle, type Term } from './search-query.ts'

/** What a listing must be to be found. Prices in kobo, both ends included. */
export interface Criteria {
  terms: Term[]
  /** Words in the title: what the first tier of relevance has and the second has not. */
  title?: { terms: Term[]; present: boolean }
  category?: number | undefined
  state?: string | undefined
  lga?: string | undefined
  condition?: Condition | undefined
  priceType?: PriceType | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  featured?: boolean | undefined
}

export type RowOrder = 'latest' | 'price-asc' | 'price-desc'

export interface SearchStatistics {
  /** Rows of the search table; 0 while PostgreSQL has not looked at it. */
  rows: number
  /** Share of listings that hold a lexeme, for the commonest ones. */
  frequency: ReadonlyMap<string, number>
  /** Share to assume for every other lexeme. */
  rare: number
  /** Prices (kobo) that cut the listings into equal parts. */
  priceBounds: readonly number[]
}

/**
 * How to find a page:
 * - `gather`: all matches by index, then sort. Right while matches are few.
 * - `walk`: along the sort order (inside one category or state where `lead` names it), testing each row until the page is
 *   full. Right while matches are dense. After `budget` rows it gives up, and the page is gathered after all.
 */
export type Plan =
  | { strategy: 'gather' }
  | { strategy: 'walk'; lead: 'category' | 'state' | null; budget: number | null }

/** A filter as a lexeme of the document (0002_search.sql). */
export function filterLexemes(criteria: Criteria): string[] {
  const { category, state, lga, condition, priceType } = criteria
  return [
    ...(category === undefined ? [] : [`#c${category}`]),
    ...(state === undefined ? [] : [`#s${state}`]),
    ...(lga === undefined ? [] : [`#l${lga}`]),
    ...(condition === undefined ? [] : [`#n${condition}`]),
    ...(priceType === undefined ? [] : [`#p${priceType}`]),
  ]
}

/** The share of listings that hold a term. */
export function shareOf(term: Term, statistics: SearchStatistics, mark = ''): number {
  if (term.kind === 'all') return product(term.terms.map((each) => shareOf(each, statistics, mark)))
  if (term.kind === 'any') return either(term.terms.map((each) => shareOf(each, statistics, mark)))
  const text = mark + term.lexeme
  if (!term.prefix) return statistics.frequency.get(text) ?? statistics.rare
  const shares = [statistics.rare]
  for (const [lexeme, share] of statistics.frequency) if (lexeme.startsWith(text)) shares.push(share)
  return either(shares)
}

const product = (shares: number[]) => shares.reduce((sum, share) => sum * share, 1)
const either = (shares: number[]) => 1 - product(shares.map((share) => 1 - share))

function shareOfPrices({ minPrice, maxPrice }: Criteria, { priceBounds }: SearchStatistics): number {
  if (minPrice === undefined && maxPrice === undefined) return 1
  if (priceBounds.length < 2) return 0.3
  const inside = priceBounds.filter(
    (bound) => bound >= (minPrice ?? 0) && bound <= (maxPrice ?? Number.POSITIVE_INFINITY),
  )
  return Math.max(inside.length, 0.5) / priceBounds.length
}

function sharesOfWords({ terms, title }: Criteria, statistics: SearchStatistics): number[] {
  const anywhere = terms.map((term) => shareOf(term, statistics))
  if (!title) return anywhere
  const inTitles = title.terms.map((term) => shareOf(term, statistics, inTitle))
  return title.present ? inTitles : [...anywhere, 1 - product(inTitles)]
}

/** How many listings the criteria probably find, taking words and filters as independent of each other. */
export function estimate(criteria: Criteria, statistics: SearchStatistics): number {
  return statistics.rows * product(sharesOfEach(criteria, statistics))
}

function sharesOfEach(criteria: Criteria, statistics: SearchStatistics): number[] {
  return [
    ...filterLexemes(criteria).map((text) => statistics.frequency.get(text) ?? statistics.rare),
    ...sharesOfWords(criteria, statistics),
    shareOfPrices(criteria, statistics),
  ]
}

/**
 * Rows tested in a walk for the work of one row gathered. Without words a walk reads only the index; with words it reads
 * each row's document, as gathering does. Measured: docs/decisions/003-search.md.
 */
const walkedForOneGathered = { withWords: 1, withoutWords: 6 }

/** Rows of a walk that costs next to nothing, should it find too little. */
const shortWalk = 2000

/** Chooses by the frequencies of words and filters; see Plan. `wanted` is the number of rows to find. */
export function choosePlan(
  criteria: Criteria,
  order: RowOrder,
  wanted: number,
  statistics: SearchStatistics,
): Plan {
  const lexemes = filterLexemes(criteria)
  const words = criteria.terms.length > 0
  const share = (text: string) => statistics.frequency.get(text) ?? statistics.rare
  const leads = [
    {
      lead: 'category' as const,
      share: criteria.category === undefined ? 1 : share(`#c${criteria.category}`),
    },
    { lead: 'state' as const, share: criteria.state === undefined ? 1 : share(`#s${criteria.state}`) },
  ].filter(({ lead }) => criteria[lead] !== undefined)
  const best = leads.sort((a, b) => a.share - b.share)[0] ?? { lead: null, share: 1 }

  const prices = shareOfPrices(criteria, statistics)
  const narrowed = words || lexemes.length > 0 || prices < 1 || criteria.featured
  if (!narrowed) return { strategy: 'walk', lead: null, budget: null }
  // Featured listings are few and have an index of their own.
  if (criteria.featured || statistics.rows === 0) return { strategy: 'gather' }

  const matches = estimate(criteria, statistics)
  const found = matches / statistics.rows
  // The walk begins and ends at the price limits when it goes along the prices.
  const inReach = best.share * (order === 'latest' ? 1 : prices)
  const tested = wanted / Math.max(found / inReach, 1 / statistics.rows)
  const gathered = (lexemes.length > 0 || words ? matches / prices : matches) + 50
  const rate = words ? walkedForOneGathered.withWords : walkedForOneGathered.withoutWords
  if (tested <= gathered * rate) {
    return { strategy: 'walk', lead: best.lead, budget: Math.ceil(Math.max(shortWalk, tested * 8)) }
  }
  // Words of one name ('iphone 13 pro') come together: far more often than independent words would. When they do, a short
  // walk is enough; when they do not, little is lost.
  const together = Math.min(...sharesOfEach(criteria, statistics))
  const testedTogether = Math.ceil((wanted * inReach) / together)
  return testedTogether * 2 < Math.min(shortWalk, statistics.rows * together)
    ? { strategy: 'walk', lead: best.lead, budget: Math.max(shortWalk / 4, testedTogether * 2) }
    : { strategy: 'gather' }
}
