import type { Db } from '#server/db/pool.ts'
import { Suggestion } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { correctWords } from './correct-words.ts'
import type { Criteria, SearchPageRequest } from './criteria.ts'
import { findAmong, findSearchPage, PageRow } from './listing-search.db.ts'
import { readWords } from './normalise-text.ts'
import { choosePlan } from './plan.ts'
import { any, lexemeTerm, type Term, termsOf, titleMark } from './query-terms.ts'
import { readStatistics } from './statistics.db.ts'
import type { Statistics } from './statistics.ts'
import { unavailableOnTimeout } from './time-limit.ts'

/** Listings to pick from, so that the titles differ: as many as a page has, a limit that PostgreSQL keeps a plan for. */
const maxCandidates = limits.page.default + 1
/** The least number of listings with the words, and of those in the sample, at which suggestions come from the sample. */
const frequent = { listings: 500, sampled: thresholds.suggestions }
/** Words that an unfinished word is completed to. */
const maxCompletions = 8

/** Columns of a suggestion, of `listings l`. */
const suggestionPage = {
  columns: `l.title, l.photos -> 0 ->> 'url' as photo, l.price_type as "priceType"`,
  shape: PageRow.extend(Suggestion.pick({ title: true, photo: true, priceType: true }).shape),
}

/**
 * Listings with the words in their titles; the last word may be unfinished. If nothing is found, misspelled words are corrected. Each title
 * comes once.
 */
export async function suggest(db: Db, text: string): Promise<Suggestion[]> {
  if (text.length < limits.suggestion.minChars) return []
  const words = await readWords(db, text)
  if (words.length === 0) return []
  return unavailableOnTimeout(findOrCorrect(db, words, text))
}

async function findOrCorrect(db: Db, words: string[], text: string): Promise<Suggestion[]> {
  const statistics = await readStatistics(db)

  async function find(terms: Term[]): Promise<Suggestion[]> {
    const criteria = inTitles(terms)
    const sampled = await findInSample(db, criteria, statistics)
    if (sampled) return sampled
    const request: SearchPageRequest = {
      criteria,
      order: 'latest',
      after: null,
      limit: maxCandidates,
      counted: false,
    }
    const plan = choosePlan(request, statistics)
    return (await findSearchPage(db, request, plan, suggestionPage)).rows
  }

  const terms = termsOf(words)
  const beside = terms.slice(0, -1)
  // A single letter or digit is no prefix, so nothing is known of this word yet: 'iphone 1' is on its way to 'iphone 13'.
  const isBegun = words.length > 1 && words.at(-1)?.length === 1
  const isNeedless =
    isBegun && isFrequent(inTitles(beside), statistics) && statistics.count(inTitles(terms)) === 0
  const found = isNeedless ? [] : await find(terms.map((term) => complete(term, beside, statistics)))
  if (found.length > 0) return pick(found, text)
  if (isBegun) return findOrCorrect(db, words.slice(0, -1), text)
  const corrected = await correctWords(db, words, statistics)
  return corrected ? pick(await find(corrected), text) : []
}

/**
 * Where the words are frequent, the newest listings of the planner's sample that have them are enough to suggest, and PostgreSQL reads only
 * these, instead of thousands. Null where they are not, or where too few of the sample are still for sale.
 */
async function findInSample(
  db: Db,
  criteria: Criteria,
  statistics: Statistics,
): Promise<Suggestion[] | null> {
  if (!isFrequent(criteria, statistics)) return null
  const newest = statistics.firstHits(criteria, { order: 'latest', within: { terms: [] } }, maxCandidates)
  const ids = newest.map(({ id }) => id)
  const found = await findAmong(db, ids, criteria, suggestionPage)
  return found.length < thresholds.suggestions ? null : found
}

function isFrequent(criteria: Criteria, statistics: Statistics): boolean {
  const sampled = statistics.count(criteria)
  return sampled >= frequent.sampled && (sampled * statistics.rows) / statistics.size >= frequent.listings
}

/** Listings whose titles have all of the terms. */
function inTitles(terms: Term[]): Criteria {
  return { terms, title: { terms, present: true } }
}

/**
 * Replaces a prefix by the most frequent words that begin so in titles with the words `beside` it: enough for six suggestions, and looking up
 * a few words is faster than looking up a prefix.
 */
function complete(term: Term, beside: Term[], statistics: Statistics): Term {
  if (term.kind === 'any') return any(term.terms.map((each) => complete(each, beside, statistics)))
  if (term.kind !== 'lexeme' || !term.prefix) return term
  const words = statistics.commonest(titleMark + term.lexeme, maxCompletions, beside)
  return words ? any(words.map((word) => lexemeTerm(word.slice(titleMark.length)))) : term
}

/** Titles that begin as typed come first; each title comes once. */
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
    .slice(0, thresholds.suggestions)
    .map(([, suggestion]) => suggestion)
}
