import type { Db } from '#server/db/pool.ts'
import { editDistance, maxEdits } from './edit-distance.ts'
import { any, prefixesOf, type Term, termOf, toTsquery } from './query-terms.ts'
import type { Statistics } from './statistics.ts'
import { countHits, findSimilarWords } from './word-lookup.db.ts'

/** A word with fewer hits may be mistyped. */
const fewHits = 3
/** Hits that a correction needs, where the word itself has some. */
const manyHits = 20
/** Similar words to compare, and corrections to search for. */
const maxCandidates = 60
const maxCorrections = 3

/**
 * The terms of a search with its mistyped words corrected: a word with few hits by itself is read as a prefix, or else as a
 * typo. Null where no word changes.
 */
export async function correctWords(db: Db, words: string[], statistics: Statistics): Promise<Term[] | null> {
  const terms = words.map((word, index) => termOf(word, index === words.length - 1))
  const hits = await countUpTo(fewHits, db, terms, statistics)
  const corrected: Term[] = []
  for (const [index, term] of terms.entries()) {
    const few = hits[index] ?? 0
    const word = words[index] ?? ''
    const better = few < fewHits ? await correctWord(db, word, term, few, statistics) : null
    corrected.push(better ? any([term, better]) : term)
  }
  return corrected.every((term, index) => term === terms[index]) ? null : corrected
}

/** `hits`: of the term that the word is searched as. */
async function correctWord(
  db: Db,
  word: string,
  term: Term,
  hits: number,
  statistics: Statistics,
): Promise<Term | null> {
  if (hits === 0 && prefixesOf(term).length === 0) {
    const prefix = termOf(word, true)
    const [found = 0] = await countUpTo(1, db, [prefix], statistics)
    if (found > 0) return prefix
  }
  if (!/^[a-z]+$/.test(word)) return null
  const allowed = hits === 0 ? maxEdits(word) : Math.min(1, maxEdits(word))
  if (allowed === 0) return null
  const similar = (await findSimilarWords(db, word, maxCandidates))
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .filter(({ edits }) => edits > 0 && edits <= allowed)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, maxCorrections * 2)
  const found = await countUpTo(
    manyHits,
    db,
    similar.map(({ candidate }) => termOf(candidate, false)),
    statistics,
  )
  const enough = similar.filter((_, index) => (found[index] ?? 0) >= (hits === 0 ? 1 : manyHits))
  const fewest = enough[0]?.edits
  const chosen = enough.filter(({ edits }) => edits === fewest).slice(0, maxCorrections)
  return chosen.length > 0 ? any(chosen.map(({ candidate }) => termOf(candidate, false))) : null
}

/**
 * How many listings each term finds, counted up to `cap`. A term that the sample has that often is not looked up: the index
 * would read the whole posting list of a common word.
 */
async function countUpTo(cap: number, db: Db, terms: Term[], statistics: Statistics): Promise<number[]> {
  const isCommon = terms.map((term) => statistics.count({ terms: [term] }) >= cap)
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
