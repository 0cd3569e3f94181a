import { countLimit } from '#shared/pagination.ts'
import { withoutBeginnings } from './search-beginnings.ts'
import { cheapestForm, cost, listing, visiting } from './search-costs.ts'
import { type Criteria, categoryLexeme, filterLexemes, type RowOrder } from './search-criteria.ts'
import type { SearchSample, Spot } from './search-knowledge.ts'

/**
 * How to find a page:
 * - `gather`: all matches by index, then sort. Right while matches are few; they are counted on the way.
 * - `sift`: the same, but beginnings of words are tested in the documents of what the other words and filters find. Right
 *   where those find little, and so many words begin so that putting their lists together costs more.
 * - `meet`: as gather, where words and prices are each too many: both are found by their own indexes, and only rows that
 *   are in both are read.
 * - `walk`: along the sort order (inside `lead`), testing each row until the page is full. Right while matches are dense.
 *   After `budget` rows it gives up, and the page is found `otherwise`.
 * - `slice`: the matches of the next part of the sort order, down to `bound` (milliseconds or kobo); both by index, and
 *   only rows that are in both are read. Right for words that many have. Should they be too few, it is found `otherwise`.
 * - `split`: what is in one category and what is not, each in its own way. Right by price: what is sold in one category
 *   begins at other prices than most, and is soon found in the order of that category.
 */
export type Plan =
  | Whole
  | { strategy: 'slice'; bound: number; lead?: Lead; otherwise?: Whole; sought?: Criteria }
  | { strategy: 'walk'; lead: Lead; budget: number | null; otherwise?: Plan }
  | { strategy: 'split'; category: number; inside: Plan; outside: Plan }
/** All matches at once. `sought`: what the words' index is asked, where that is not the criteria as they are. */
export type Whole = { strategy: 'gather' | 'sift' | 'meet'; sought?: Criteria }
type Lead = 'category' | 'state' | null

/** A plan and what it costs, in microseconds. */
interface Way<P extends Plan = Plan> {
  plan: P
  cost: number
}

interface Need {
  /** Rows to find. */
  wanted: number
  /** The total is wanted too, which only plans for all matches at once tell. */
  counted: boolean
  /** Where the page begins, kobo or milliseconds. */
  after?: number | undefined
}

/** Rows of a walk that cost next to nothing, should it find too little. */
const shortWalk = 500
/** Microseconds of a walk that is taken without comparing much. */
const quick = 3000
/** What costs less than this need not be split, and is not split more often than that. */
const worthSplitting = 15_000
const mostSplits = 3

/** That many listings surely meet the criteria, so that nobody needs to count. */
export function areSurelyMany(criteria: Criteria, sample: SearchSample): boolean {
  if (criteria.featured || sample.rows < countLimit * 2) return false
  if (!isNarrowed(criteria)) return true
  // What a sample would have of a twentieth more than is counted, and five standard deviations.
  const expected = (countLimit * 1.05 * Math.max(1, sample.size)) / sample.rows
  return sample.count(criteria) > expected + 5 * Math.sqrt(expected)
}

/** Chooses the cheapest way by what the sample holds. */
export function choosePlan(criteria: Criteria, order: RowOrder, need: Need, sample: SearchSample): Plan {
  if (!isNarrowed(criteria)) return { strategy: 'walk', lead: null, budget: null }
  if (criteria.featured || sample.size === 0) return planForAll(criteria, sample)
  return bestWay(criteria, order, need, sample).plan
}

/** The cheapest way to all matches at once, as for counting them. */
export function planForAll(criteria: Criteria, sample: SearchSample): Whole {
  if (!isNarrowed(criteria) || sample.size === 0) return { strategy: 'gather' }
  if (criteria.featured) return planForFeatured(criteria, sample)
  return cheapest(waysToAll(criteria, cheapestForm(criteria, sample), sample)).plan
}

/** Featured listings are few and have an index of their own: words are tested in their documents, unless they are rare. */
function planForFeatured(criteria: Criteria, sample: SearchSample): Whole {
  if (criteria.terms.length === 0) return { strategy: 'gather' }
  const lists = listing(criteria, foundByWords(criteria, sample), sample)
  return lists < quick
    ? { strategy: 'gather' }
    : { strategy: 'sift', sought: { ...criteria, terms: [], title: undefined } }
}

