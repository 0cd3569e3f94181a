import type { Condition, PriceType } from '#shared/contract/listing-values.ts'
import { inTitle, lexemeTerm, type Term } from './search-query.ts'

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

/** A filter as a lexeme of the document (0002_search.sql). */
export function filterLexemes({ category, state, lga, condition, priceType }: Criteria): string[] {
  return [
    ...(category === undefined ? [] : [`#c${category}`]),
    ...(state === undefined ? [] : [`#s${state}`]),
    ...(lga === undefined ? [] : [`#l${lga}`]),
    ...(condition === undefined ? [] : [`#n${condition}`]),
    ...(priceType === undefined ? [] : [`#p${priceType}`]),
  ]
}

/** A bit for each listing of the sample. */
type Listings = Uint32Array

/**
 * Some listings drawn at random, by their words: what part of them meets all criteria at once is about the part of all that
 * does, however words and filters belong together. Featured listings are too few for it and left out of account.
 */
export interface SearchSample {
  /** Rows of the search table, as PostgreSQL thinks; 0 while it has not looked. */
  rows: number
  /** Listings in the sample. */
  size: number
  /** How many of the sample meet the criteria. */
  count(criteria: Criteria): number
  /** About how many entries of its lists the words' index reads to find the words and filters, as listings of the sample. */
  entries(criteria: Criteria): number
  /** The commonest lexemes that begin with a text, if the sample has enough of them to tell. */
  commonest(beginning: string, howMany: number): string[] | null
  /** All values of the sample, the lowest first. */
  sorted(column: 'price' | 'createdAt'): Float64Array
}

export interface SampledListing {
  price: number
  /** Milliseconds. */
  createdAt: number
  /** Lexemes of the document. */
  lexemes: string[]
}

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
  /** The listings of common lexemes, as they were asked for last. */
  const kept = new Map<string, { held: number; listings: Listings }>()
  const prices: number[] = []
  const moments: number[] = []
  const inOrder = { price: new Float64Array(), createdAt: new Float64Array() }
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

  function mark(into: Listings, lexeme: string): void {
    for (const number of holders.get(lexeme) ?? [])
      into[number >> 5] = (into[number >> 5] ?? 0) | (1 << (number & 31))
  }

  /** Never to be changed: it may be kept. */
  function listingsOf(lexeme: string): Listings {
    const held = holders.get(lexeme)?.length ?? 0
    const before = kept.get(lexeme)
    if (before?.held === held) return before.listings
    const listings = new Uint32Array(length)
    mark(listings, lexeme)
    if (held > capacity / 64) kept.set(lexeme, { held, listings })
    return listings
  }

  function withPrefix(text: string): string[] {
    return (beginning.get(beginningOf(text)) ?? []).filter((lexeme) => lexeme.startsWith(text))
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

  function meeting({ terms, title, minPrice, maxPrice, ...filters }: Criteria): Listings {
    const found = new Uint32Array(length).fill(-1, 0, prices.length >> 5)
    for (let number = prices.length & ~31; number < prices.length; number += 1)
      found[number >> 5] = (found[number >> 5] ?? 0) | (1 << (number & 31))
    const keep = (others: Listings, present: boolean) => {
      for (let index = 0; index < length; index += 1)
        found[index] = (found[index] ?? 0) & (present ? (others[index] ?? 0) : ~(others[index] ?? 0))
    }
    for (const lexeme of filterLexemes({ terms, ...filters })) keep(listingsOf(lexeme), true)
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
    commonest(text, howMany) {
      const lexemes = withPrefix(text)
      const held = (lexeme: string) => holders.get(lexeme)?.length ?? 0
      if (lexemes.reduce((sum, lexeme) => sum + held(lexeme), 0) < enough) return null
      return lexemes.sort((a, b) => held(b) - held(a)).slice(0, howMany)
    },
    sorted(column) {
      if (inOrder[column].length !== prices.length)
        inOrder[column] = Float64Array.from(column === 'price' ? prices : moments).sort()
      return inOrder[column]
    },
    entries(criteria) {
      const { terms, title } = criteria
      const conditions = [
        ...filterLexemes(criteria).map(lexemeTerm),
        ...(title?.present ? [] : terms),
        ...(title?.terms ?? []).map((term) => marked(term)),
      ]
      return entriesOf({ kind: 'all', terms: conditions })
    },
  }

  /** Lists that must all hold a listing are skipped through by the shortest; those of a prefix are put together first. */
  function entriesOf(term: Term): number {
    if (term.kind === 'lexeme') {
      const lexemes = term.prefix ? withPrefix(term.lexeme) : [term.lexeme]
      return lexemes.reduce((sum, lexeme) => sum + (holders.get(lexeme)?.length ?? 0), 0)
    }
    const each = term.terms.map(entriesOf)
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    if (term.kind === 'any') return (sum(each) * (1 + each.length)) / 2
    const prefixes = each.filter((_, index) => isPrefix(term.terms[index]))
    return Math.min(...each) * (each.length + 1) + sum(prefixes)
  }
}

/** How many bits of 32 are set, added up in ever larger groups. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const isPrefix = (term: Term | undefined) => term?.kind === 'lexeme' && term.prefix

/** A term, looked for in titles. */
function marked(term: Term): Term {
  if (term.kind === 'lexeme') return { ...term, lexeme: inTitle + term.lexeme }
  return { ...term, terms: term.terms.map(marked) }
}

/** Two letters, and the mark of a title's word before them. */
function beginningOf(lexeme: string): string {
  return lexeme.slice(0, lexeme.startsWith(inTitle) ? 3 : 2)
}
