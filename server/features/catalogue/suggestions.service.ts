import type { Db } from '#server/db/pool.ts'
import type { Suggestion } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { correctWords } from './correct-words.ts'
import { findPage } from './search.db.ts'
import type { SearchSample } from './search-knowledge.ts'
import { choosePlan } from './search-plan.ts'
import { any, inTitle, lexemeTerm, type Term, termsOf } from './search-query.ts'
import { searchSample } from './search-sample.db.ts'
import { adviseIfTooLong, readWords } from './search-text.ts'

/** Newest listings to pick from, so that different titles can be offered. */
const choice = 40
const becoming = 8

/** What a suggestion shows, of `listings l`. */
const suggestionColumns = `l.title, l.photos -> 0 ->> 'url' as photo, l.price_type as "priceType"`

/** Listings whose titles hold the words, the last one perhaps unfinished; different titles before the same again. */
export async function suggest(db: Db, text: string): Promise<Suggestion[]> {
  if (text.length < limits.suggestion.minChars) return []
  const words = await readWords(db, text)
  if (words.length === 0) return []
  return adviseIfTooLong(findOrCorrect(db, words, text))
}

async function findOrCorrect(db: Db, words: string[], text: string): Promise<Suggestion[]> {
  const sample = await searchSample(db)

  async function find(terms: Term[]): Promise<Suggestion[]> {
    const criteria = { terms, title: { terms, present: true } }
    const plan = choosePlan(criteria, 'latest', { wanted: choice, counted: false }, sample)
    const page = { criteria, order: 'latest', after: null, limit: choice } as const
    return (await findPage<Omit<Suggestion, 'id' | 'price'>>(db, page, plan, suggestionColumns)).rows
  }

  const found = await find(termsOf(words).map((term) => likely(term, sample)))
  if (found.length > 0) return pick(found, text)
  const corrected = await correctWords(db, words, sample)
  return corrected ? pick(await find(corrected), text) : []
}

/**
 * A word that is still being typed, as the words that it most often becomes: six suggestions do not need the others, and
 * looking up a list of words is quicker than all that begin so.
 */
function likely(term: Term, sample: SearchSample): Term {
  if (term.kind === 'any') return any(term.terms.map((each) => likely(each, sample)))
  if (term.kind !== 'lexeme' || !term.prefix) return term
  const words = sample.commonest(inTitle + term.lexeme, becoming)
  return words ? any(words.map((word) => lexemeTerm(word.slice(inTitle.length)))) : term
}

/** Titles that begin as typed come first, and a title comes once. */
function pick(found: Suggestion[], text: string): Suggestion[] {
  const typed = text.toLowerCase()
  const titles = new Map<string, Suggestion>()
  for (const suggestion of found) {
    const title = suggestion.title.toLowerCase()
    if (!titles.has(title)) titles.set(title, suggestion)
  }
  const begins = ([title]: [string, Suggestion]) => (title.startsWith(typed) ? 0 : 1)
  return [...titles]
    .sort((a, b) => begins(a) - begins(b))
    .slice(0, limits.suggestion.count)
    .map(([, suggestion]) => suggestion)
}