function bestWay(criteria: Criteria, order: RowOrder, need: Need, sample: SearchSample): Way {
  const along = alongOrder(criteria, order, need, sample)
  // Forms need not be compared where the page is found along the order at once.
  const sought = along.cost < quick && !need.counted ? criteria : cheapestForm(criteria, sample)
  const whole = cheapest(waysToAll(criteria, sought, sample))
  const slice = need.counted ? null : sliceOf(criteria, sought, order, along, whole.plan, sample)
  const others: Way = slice && slice.cost < whole.cost ? slice : whole
  const walk: Way = {
    plan: { strategy: 'walk', lead: along.lead, budget: along.budget, otherwise: others.plan },
    cost: along.cost + (need.counted ? counting(criteria, whole, sample) : 0),
  }
  const best = walk.cost <= others.cost ? walk : others
  const split = order !== 'latest' && !need.counted && best.cost > worthSplitting
  const apart = split ? splitByCategory(criteria, order, need, sample) : null
  return apart && apart.cost < best.cost ? apart : best
}

/** `sought`: the criteria in the form in which the words' index is asked. */
function waysToAll(criteria: Criteria, sought: Criteria, sample: SearchSample): Way<Whole>[] {
  const part = sample.rows / sample.size
  const hasPrices = criteria.minPrice !== undefined || criteria.maxPrice !== undefined
  const inRange = sample.count(inLead(criteria, sample, pricesOf(criteria))) * part
  if (criteria.terms.length === 0) {
    const found = hasPrices ? inRange : sample.count(criteria) * part
    const gather = cost.statement + found * cost.remembered + visiting(found, sample)
    return [{ plan: { strategy: 'gather' }, cost: gather }]
  }
  const found = foundByWords(criteria, sample)
  const lists = cost.statement + listing(sought, found, sample)
  const ways: Way<Whole>[] = [{ plan: { strategy: 'gather', sought }, cost: lists + visiting(found, sample) }]
  if (hasPrices) {
    const matches = (sample.count(criteria) + 0.5) * part
    const meet = lists + cost.statement + inRange * cost.remembered + visiting(matches, sample)
    ways.push({ plan: { strategy: 'meet', sought }, cost: meet })
  }
  const whole = withoutBeginnings(criteria, filterLexemes(criteria).length)
  if (whole) {
    const looked = foundByWords(whole, sample)
    const tested = (sample.count(whole) + 0.5) * part
    const sift =
      listing(whole, looked, sample) + visiting(looked, sample) + tested * cost.farDocument(sample.rows)
    ways.push({ plan: { strategy: 'sift', sought: whole }, cost: cost.statement + sift })
  }
  return ways
}

/** Rows that the words' index finds, which knows no prices. */
function foundByWords(criteria: Criteria, sample: SearchSample): number {
  const anyPrice = { minPrice: undefined, maxPrice: undefined }
  return (sample.count({ ...criteria, ...anyPrice }) * sample.rows) / sample.size
}

function counting(criteria: Criteria, whole: Way, sample: SearchSample): number {
  if (criteria.terms.length > 0) return whole.cost
  const part = sample.rows / sample.size
  const prices = pricesOf(criteria)
  const inRange = sample.count(inLead(criteria, sample, prices)) * part
  const hasPrices = prices.minPrice !== undefined || prices.maxPrice !== undefined
  return cost.statement + (hasPrices ? inRange * cost.step : sample.count(criteria) * part * cost.count)
}

