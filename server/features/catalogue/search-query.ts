import { limits } from '#shared/limits.ts'

/** What a search looks for, before it becomes a tsquery: one lexeme, or several of which all or any must be there. */
export type Term =
  | { kind: 'lexeme'; lexeme: string; prefix: boolean }
  | { kind: 'all'; terms: Term[] }
  | { kind: 'any'; terms: Term[] }

export const lexemeTerm = (text: string): Term => ({ kind: 'lexeme', lexeme: text, prefix: false })
export const beginningTerm = (text: string): Term => ({ kind: 'lexeme', lexeme: text, prefix: true })
const all = (terms: Term[]): Term => (terms.length === 1 && terms[0] ? terms[0] : { kind: 'all', terms })
export const any = (terms: Term[]): Term =>
  terms.length === 1 && terms[0] ? terms[0] : { kind: 'any', terms }

/** Words that say nothing about a thing; they are left out where others remain. */
const fillers = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'is',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
])

/**
 * The words of a search text that `search_normal` (0002_search.sql) has made plain. "for sale" is what every listing is.
 * A text without letters and digits has none.
 */
export function wordsOf(normal: string): string[] {
  const words = normal
    .replace(/\bfor sale\b/g, ' ')
    .split(' ')
    .filter(Boolean)
    .map((word) => word.slice(0, 60))
  const telling = words.filter((word) => !fillers.has(word))
  return [...new Set(telling.length > 0 ? telling : normal.split(' ').filter(Boolean))]
}

/** The singular of an English plural, by the rules of `search_singular` (0002_search.sql). */
export function singularOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+s$/.test(word) || /(ss|us|is)$/.test(word)) return word
  if (/[a-z]{2}ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** A number is meant as it stands, and a single letter begins too many words. */
function mayContinue(word: string): boolean {
  return word.length >= limits.suggestion.minChars && !/^[0-9]+$/.test(word)
}

/**
 * What finds a word, as `search_lexemes` (0002_search.sql) stores it: its singular, its parts at hyphens and where
 * letters meet digits ('ps5' finds 'PS 5', '2-bedroom' finds '2 bedroom'), and, with `open`, what it is the beginning of.
 */
export function termOf(word: string, open: boolean): Term {
  const pieces = word.split('-').filter(Boolean)
  if (pieces.length < 2) return pieceTerm(pieces[0] ?? word, open)
  return any([pieceTerm(pieces.join(''), open), all(pieces.map((piece) => pieceTerm(piece, false)))])
}

function pieceTerm(whole: string, open: boolean): Term {
  const piece = whole.slice(0, 40)
  const singular = singularOf(piece)
  const options = open && mayContinue(piece) ? [beginningTerm(piece)] : [lexemeTerm(singular)]
  if (options[0]?.kind === 'lexeme' && options[0].prefix && singular !== piece)
    options.push(lexemeTerm(singular))
  const runs = /[a-z]/.test(piece) && /[0-9]/.test(piece) ? (piece.match(/[a-z]+|[0-9]+/g) ?? []) : []
  if (runs.length > 1) options.push(all(runs.map(lexemeTerm)))
  return any(options)
}

/** What finds all the words; the last one may still be being typed. */
export function termsOf(words: string[]): Term[] {
  return words.map((word, index) => termOf(word, index === words.length - 1))
}

/** The mark of a lexeme in a title (0002_search.sql). */
export const inTitle = '='

/** A term as PostgreSQL's tsquery text; `mark` goes before each lexeme. */
export function toTsquery(term: Term, mark = ''): string {
  if (term.kind === 'lexeme') return quote(mark + term.lexeme) + (term.prefix ? ':*' : '')
  return `(${term.terms.map((each) => toTsquery(each, mark)).join(term.kind === 'all' ? ' & ' : ' | ')})`
}

/** A lexeme as a tsquery takes any text, whatever signs it holds. */
export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** Whether words are among it of which only the beginning is known. */
export function hasBeginning(term: Term): boolean {
  return term.kind === 'lexeme' ? term.prefix : term.terms.some(hasBeginning)
}
