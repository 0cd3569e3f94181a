import type { Criteria, RowOrder } from './search-criteria.ts'

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
  /** What the words' index reads to find the words and filters. */
  entries(criteria: Criteria): Entries
  /** How many of the sample have a lexeme. */
  held(lexeme: string): number
  /** All words of all listings that begin so, where somebody has read them (`knowing`). */
  wordsFrom(beginning: string): readonly string[] | undefined
  /** The commonest lexemes that begin with a text, if the sample has enough of them to tell. */
  commonest(beginning: string, howMany: number): string[] | null
  /** Where the first matches come along an order, at most `most` of them. */
  along(criteria: Criteria, way: Way, most: number): Spot[]
}

/** The sample, and with it all words that begin so. */
export function knowing(sample: SearchSample, words: ReadonlyMap<string, readonly string[]>): SearchSample {
  return { ...sample, wordsFrom: (beginning) => words.get(beginning) }
}

/** An order as it is gone along: `after` is where it begins (kobo or milliseconds), only rows that are `within` are met. */
interface Way {
  order: RowOrder
  after?: number | undefined
  within: Criteria
}

export interface Spot {
  /** Price or time of the match. */
  value: number
  /** Listings of the sample that were met up to it. */
  passed: number
}

/** Entries of lists in the words' index, as listings of the sample. */
export interface Entries {
  /** Entries of the lists that are skipped through together, led by the shortest. */
  skipped: number
  /** Entries of all words that begin so, which are put together before they meet the others. */
  begun: number
}

export interface SampledListing {
  price: number
  /** Milliseconds. */
  createdAt: number
  /** Lexemes of the document. */
  lexemes: string[]
}
