import { type Bitmap, countBits, hasBit } from './bitmap.ts'
import { type Criteria, indexedFilters } from './criteria.ts'
import { type IndexEntries, type ListEntries, listOf, prefixesIn, together } from './index-entries.ts'
import { inTitle, lexemeTerm, maxSpelledOut, type Term } from './query-terms.ts'
import { createSample, type SampledListing } from './sample.ts'
import type { PriceRange, SortPosition } from './sort-orders.ts'

/**
 * What the planner knows of the listings: estimates from a random sample of them. The part of the sample that
 * matches all criteria at once estimates the part of the table that does, however words and filters depend on each other.
 * `featured` is ignored: those are too few for a sample.
 */
export interface Statistics {
  /** Rows of listing_search, as PostgreSQL estimates; 0 before its first ANALYZE. */
  rows: number
  /** Listings in the sample. */
  size: number
  /** Listings of the sample that match. */
  count(criteria: Criteria): number
  /** What a scan of the words' index reads for the terms and filters. */
  indexEntries(criteria: Criteria): IndexEntries
  /**
   * The most frequent lexemes with a prefix, in titles that match all terms of `beside`; null where the sample holds too few to rank them.
   */
  commonest(prefix: string, howMany: number, beside: readonly Term[]): string[] | null
  /** Ids of the listings with the lexeme `among` that have the most of `lexemes` (one at least), the newest first among equals. */
  mostShared(lexemes: readonly string[], among: string, howMany: number): number[]
  /** The first hits of an ordered scan. */
  firstHits(criteria: Criteria, scan: ScanOrder, maxHits: number): Hit[]
  /**
   * The sort value up to which a scan in the order of time or prices, from `after` on and within the prices of the criteria, reads so many
   * listings of the sample; undefined where it ends before.
   */
  valueAfter(listings: number, criteria: PriceRange, scan: SortPosition): number | undefined
}

/** An ordered scan of the rows that match `within`. */
interface ScanOrder extends SortPosition {
  /** For `near`: the LGAs, from that of `after` on. */
  nearest?: readonly string[] | undefined
  within: Criteria
}

interface Hit {
  /** Of the listing. */
  id: number
  /** How many rows the scan reads up to it, as listings of the sample. */
  position: number
  /** Its sort value (kobo or milliseconds). */
  value: number
}

/** What the lexemes of a prefix must have together to be ranked by `commonest`: listings of the table, by the estimate, and of the sample. */
const enoughToRank = { listings: 100, sampled: 3 }

/** Empty statistics of a table of `rows`; `add` fills the sample up to `capacity` listings. */
export function createStatistics(
  rows: number,
  capacity: number,
): Statistics & { add(listing: SampledListing): void } {
  const sample = createSample(capacity)
  const { ids, times, numbersWith, numbersIn, lexemesWithPrefix, bitmapOf, bitmapOfTerm, rangeOf } = sample

  return {
    rows,
    get size() {
      return ids.length
    },
    add: sample.add,
    count: (criteria) => countBits(bitmapOf(criteria)),
    commonest(prefix, howMany, beside) {
      const titles = bitmapOfTerm({ kind: 'all', terms: beside.map(inTitle) })
      const counted = lexemesWithPrefix(prefix)
        .map((lexeme) => ({ lexeme, count: countAmong(titles, lexeme) }))
        .filter(({ count }) => count > 0)
      const sampled = counted.reduce((sum, { count }) => sum + count, 0)
      const listings = (sampled * rows) / ids.length
      if (sampled < enoughToRank.sampled || listings < enoughToRank.listings) return null
      return counted
        .sort((a, b) => b.count - a.count)
        .slice(0, howMany)
        .map(({ lexeme }) => lexeme)
    },
    mostShared(lexemes, among, howMany) {
      const shared = new Uint8Array(ids.length)
      for (const lexeme of lexemes)
        for (const number of numbersWith(lexeme)) shared[number] = (shared[number] ?? 0) + 1
      /** By how many lexemes they share. */
      const groups = Array.from({ length: lexemes.length + 1 }, (): number[] => [])
      for (const number of numbersWith(among)) groups[shared[number] ?? 0]?.push(number)
      const best: number[] = []
      for (let count = lexemes.length; count > 0 && best.length < howMany; count -= 1)
        best.push(...(groups[count] ?? []).sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0)))
      return best.slice(0, howMany).map((number) => ids[number] ?? 0)
    },
    firstHits(criteria, { order, after, nearest, within }, maxHits) {
      if (order === 'near') return firstHitsAmong(nearest ?? [], criteria, maxHits)
      const { values, numbers, first, end } = rangeOf(criteria, { order, after })
      const hits = bitmapOf(criteria)
      const read = bitmapOf(within)
      const found: Hit[] = []
      let position = 0
      for (let index = 0; index < end - first && found.length < maxHits; index += 1) {
        const number = numbers[order === 'price-asc' ? first + index : end - 1 - index] ?? 0
        if (hasBit(read, number)) position += 1
        if (hasBit(hits, number)) found.push({ id: ids[number] ?? 0, position, value: values[number] ?? 0 })
      }
      return found
    },
    valueAfter(listings, criteria, scan) {
      const { values, numbers, first, end } = rangeOf(criteria, scan)
      if (listings > end - first) return undefined
      return values[numbers[scan.order === 'price-asc' ? first + listings - 1 : end - listings] ?? 0]
    },
    indexEntries(criteria) {
      const { terms, title } = criteria
      const titleTerms = (title?.terms ?? []).map(inTitle)
      const { lexemes, categoryInState } = indexedFilters(criteria)
      const words = title?.present ? titleTerms : terms
      const wanted = together([
        ...[...lexemes.map(lexemeTerm), ...words].map(entriesOf),
        ...(categoryInState ? [listOf(countBits(bitmapOf({ terms: [], ...categoryInState })))] : []),
      ])
      const excluded = entriesOf({ kind: 'any', terms: title?.present ? [] : titleTerms })
      return {
        skipped: wanted.skipped + (title?.present === false ? wanted.shortest : 0),
        prefixes: wanted.prefixes + excluded.prefixes,
      }
    },
  }

  /** Listings of the bitmap that have the lexeme. */
  function countAmong(bitmap: Bitmap, lexeme: string): number {
    let count = 0
    for (const number of numbersWith(lexeme)) if (hasBit(bitmap, number)) count += 1
    return count
  }

  function firstHitsAmong(places: readonly string[], criteria: Criteria, maxHits: number): Hit[] {
    const hits = bitmapOf(criteria)
    const found: Hit[] = []
    let position = 0
    for (const place of places) {
      if (found.length >= maxHits) break
      for (const number of numbersIn(place)) {
        position += 1
        if (hasBit(hits, number)) found.push({ id: ids[number] ?? 0, position, value: times[number] ?? 0 })
      }
    }
    return found
  }

  function entriesOf(term: Term): ListEntries {
    if (term.kind === 'lexeme') {
      const lexemes = term.prefix ? lexemesWithPrefix(term.lexeme) : [term.lexeme]
      const entries = lexemes.reduce((sum, lexeme) => sum + numbersWith(lexeme).length, 0)
      return listOf(entries, lexemes.length > maxSpelledOut ? entries : 0)
    }
    const parts = term.terms.map(entriesOf)
    if (term.kind === 'all') return together(parts)
    return listOf(
      parts.reduce((sum, part) => sum + part.shortest, 0),
      prefixesIn(parts),
    )
  }
}
