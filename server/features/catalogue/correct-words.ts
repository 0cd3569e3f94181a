import type { Db } from '#server/db/pool.ts'
import type { SearchSample } from './search-knowledge.ts'
import { any, type Term, termOf, toTsquery } from './search-query.ts'
import { slipsAllowed, slipsBetween } from './typo.ts'
import { countHits, findSimilarWords } from './words.db.ts'

/** A word that finds fewer listings than this may be mistyped. */
const fewHits = 3
/** A likely correction of a word that does find something must find this many. */
const manyHits = 20
/** Similar words of the vocabulary to look at, and corrections to search for. */
const candidates = 60
const corrections = 3

/**
 * The terms of a search whose words find nothing, or next to nothing, by themselves: such a word is taken as the beginning
 * of a word, or else as a slip of the keyboard. Null where every word stands as it is.
 */
export async function correctWords(db: Db, words: string[], sample: SearchSample): Promise<Term[] | null> {
  const terms = words.map((word, index) => termOf(word, index === words.length - 1))
  const hits = await countUpTo(fewHits, db, terms, sample)
  const corrected: Term[] = []
  for (const [index, term] of terms.entries()) {
    const few = hits[index] ?? 0
    const better = few < fewHits ? await correctWord(db, words[index] ?? '', few, sample) : null
    corrected.push(better ? any([term, better]) : term)
  }
  return corrected.every((term, index) => term === terms[index]) ? null : corrected
}

async function correctWord(db: Db, word: string, hits: number, sample: SearchSample): Promise<Term | null> {
  if (hits === 0) {
    const open = termOf(word, true)
    const [found = 0] = await countUpTo(1, db, [open], sample)
    if (found > 0) return open
  }
  if (!/^[a-z]+$/.test(word)) return null
  const allowed = hits === 0 ? slipsAllowed(word) : Math.min(1, slipsAllowed(word))
  if (allowed === 0) return null
  const similar = (await findSimilarWords(db, word, candidates))
    .map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }))
    .filter(({ slips }) => slips > 0 && slips <= allowed)
    .sort((a, b) => a.slips - b.slips)
    .slice(0, corrections * 2)
  const found = await countUpTo(
    manyHits,
    db,
    similar.map(({ candidate }) => termOf(candidate, false)),
    sample,
  )
  const enough = similar.filter((_, index) => (found[index] ?? 0) >= (hits === 0 ? 1 : manyHits))
  const fewest = enough[0]?.slips
  const chosen = enough.filter(({ slips }) => slips === fewest).slice(0, corrections)
  return chosen.length > 0 ? any(chosen.map(({ candidate }) => termOf(candidate, false))) : null
}

/**
 * How many listings each term finds, counted up to `cap`. What the sample has more often than by chance is not looked up:
 * the index would read the whole list of a common word for it.
 */
async function countUpTo(cap: number, db: Db, terms: Term[], sample: SearchSample): Promise<number[]> {
  const isCommon = terms.map((term) => sample.count({ terms: [term] }) >= cap)
  const unknown = terms.filter((_, index) => !isCommon[index])
  const hits =
    unknown.length > 0
      ? await countHits(
          db,
          unknown.map((term) => toTsquery(term)),
          cap,
        )
      : []
  return isCommon.map((common) => (common ? cap : (hits.shift() ?? 0)))
}
