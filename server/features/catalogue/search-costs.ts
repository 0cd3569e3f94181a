import { openedForms } from './search-beginnings.ts'
import type { Criteria } from './search-criteria.ts'
import type { SearchSample } from './search-knowledge.ts'

/**
 * Microseconds of the processor, as measured warm at a million and at ten million listings
 * (docs/decisions/011-search-at-scale.md). Only their ratios matter.
 */
export const cost = {
  /** A statement, before it has read anything. */
  statement: 200,
  /** An entry of a list that is skipped through together with others. */
  skipped: 0.035,
  /** An entry of one of the lists of a beginning: all of them are put together first. */
  begun: 0.13,
  /** A row that an index found, remembered: of a word, of a range of times or prices. */
  remembered: 0.1,
  ranged: { latest: 0.04, 'price-asc': 0.1, 'price-desc': 0.1 },
  /** A row of listing_search that the index found, and a page of such rows. */
  visit: 0.6,
  page: 1.2,
  /** A row read from a sort order's index alone. */
  step: 0.15,
  /** The document of such a row: of neighbours in time. */
  document: 2.2,
  /** Of rows that lie far apart: neighbours in price, and what an index found. In a large table many are not in memory. */
  farDocument: (rows: number) => (rows > fitsInMemory ? 120 : 6),
  /** A row counted in an index alone. */
  count: 0.08,
}

/** Listings whose documents, a kilobyte each, are likely to be in memory. */
const fitsInMemory = 4_000_000
/** Microseconds of putting lists of a beginning together from which on other forms are thought of. */
const worthOpening = 3000
/** Rows of listing_search on a page of it. */
const rowsOnPage = 86

/** Reading so many rows that lie anywhere in listing_search. */
export function visiting(found: number, sample: SearchSample): number {
  const pages = sample.rows / rowsOnPage
  return found * cost.visit + pages * (1 - Math.exp(-found / pages)) * cost.page
}

/** Finding rows by the words' index, `found` of them, without reading them. */
export function listing(criteria: Criteria, found: number, sample: SearchSample): number {
  return lists(criteria, sample) + found * cost.remembered
}

/** Whether the beginnings of words are so frequent that it helps to know the words that begin so. */
export function areWorthOpening(criteria: Criteria, sample: SearchSample): boolean {
  const { begun } = sample.entries(criteria)
  return (begun * sample.rows * cost.begun) / sample.size >= worthOpening
}

/** The criteria in the form that costs the words' index least. */
export function cheapestForm(criteria: Criteria, sample: SearchSample): Criteria {
  if (!areWorthOpening(criteria, sample)) return criteria
  const forms = [criteria, ...openedForms(criteria, sample)].map((form) => ({
    form,
    cost: lists(form, sample),
  }))
  return forms.reduce((best, each) => (each.cost < best.cost ? each : best)).form
}

function lists(criteria: Criteria, sample: SearchSample): number {
  const { skipped, begun } = sample.entries(criteria)
  return ((skipped * cost.skipped + begun * cost.begun) * sample.rows) / sample.size
}
