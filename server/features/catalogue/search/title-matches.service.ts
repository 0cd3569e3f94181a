import type { Db } from '#server/db/pool.ts'
import { type Criteria, type Filters, filterLexemes } from './criteria.ts'
import { readWords } from './normalise-text.ts'
import { lexemeTerm, quoteLexeme, type Term, termOf, titleMark, toTsquery } from './query-terms.ts'
import { readStatistics } from './statistics.db.ts'

/** A word of a title, normalised, and what it finds. */
export interface TitleWord {
  text: string
  term: Term
}

/** Filters that sold listings have as lexemes too (0023_sold_listings.sql). */
export type TitleFilters = Pick<Filters, 'category' | 'condition' | 'state'>

/** Listings of the sample from which on an estimate is sure to be of the right order. */
const sureHits = 3

export async function readTitleWords(db: Db, title: string): Promise<TitleWord[]> {
  const statistics = await readStatistics(db)
  const hits = (term: Term) =>
    statistics.size > 0 ? statistics.count(criteriaOf([{ text: '', term }], {})) : 0
  return (await readWords(db, title)).map((text) => {
    const term = termOf(text, false)
    // Where most write it as one ("8GB"), its parts ("8 GB") are not worth looking up: they are far more frequent.
    const whole = lexemeTerm(text)
    const isWhole = hits(whole) >= sureHits && hits(whole) * 2 >= hits(term)
    return { text, term: isWhole ? whole : term }
  })
}

/** The tsquery of titles with all words, in a document with the filters. */
export function titleQuery(words: TitleWord[], filters: TitleFilters): string {
  const terms = words.map(({ term }) => toTsquery(term, titleMark))
  return [...terms, ...filterLexemes(filters).map(quoteLexeme)].join(' & ')
}

/** About how many public listings have all words in their titles; null where they are too few for the sample to tell. */
export async function estimateByTitle(
  db: Db,
  words: TitleWord[],
  filters: TitleFilters,
): Promise<number | null> {
  const statistics = await readStatistics(db)
  const hits = statistics.size > 0 ? statistics.count(criteriaOf(words, filters)) : 0
  return hits < sureHits ? null : (hits * statistics.rows) / statistics.size
}

function criteriaOf(words: TitleWord[], filters: TitleFilters): Criteria {
  const terms = words.map(({ term }) => term)
  return { ...filters, terms, title: { terms, present: true } }
}
