import {
  type Bitmap,
  countBits,
  createBitmap,
  hasBit,
  intersect,
  setBit,
  setFirstBits,
  subtract,
  unite,
} from './bitmap.ts'
import {
  type Area,
  type Criteria,
  filterLexemes,
  hasPrices,
  indexedFilters,
  type RowOrder,
} from './criteria.ts'
import { type IndexEntries, type ListEntries, listOf, prefixesIn, together } from './index-entries.ts'
import { lexemeTerm, maxSpelledOut, type Term, titleMark } from './query-terms.ts'

/**
 * What the planner knows of the listings: a random sample of them, as one bitmap for each lexeme. The part of the sample that
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
  valueAfter(
    listings: number,
    criteria: Pick<Criteria, 'minPrice' | 'maxPrice'>,
    scan: Pick<ScanOrder, 'order' | 'after'>,
  ): number | undefined
}

/** An ordered scan: the rows that match `within`, from the sort value `after` (kobo or milliseconds) on. */
interface ScanOrder {
  order: RowOrder
  after?: number | undefined
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

interface SampledListing {
  id: number
  /** Kobo. */
  price: number
  /** Milliseconds. */
  createdAt: number
  /** Of the document. */
  lexemes: string[]
}

/** What the lexemes of a prefix must have together to be ranked by `commonest`: listings of the table, by the estimate, and of the sample. */
const enoughToRank = { listings: 100, sampled: 3 }

/** Empty statistics of a table of `rows`; `add` fills the sample up to `capacity` listings. */
export function createStatistics(
  rows: number,
  capacity: number,
): Statistics & { add(listing: SampledListing): void } {
  /** Numbers of the listings with a lexeme. */
  const listingsByLexeme = new Map<string, number[]>()
  /** Numbers of the listings of each LGA, by `state/lga`. */
  const byPlace = new Map<string, number[]>()
  const lexemesByStart = new Map<string, string[]>()
  /** How many lexemes of a start are sorted. */
  const sorted = new Map<string, number>()
  /** Bitmaps of frequent lexemes, with the number of listings that they were made of. */
  const bitmaps = new Map<string, { count: number; bitmap: Bitmap }>()
  /** The bitmap of the last price range: a plan asks for the same one several times. */
  let priceBitmap: { minPrice: number; maxPrice: number; sampled: number; bitmap: Bitmap } | undefined
  /** The bitmap of the last area. */
  let areaBitmap: { name: string; sampled: number; bitmap: Bitmap } | undefined
  const ids: number[] = []
  const prices: number[] = []
  const times: number[] = []
  /** Numbers of the listings, the lowest value first. */
  const inOrder = { price: new Uint32Array(), createdAt: new Uint32Array() }

  function add({ id, price, createdAt, lexemes }: SampledListing): void {
    const number = prices.length
    if (number >= capacity) return
    ids.push(id)
    prices.push(price)
    times.push(createdAt)
    const place = placeOf(lexemes)
    const neighbours = byPlace.get(place)
    if (neighbours) neighbours.push(number)
    else byPlace.set(place, [number])
    for (const lexeme of lexemes) {
      const listings = listingsByLexeme.get(lexeme)
      if (listings) listings.push(number)
      else {
        listingsByLexeme.set(lexeme, [number])
        const start = startOf(lexeme)
        const others = lexemesByStart.get(start)
        if (others) others.push(lexeme)
        else lexemesByStart.set(start, [lexeme])
      }
    }
  }

  const countOf = (lexeme: string) => listingsByLexeme.get(lexeme)?.length ?? 0

  /** Listings of the bitmap that have the lexeme. */
  function countAmong(bitmap: Bitmap, lexeme: string): number {
    let count = 0
    for (const number of listingsByLexeme.get(lexeme) ?? []) if (hasBit(bitmap, number)) count += 1
    return count
  }

  function setBits(bitmap: Bitmap, lexeme: string): void {
    for (const number of listingsByLexeme.get(lexeme) ?? []) setBit(bitmap, number)
  }

  /** Shared: callers must not change it. */
  function bitmapOfLexeme(lexeme: string): Bitmap {
    const count = countOf(lexeme)
    const cached = bitmaps.get(lexeme)
    if (cached?.count === count) return cached.bitmap
    const bitmap = createBitmap(capacity)
    setBits(bitmap, lexeme)
    if (count > capacity / 64) bitmaps.set(lexeme, { count, bitmap })
    return bitmap
  }

  function lexemesWithPrefix(prefix: string): string[] {
    const start = startOf(prefix)
    const lexemes = lexemesByStart.get(start) ?? []
    if (sorted.get(start) !== lexemes.length) sorted.set(start, lexemes.sort().length)
    const first = firstIndex(lexemes, (lexeme) => lexeme >= prefix)
    let last = first
    while (lexemes[last]?.startsWith(prefix)) last += 1
    return lexemes.slice(first, last)
  }

  function bitmapOfTerm(term: Term): Bitmap {
    if (term.kind === 'lexeme' && !term.prefix) return bitmapOfLexeme(term.lexeme)
    const bitmap = createBitmap(capacity)
    if (term.kind === 'lexeme') for (const lexeme of lexemesWithPrefix(term.lexeme)) setBits(bitmap, lexeme)
    else if (term.kind === 'any') for (const each of term.terms) unite(bitmap, bitmapOfTerm(each))
    else {
      setFirstBits(bitmap, prices.length)
      for (const each of term.terms) intersect(bitmap, bitmapOfTerm(each))
    }
    return bitmap
  }

  function bitmapOfPrices(minPrice: number, maxPrice: number): Bitmap {
    const sampled = prices.length
    if (
      priceBitmap?.minPrice === minPrice &&
      priceBitmap.maxPrice === maxPrice &&
      priceBitmap.sampled === sampled
    )
      return priceBitmap.bitmap
    const bitmap = createBitmap(capacity)
    const [first, end] = priceRange({ minPrice, maxPrice })
    for (let index = first; index < end; index += 1) setBit(bitmap, inOrder.price[index] ?? 0)
    priceBitmap = { minPrice, maxPrice, sampled, bitmap }
    return bitmap
  }

  function bitmapOfArea({ name, places }: Area): Bitmap {
    const sampled = prices.length
    if (areaBitmap?.name === name && areaBitmap.sampled === sampled) return areaBitmap.bitmap
    const bitmap = createBitmap(capacity)
    for (const place of places) for (const number of byPlace.get(place) ?? []) setBit(bitmap, number)
    areaBitmap = { name, sampled, bitmap }
    return bitmap
  }

  function bitmapOf(criteria: Criteria): Bitmap {
    const { terms, title, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = criteria
    const found = createBitmap(capacity)
    setFirstBits(found, prices.length)
    for (const lexeme of filterLexemes(criteria)) intersect(found, bitmapOfLexeme(lexeme))
    if (hasPrices(criteria)) intersect(found, bitmapOfPrices(minPrice, maxPrice))
    if (criteria.area) intersect(found, bitmapOfArea(criteria.area))
    if (!title?.present) for (const term of terms) intersect(found, bitmapOfTerm(term))
    if (title) {
      const inTitles = bitmapOfTerm(inTitle({ kind: 'all', terms: title.terms }))
      if (title.present) intersect(found, inTitles)
      else subtract(found, inTitles)
    }
    return found
  }

  return {
    rows,
    get size() {
      return prices.length
    },
    add,
    count: (criteria) => countBits(bitmapOf(criteria)),
    commonest(prefix, howMany, beside) {
      const titles = bitmapOfTerm({ kind: 'all', terms: beside.map(inTitle) })
      const counted = lexemesWithPrefix(prefix)
        .map((lexeme) => ({ lexeme, count: countAmong(titles, lexeme) }))
        .filter(({ count }) => count > 0)
      const sampled = counted.reduce((sum, { count }) => sum + count, 0)
      const listings = (sampled * rows) / prices.length
      if (sampled < enoughToRank.sampled || listings < enoughToRank.listings) return null
      return counted
        .sort((a, b) => b.count - a.count)
        .slice(0, howMany)
        .map(({ lexeme }) => lexeme)
    },
    mostShared(lexemes, among, howMany) {
      const shared = new Uint8Array(prices.length)
      for (const lexeme of lexemes)
        for (const number of listingsByLexeme.get(lexeme) ?? []) shared[number] = (shared[number] ?? 0) + 1
      /** By how many lexemes they share. */
      const groups = Array.from({ length: lexemes.length + 1 }, (): number[] => [])
      for (const number of listingsByLexeme.get(among) ?? []) groups[shared[number] ?? 0]?.push(number)
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

  function firstHitsAmong(places: readonly string[], criteria: Criteria, maxHits: number): Hit[] {
    const hits = bitmapOf(criteria)
    const found: Hit[] = []
    let position = 0
    for (const place of places) {
      if (found.length >= maxHits) break
      for (const number of byPlace.get(place) ?? []) {
        position += 1
        if (hasBit(hits, number)) found.push({ id: ids[number] ?? 0, position, value: times[number] ?? 0 })
      }
    }
    return found
  }

  /** The listings in the order of time or prices, and where a scan's part of them begins and ends. */
  function rangeOf(
    criteria: Pick<Criteria, 'minPrice' | 'maxPrice'>,
    { order, after }: Pick<ScanOrder, 'order' | 'after'>,
  ): { values: number[]; numbers: Uint32Array; first: number; end: number } {
    const [values, numbers] = orderedBy(order === 'latest' ? 'createdAt' : 'price')
    const [first, end] = order === 'latest' ? [0, numbers.length] : priceRange(criteria)
    if (after === undefined) return { values, numbers, first, end }
    const isAscending = order === 'price-asc'
    const edge = firstIndex(numbers, (number) => {
      const value = values[number] ?? 0
      return isAscending ? value >= after : value > after
    })
    return {
      values,
      numbers,
      first: isAscending ? Math.max(first, edge) : first,
      end: isAscending ? end : Math.min(end, edge),
    }
  }

  /** Where the prices of the criteria begin and end in the order by price. */
  function priceRange({
    minPrice = 0,
    maxPrice = Number.POSITIVE_INFINITY,
  }: Pick<Criteria, 'minPrice' | 'maxPrice'>): [number, number] {
    const [values, numbers] = orderedBy('price')
    const priceOf = (number: number) => values[number] ?? 0
    return [
      firstIndex(numbers, (number) => priceOf(number) >= minPrice),
      firstIndex(numbers, (number) => priceOf(number) > maxPrice),
    ]
  }

  /**
   * While the sample grows, an order that lacks a fifth of it is used as it is, instead of sorting after each listing; counts of a price range
   * then lack these listings, too.
   */
  function orderedBy(column: 'price' | 'createdAt'): [number[], Uint32Array] {
    const values = column === 'price' ? prices : times
    const enough = values.length === capacity ? capacity : values.length * 0.8
    if (inOrder[column].length < enough)
      inOrder[column] = Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
    return [values, inOrder[column]]
  }

  function entriesOf(term: Term): ListEntries {
    if (term.kind === 'lexeme') {
      const lexemes = term.prefix ? lexemesWithPrefix(term.lexeme) : [term.lexeme]
      const entries = lexemes.reduce((sum, lexeme) => sum + countOf(lexeme), 0)
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

/** The index of the first value that `isReached` holds for, by binary search; the length where there is none. */
function firstIndex<T extends string | number>(
  values: ArrayLike<T>,
  isReached: (value: T) => boolean,
): number {
  let first = 0
  for (let end = values.length; first < end; ) {
    const middle = (first + end) >> 1
    if (isReached(values[middle] as T)) end = middle
    else first = middle + 1
  }
  return first
}

/** `state/lga`, by the filters among the lexemes. */
function placeOf(lexemes: string[]): string {
  const [state, lga] = ['#s', '#l'].map((mark) => lexemes.find((each) => each.startsWith(mark))?.slice(2))
  return `${state}/${lga}`
}

/** The term, looked for in titles. */
function inTitle(term: Term): Term {
  if (term.kind === 'lexeme') return { ...term, lexeme: titleMark + term.lexeme }
  return { ...term, terms: term.terms.map(inTitle) }
}

/** Two letters, with the mark of a title's word before them: what lexemes are grouped by, so that prefixes are found fast. */
function startOf(lexeme: string): string {
  return lexeme.slice(0, lexeme.startsWith(titleMark) ? 3 : 2)
}