/** What going along the sort order meets, by where the sample's first matches come in it. */
function alongOrder(criteria: Criteria, order: RowOrder, need: Need, sample: SearchSample) {
  const part = sample.rows / sample.size
  const lead = leadOf(criteria, sample)
  // Along the prices it begins and ends at the price limits.
  const within = inLead(criteria, sample, order === 'latest' ? {} : pricesOf(criteria))
  const wanted = need.wanted / part
  // So many of the sample's matches stand for enough of all matches, but for bad luck.
  const enough = Math.ceil(wanted + 2 * Math.sqrt(wanted) + 1.5)
  const spots = sample.along(criteria, { order, after: need.after, within }, Math.max(8, enough))
  const inReach = sample.count(within)
  const met = Math.min(inReach, rowsUntil(wanted, spots)) * part
  const filtered = sample.count({ ...criteria, terms: [], title: undefined }) / Math.max(1, inReach)
  const document = order === 'latest' ? cost.document : cost.farDocument(sample.rows)
  const read = criteria.terms.length > 0 ? met * Math.min(1, filtered) * document : 0
  return {
    lead,
    cost: cost.statement + met * cost.step + read,
    budget: Math.ceil(Math.max(shortWalk, met * 3)),
    /** Where there are surely enough, with as many of the sample as are expected by then. */
    sure: spots[enough - 1],
    enough,
  }
}

function sliceOf(
  criteria: Criteria,
  sought: Criteria,
  order: RowOrder,
  { lead, sure, enough }: ReturnType<typeof alongOrder>,
  otherwise: Whole,
  sample: SearchSample,
): Way | null {
  if (!sure || criteria.terms.length === 0) return null
  const part = sample.rows / sample.size
  const lists = listing(sought, foundByWords(criteria, sample), sample)
  const ranged = sure.passed * part * cost.ranged[order]
  return {
    plan: { strategy: 'slice', bound: sure.value, lead, otherwise, sought },
    cost: cost.statement * 2 + lists + ranged + visiting(enough * part, sample),
  }
}

/**
 * Listings of the sample to go past for so many matches, of which there may be less than one: as far apart as they
 * are in the sample, or later, where the first comes later than that.
 */
function rowsUntil(wanted: number, spots: Spot[]): number {
  const [first] = spots
  const last = spots.at(-1)
  if (!first || !last || wanted > spots.length) return Number.POSITIVE_INFINITY
  const apart = last.passed / spots.length
  return Math.max(wanted * apart, first.passed - 2 * apart)
}

/** In the category that has the most of it, and outside. */
function splitByCategory(criteria: Criteria, order: RowOrder, need: Need, sample: SearchSample): Way | null {
  const { category, outside = [], terms } = criteria
  if (category !== undefined || terms.length === 0 || outside.length >= mostSplits) return null
  const [most] = (sample.commonest(categoryLexeme(''), 100) ?? [])
    .map((lexeme) => Number(lexeme.slice(2)))
    .filter((id) => !outside.includes(id))
    .map((id) => ({ id, matches: sample.count({ ...criteria, category: id }) }))
    .sort((a, b) => b.matches - a.matches)
  if (!most) return null
  const inside = bestWay({ ...criteria, outside: undefined, category: most.id }, order, need, sample)
  const others = bestWay({ ...criteria, outside: [...outside, most.id] }, order, need, sample)
  const plan: Plan = { strategy: 'split', category: most.id, inside: inside.plan, outside: others.plan }
  return { plan, cost: inside.cost + others.cost }
}

const cheapest = <W extends Way>(ways: W[]): W =>
  ways.reduce((best, way) => (way.cost < best.cost ? way : best))

const pricesOf = ({ minPrice, maxPrice }: Criteria) => ({ minPrice, maxPrice })

/** The rarer of category and state, inside which the sort orders have indexes. */
function leadOf(criteria: Criteria, sample: SearchSample): Lead {
  const [best] = (['category', 'state'] as const)
    .filter((lead) => criteria[lead] !== undefined)
    .map((lead) => ({ lead, rows: sample.count({ terms: [], [lead]: criteria[lead] }) }))
    .sort((a, b) => a.rows - b.rows)
  return best?.lead ?? null
}

/** What is met along the index of a sort order, or counted there. */
function inLead(criteria: Criteria, sample: SearchSample, prices: Partial<Criteria>): Criteria {
  const lead = leadOf(criteria, sample)
  return { terms: [], ...(lead && { [lead]: criteria[lead] }), ...prices }
}

function isNarrowed(criteria: Criteria): boolean {
  const { terms, featured, minPrice, maxPrice } = criteria
  const priced = minPrice !== undefined || maxPrice !== undefined
  return terms.length > 0 || filterLexemes(criteria).length > 0 || priced || featured === true
}
