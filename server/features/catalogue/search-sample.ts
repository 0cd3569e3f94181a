import { type Criteria, categoryLexeme, filterLexemes } from './search-criteria.ts'
import type { Entries, SampledListing, SearchSample, Spot } from './search-knowledge.ts'
import { inTitle, lexemeTerm, type Term } from './search-query.ts'

/** A bit for each listing of the sample. */
type Listings = Uint32Array

/** What it costs to weigh whether one more list has an entry, in entries that are skipped through. */
const weighing = 0.6
/** Listings that lexemes must have in all for `commonest` to speak of them. */
const enough = 50

/** Grows by `add`; at most `capacity` listings. */
export function createSample(
  rows: number,
  capacity: number,
): SearchSample & { add(listing: SampledListing): void } {
  const holders = new Map<string, number[]>()
  /** Lexemes by their beginning, for prefixes. */
  const beginning = new Map<string, string[]>()
  /** How many of them were put in the order of the alphabet. */
  const inAlphabet = new Map<string, number>()
  /** The listings of common lexemes, as they were asked for last. */
  const kept = new Map<string, { held: number; listings: Listings }>()
  const prices: number[] = []
  const moments: number[] = []
  /** Numbers of the listings, the lowest value first. */
  const inOrder = { price: new Uint32Array(), createdAt: new Uint32Array() }
  const length = Math.ceil(capacity / 32)

  function add({ price, createdAt, lexemes }: SampledListing): void {
    const number = prices.length
    if (number >= capacity) return
    prices.push(price)
    moments.push(createdAt)
    for (const lexeme of lexemes) {
      const held = holders.get(lexeme)
      if (held) held.push(number)
      else {
        holders.set(lexeme, [number])
        const key = beginningOf(lexeme)
        const others = beginning.get(key)
        if (others) others.push(lexeme)
        else beginning.set(key, [lexeme])
      }
    }
  }

  const held = (lexeme: string) => holders.get(lexeme)?.length ?? 0

  function mark(into: Listings, lexeme: string): void {
    for (const number of holders.get(lexeme) ?? [])
      into[number >> 5] = (into[number >> 5] ?? 0) | (1 << (number & 31))
  }

  /** Never to be changed: it may be kept. */
  function listingsOf(lexeme: string): Listings {
    const count = held(lexeme)
    const before = kept.get(lexeme)
    if (before?.held === count) return before.listings
    const listings = new Uint32Array(length)
    mark(listings, lexeme)
    if (count > capacity / 64) kept.set(lexeme, { held: count, listings })
    return listings
  }

  function withPrefix(text: string): string[] {
    const key = beginningOf(text)
    const lexemes = beginning.get(key) ?? []
    if (inAlphabet.get(key) !== lexemes.length) inAlphabet.set(key, lexemes.sort().length)
    let first = 0
    for (let end = lexemes.length; first < end; ) {
      const middle = (first + end) >> 1
      if ((lexemes[middle] ?? '') < text) first = middle + 1
      else end = middle
    }
    let last = first
    while (lexemes[last]?.startsWith(text)) last += 1
    return lexemes.slice(first, last)
  }

  function listingsWith(term: Term): Listings {
    if (term.kind === 'lexeme') {
      if (!term.prefix) return listingsOf(term.lexeme)
      const found = new Uint32Array(length)
      for (const lexeme of withPrefix(term.lexeme)) mark(found, lexeme)
      return found
    }
    const found = new Uint32Array(length).fill(term.kind === 'all' ? -1 : 0)
    for (const each of term.terms) {
      const other = listingsWith(each)
      for (let index = 0; index < length; index += 1)
        found[index] =
          term.kind === 'all'
            ? (found[index] ?? 0) & (other[index] ?? 0)
            : (found[index] ?? 0) | (other[index] ?? 0)
    }
    return found
  }

  function meeting({ terms, title, minPrice, maxPrice, outside = [], ...filters }: Criteria): Listings {
    const found = new Uint32Array(length).fill(-1, 0, prices.length >> 5)
    for (let number = prices.length & ~31; number < prices.length; number += 1)
      found[number >> 5] = (found[number >> 5] ?? 0) | (1 << (number & 31))
    const keep = (others: Listings, present: boolean) => {
      for (let index = 0; index < length; index += 1)
        found[index] = (found[index] ?? 0) & (present ? (others[index] ?? 0) : ~(others[index] ?? 0))
    }
    for (const lexeme of filterLexemes({ terms, ...filters })) keep(listingsOf(lexeme), true)
    for (const category of outside) keep(listingsOf(categoryLexeme(category)), false)
    if (minPrice !== undefined || maxPrice !== undefined)
      keep(listingsPriced(minPrice ?? 0, maxPrice ?? Number.POSITIVE_INFINITY), true)
    if (!title?.present) for (const term of terms) keep(listingsWith(term), true)
    if (title) keep(listingsWith(marked({ kind: 'all', terms: title.terms })), title.present)
    return found
  }

  /** The listings of a price range, as they were asked for last: a plan asks several times. */
  let priced: { minPrice: number; maxPrice: number; held: number; listings: Listings } | undefined

  function listingsPriced(minPrice: number, maxPrice: number): Listings {
    const held = prices.length
    if (priced?.minPrice === minPrice && priced.maxPrice === maxPrice && priced.held === held)
      return priced.listings
    const listings = new Uint32Array(length)
    for (let number = 0; number < held; number += 1) {
      const price = prices[number] ?? 0
      if (price >= minPrice && price <= maxPrice)
        listings[number >> 5] = (listings[number >> 5] ?? 0) | (1 << (number & 31))
    }
    priced = { minPrice, maxPrice, held, listings }
    return listings
  }

  return {
    rows,
    get size() {
      return prices.length
    },
    add,
    count(criteria) {
      let count = 0
      for (const bits of meeting(criteria)) count += bitsIn(bits)
      return count
    },
    held,
    wordsFrom: () => undefined,
    commonest(text, howMany) {
      const lexemes = withPrefix(text)
      if (lexemes.reduce((sum, lexeme) => sum + held(lexeme), 0) < enough) return null
      return lexemes.sort((a, b) => held(b) - held(a)).slice(0, howMany)
    },
    along(criteria, { order, after, within }, most) {
      const [values, numbers] = orderedBy(order === 'latest' ? 'createdAt' : 'price')
      const found = meeting(criteria)
      const met = meeting(within)
      const spots: Spot[] = []
      let passed = 0
      for (let index = 0; index < numbers.length && spots.length < most; index += 1) {
        const number = numbers[order === 'price-asc' ? index : numbers.length - 1 - index] ?? 0
        const value = values[number] ?? 0
        if (after !== undefined && (order === 'price-asc' ? value < after : value > after)) continue
        const bit = 1 << (number & 31)
        if ((met[number >> 5] ?? 0) & bit) passed += 1
        if ((found[number >> 5] ?? 0) & bit) spots.push({ value, passed })
      }
      return spots
    },
    entries(criteria) {
      const { terms, title, outside = [] } = criteria
      const inTitles = (title?.terms ?? []).map(marked)
      const sought = [...filterLexemes(criteria).map(lexemeTerm), ...(title?.present ? inTitles : terms)]
      const refused = [
        ...outside.map((id) => lexemeTerm(categoryLexeme(id))),
        ...(title?.present ? [] : inTitles),
      ]
      const found = entriesOf({ kind: 'all', terms: sought })
      const others = entriesOf({ kind: 'any', terms: refused })
      return {
        skipped: found.skipped + found.shortest * others.leaves * weighing,
        begun: found.begun + others.begun,
      }
    },
  }

  /** Not sorted anew for each listing that is drawn: an order without the last fifth tells as much. */
  function orderedBy(column: 'price' | 'createdAt'): [number[], Uint32Array] {
    const values = column === 'price' ? prices : moments
    const enoughOrdered = values.length === capacity ? capacity : values.length * 0.8
    if (inOrder[column].length < enoughOrdered)
      inOrder[column] = Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
    return [values, inOrder[column]]
  }

  function entriesOf(term: Term): Entries & { shortest: number; leaves: number } {
    if (term.kind === 'lexeme') {
      const lexemes = term.prefix ? withPrefix(term.lexeme) : [term.lexeme]
      const entries = lexemes.reduce((sum, lexeme) => sum + held(lexeme), 0)
      return { shortest: entries, skipped: entries * 2, begun: term.prefix ? entries : 0, leaves: 1 }
    }
    const each = term.terms.map(entriesOf)
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    const begun = sum(each.map((entries) => entries.begun))
    const lengths = each.map(({ shortest }) => shortest)
    const leaves = sum(each.map((entries) => entries.leaves))
    if (term.kind === 'any') {
      const shortest = sum(lengths)
      return { shortest, skipped: shortest * (1 + leaves * weighing), begun, leaves }
    }
    const shortest = Math.min(...lengths)
    // What the shortest list or a beginning has is looked for in the others, and weighed for all that it may be.
    const weighed = (leaves - each.length) * weighing
    const skipped = shortest * (1 + each.length + weighed) + begun * weighed
    return { shortest, skipped, begun, leaves }
  }
}

/** How many bits of 32 are set, added up in ever larger groups. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** A term, looked for in titles. */
function marked(term: Term): Term {
  if (term.kind === 'lexeme') return { ...term, lexeme: inTitle + term.lexeme }
  return { ...term, terms: term.terms.map(marked) }
}

/** Two letters, and the mark of a title's word before them. */
function beginningOf(lexeme: string): string {
  return lexeme.slice(0, lexeme.startsWith(inTitle) ? 3 : 2)
}
