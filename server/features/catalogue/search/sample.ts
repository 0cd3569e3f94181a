import { type Bitmap, createBitmap, intersect, setBit, setFirstBits, subtract, unite } from './bitmap.ts'
import { type Area, type Criteria, filterLexemes, hasPrices, type RowOrder } from './criteria.ts'
import { inTitle, type Term, titleMark } from './query-terms.ts'

export interface SampledListing {
  id: number
  /** Kobo. */
  price: number
  /** Milliseconds. */
  createdAt: number
  /** Of the document. */
  lexemes: string[]
}

export type PriceRange = Pick<Criteria, 'minPrice' | 'maxPrice'>

/** Where an ordered scan begins: behind the sort value `after` (kobo or milliseconds), or at the start. */
export interface SortPosition {
  order: RowOrder
  after?: number | undefined
}

/**
 * An empty sample of up to `capacity` listings, which it numbers from 0 on: those with a lexeme, in a place, that match criteria (as one
 * bitmap for each lexeme), and in the order of time or prices.
 */
export function createSample(capacity: number) {
  const listingsByLexeme = new Map<string, number[]>()
  const listingsByPlace = new Map<string, number[]>()
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
    const neighbours = listingsByPlace.get(place)
    if (neighbours) neighbours.push(number)
    else listingsByPlace.set(place, [number])
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

  /** The listings with a lexeme. */
  const numbersWith = (lexeme: string): readonly number[] => listingsByLexeme.get(lexeme) ?? []

  /** The listings of an LGA, by `state/lga`. */
  const numbersIn = (place: string): readonly number[] => listingsByPlace.get(place) ?? []

  function setBits(bitmap: Bitmap, lexeme: string): void {
    for (const number of numbersWith(lexeme)) setBit(bitmap, number)
  }

  /** Shared: callers must not change it. */
  function bitmapOfLexeme(lexeme: string): Bitmap {
    const count = numbersWith(lexeme).length
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

  /** The listings that match a term. It may be shared: callers must not change it. */
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
    for (const place of places) for (const number of numbersIn(place)) setBit(bitmap, number)
    areaBitmap = { name, sampled, bitmap }
    return bitmap
  }

  /** The listings that match all criteria. */
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

  /** The listings in the order of time or prices, and where a scan's part of them begins and ends. */
  function rangeOf(
    criteria: PriceRange,
    { order, after }: SortPosition,
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
  function priceRange({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: PriceRange): [number, number] {
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

  return {
    /** By number: ids, and Unix times in milliseconds. */
    ids,
    times,
    add,
    numbersWith,
    numbersIn,
    lexemesWithPrefix,
    bitmapOfTerm,
    bitmapOf,
    rangeOf,
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

/** Two letters, with the mark of a title's word before them: what lexemes are grouped by, so that prefixes are found fast. */
function startOf(lexeme: string): string {
  return lexeme.slice(0, lexeme.startsWith(titleMark) ? 3 : 2)
}
