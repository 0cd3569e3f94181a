/**
 * `search_normal` and `search_lexemes` (0002_search.sql) for ASCII, which is all that the generators use.
 * check-sample.ts compares their results with PostgreSQL's.
 */
import { singularOf } from '#server/features/catalogue/search/query-terms.ts'

/** Throws for text beyond ASCII: only PostgreSQL implements the rules for accents. */
function searchNormal(text: string): string {
  if (/[^\n\x20-\x7e]/.test(text)) throw new Error(`Generated texts must be ASCII: ${text}`)
  return text
    .toLowerCase()
    .replace(/['`]|(?<=\d),(?=\d{3})/g, '')
    .replace(/[^a-z0-9-]+/g, ' ')
    .replace(/(^|\s)-+|-+(?=\s|$)|-+(?=-)/g, '$1')
    .trim()
}

/** Each lexeme once. Texts joined by a space have the lexemes of both. */
export function searchLexemes(text: string): string[] {
  const lexemes = new Set<string>()
  for (const chunk of searchNormal(text).split(' ')) {
    const cut = chunk.slice(0, 60)
    const pieces = [cut.replaceAll('-', ''), ...(cut.includes('-') ? cut.split('-') : [])]
    for (const piece of pieces) {
      const word = piece.slice(0, 40)
      lexemes.add(word)
      lexemes.add(singularOf(word))
      if (/[0-9]/.test(word) && /[a-z]/.test(word))
        for (const run of word.match(/[a-z]+|[0-9]+/g) ?? []) lexemes.add(run)
    }
  }
  lexemes.delete('')
  return [...lexemes]
}
