import type { Db } from '#server/db/pool.ts'
import type { Suggestion } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { correctWords } from './correct-words.ts'
import { findPage } from './search.db.ts'
import { choosePlan } from './search-plan.ts'
import { type Term, termsOf } from './search-query.ts'
import { searchStatistics } from './search-statistics.db.ts'
import { readWords, withinTimeLimit } from './search-text.ts'
import { findSuggestions } from './suggestions.db.ts'

/** Newest listings to pick from, so that different titles can be offered. */
const choice = 40

/** Listings whose titles hold the words, the last one perhaps unfinished; different titles before the same again. */
export async function suggest(db: Db, text: string): Promise<Suggestion[]> {
  if (text.length < limits.suggestion.minChars) return []
  const words = await readWords(db, text)
  if (words.length === 0) return []
  const statistics = await searchStatistics(db)

  async function find(tx: Db, terms: Term[]): Promise<Suggestion[]> {
    const criteria = { terms, title: { terms, present: true } }
    const plan = choosePlan(criteria, 'latest', choice, statistics)
    const places = await findPage(tx, { criteria, order: 'latest', after: null, limit: choice }, plan)
    return findSuggestions(
      tx,
      places.map(({ id }) => id),
    )
  }

  return withinTimeLimit(db, async (tx) => {
    const found = await find(tx, termsOf(words))
    if (found.length > 0) return pick(found, text)
    const corrected = await correctWords(tx, words)
    return corrected ? pick(await find(tx, corrected), text) : []
  })
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
