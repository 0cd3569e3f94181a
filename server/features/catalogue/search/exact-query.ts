import type { Db } from '#server/db/pool.ts'
import { readWords } from './normalise-text.ts'
import { type Term, termOf, toTsquery } from './query-terms.ts'
import { readStatistics } from './statistics.db.ts'

/** The query of a saved search. Whole words only: whether a listing matches never depends on other listings. */
export interface ExactQuery {
  /** As Browse reads them, between single spaces. */
  words: string
  /** The text of a tsquery that the document of a listing must match. */
  tsquery: string
  /** Every matching document contains at least one of these lexemes, the rarest possible. */
  anchors: string[]
}

/** Reads a search text as Browse does, but the last word is a whole word too, and none is corrected. Null without words. */
export async function readExactQuery(db: Db, text: string): Promise<ExactQuery | null> {
  const words = await readWords(db, text)
  if (words.length === 0) return null
  const statistics = await readStatistics(db)
  const sampled = (term: Term) => (statistics.size > 0 ? statistics.count({ terms: [term] }) : 0)
  return exactQueryOf(words, sampled)
}

/** `holders`: how many listings of a sample match a term. */
export function exactQueryOf(words: string[], holders: (term: Term) => number): ExactQuery {
  const terms = words.map((word) => termOf(word, false))
  const { lexemes } = anchorOf({ kind: 'all', terms }, holders)
  return {
    words: words.join(' '),
    tsquery: terms.map((term) => toTsquery(term)).join(' & '),
    anchors: [...new Set(lexemes)],
  }
}

interface Anchor {
  lexemes: string[]
  cost: number
}

function anchorOf(term: Term, holders: (term: Term) => number): Anchor {
  if (term.kind === 'lexeme') {
    // Of words that the sample does not tell apart, the longer one.
    const cost = holders(term) + 1 / (1 + term.lexeme.length)
    return { lexemes: [term.lexeme], cost }
  }
  const anchors = term.terms.map((each) => anchorOf(each, holders))
  if (term.kind === 'all') return anchors.reduce((best, next) => (next.cost < best.cost ? next : best))
  return {
    lexemes: anchors.flatMap(({ lexemes }) => lexemes),
    cost: anchors.reduce((sum, { cost }) => sum + cost, 0),
  }
}
