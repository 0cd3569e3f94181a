import { type Bitmap, createBitmap, intersect, setBit, setFirstBits, subtract, unite } from './bitmap.ts'
import { type Area, type Criteria, filterLexemes, hasPrices } from './criteria.ts'
import { createPrefixIndex } from './prefix-index.ts'
import { inTitle, type Term } from './query-terms.ts'
import { createSortOrders, type PriceRange } from './sort-orders.ts'

export interface SampledListing {
  id: number
  /** Kobo. */
  price: number
  /** Milliseconds. */
  createdAt: number
  /** Of the document. */
  lexemes: string[]
}

/**
 * An empty sample of up to `capacity` listings, which it numbers from 0 on: those with a lexeme, in a place, that match criteria (as one
 * bitmap for each lexeme), and in the order of time or prices.
 */
export function createSample(capacity: number) {
  const listingsByLexeme = new Map<string, number[]>()
  const listingsByPlace = new Map<string, number[]>()
  const prefixIndex = createPrefixIndex()
  /** Bitmaps of frequent lexemes, with the number of listings that they were made of. */
  const bitmaps = new Map<string, { count: number; bitmap: Bitmap }>()
  const ids: number[] = []
  const prices: number[] = []
  const times: number[] = []
  const { rangeOf } = createSortOrders({ prices, times }, capacity)
  const ofLastPrices = keepLast()
  const ofLastArea = keepLast()

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
        prefixIndex.add(lexeme)
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

  /** Keeps the bitmap of the last name, for the listings so far: a plan asks for the same one several times. */
  function keepLast() {
    let last: { name: string; sampled: number; bitmap: Bitmap } | undefined
    return (name: string, fill: (bitmap: Bitmap) => void): Bitmap => {
      if (last?.name !== name || last.sampled !== prices.length) {
        last = { name, sampled: prices.length, bitmap: createBitmap(capacity) }
        fill(last.bitmap)
      }
      return last.bitmap
    }
  }

  /** The listings that match a term. It may be shared: callers must not change it. */
  function bitmapOfTerm(term: Term): Bitmap {
    if (term.kind === 'lexeme' && !term.prefix) return bitmapOfLexeme(term.lexeme)
    const bitmap = createBitmap(capacity)
    if (term.kind === 'lexeme')
      for (const lexeme of prefixIndex.lexemesWithPrefix(term.lexeme)) setBits(bitmap, lexeme)
    else if (term.kind === 'any') for (const each of term.terms) unite(bitmap, bitmapOfTerm(each))
    else {
      setFirstBits(bitmap, prices.length)
      for (const each of term.terms) intersect(bitmap, bitmapOfTerm(each))
    }
    return bitmap
  }

  function bitmapOfPrices(range: PriceRange): Bitmap {
    return ofLastPrices(`${range.minPrice} ${range.maxPrice}`, (bitmap) => {
      const { numbers, first, end } = rangeOf(range, { order: 'price-asc' })
      for (let index = first; index < end; index += 1) setBit(bitmap, numbers[index] ?? 0)
    })
  }

  function bitmapOfArea({ name, places }: Area): Bitmap {
    return ofLastArea(name, (bitmap) => {
      for (const place of places) for (const number of numbersIn(place)) setBit(bitmap, number)
    })
  }

  /** The listings that match all criteria. */
  function bitmapOf(criteria: Criteria): Bitmap {
    const { terms, title } = criteria
    const found = createBitmap(capacity)
    setFirstBits(found, prices.length)
    for (const lexeme of filterLexemes(criteria)) intersect(found, bitmapOfLexeme(lexeme))
    if (hasPrices(criteria)) intersect(found, bitmapOfPrices(criteria))
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
    /** By number: ids, and Unix times in milliseconds. */
    ids,
    times,
    add,
    numbersWith,
    numbersIn,
    lexemesWithPrefix: prefixIndex.lexemesWithPrefix,
    bitmapOfTerm,
    bitmapOf,
    rangeOf,
  }
}

/** `state/lga`, by the filters among the lexemes. */
function placeOf(lexemes: string[]): string {
  const [state, lga] = ['#s', '#l'].map((mark) => lexemes.find((each) => each.startsWith(mark))?.slice(2))
  return `${state}/${lga}`
}
