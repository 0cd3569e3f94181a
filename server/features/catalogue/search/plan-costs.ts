import type { Criteria } from './criteria.ts'
import type { Statistics } from './statistics.ts'

/**
 * Microseconds of processor time, measured warm at one and ten million listings (docs/decisions/011-search-at-scale.md).
 * Only their ratios matter.
 */
export const cost = {
  /** A statement, before it reads anything. */
  statement: 200,
  /** An entry of a GIN posting list that the scan skips through together with others. */
  skippedEntry: 0.035,
  /** An entry of a prefix: GIN merges all posting lists of the prefix before it intersects them with others. */
  prefixEntry: 0.13,
  /** Of a day, the posting list in the same index, besides its entries. */
  dayList: 8,
  /** A row in a bitmap. */
  bitmapEntry: 0.1,
  /** A row of listing_search, and a page of such rows. */
  heapRow: 0.3,
  heapPage: 1.2,
  /** A row read from an index of a sort order alone. */
  indexRow: 0.15,
  /** A document, read in the order of time: its neighbours are neighbours on disk. */
  document: 2.2,
  /** A document, read in any other order. In a large table many are not in memory. */
  farDocument: (rows: number) => (rows > documentsInMemory ? 120 : 6),
  /** A row counted in an index alone. */
  countedRow: 0.08,
}

/** Listings whose documents, a kilobyte each, are likely to be in memory. */
const documentsInMemory = 4_000_000
/** Rows of listing_search on a page. */
const rowsPerPage = 86

/** Reading `found` rows that lie anywhere in listing_search. */
export function heapCost(found: number, { rows }: Statistics): number {
  const pages = rows / rowsPerPage
  return found * cost.heapRow + pages * (1 - Math.exp(-found / pages)) * cost.heapPage
}

/** Finding `found` rows by the index of the words, without reading them. `share`: of the listings, where a list of days leaves only these. */
export function indexScanCost(criteria: Criteria, found: number, statistics: Statistics, share = 1): number {
  const { skipped, prefixes } = statistics.indexEntries(criteria)
  const entries = skipped * share * cost.skippedEntry + prefixes * cost.prefixEntry
  return (entries * statistics.rows) / statistics.size + found * cost.bitmapEntry
}
