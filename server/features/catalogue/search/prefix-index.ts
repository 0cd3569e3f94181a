import { titleMark } from './query-terms.ts'
import { firstIndex } from './sort-orders.ts'

/** Distinct lexemes, by prefix. */
export function createPrefixIndex() {
  const lexemesByStart = new Map<string, string[]>()
  /** How many lexemes of a start are sorted. */
  const sorted = new Map<string, number>()

  return {
    /** Adds a lexeme that is not in it. */
    add(lexeme: string): void {
      const start = startOf(lexeme)
      const others = lexemesByStart.get(start)
      if (others) others.push(lexeme)
      else lexemesByStart.set(start, [lexeme])
    },
    lexemesWithPrefix(prefix: string): string[] {
      const start = startOf(prefix)
      const lexemes = lexemesByStart.get(start) ?? []
      if (sorted.get(start) !== lexemes.length) sorted.set(start, lexemes.sort().length)
      const first = firstIndex(lexemes, (lexeme) => lexeme >= prefix)
      let last = first
      while (lexemes[last]?.startsWith(prefix)) last += 1
      return lexemes.slice(first, last)
    },
  }
}

/** Two letters, with the mark of a title's word before them: what lexemes are grouped by, so that prefixes are found fast. */
function startOf(lexeme: string): string {
  return lexeme.slice(0, lexeme.startsWith(titleMark) ? 3 : 2)
}
