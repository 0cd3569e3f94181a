import { limits } from '#shared/limits.ts'

/** What a search looks for, before it becomes a tsquery: a lexeme, or several that must all match, or any. */
export type Term =
  | { kind: 'lexeme'; lexeme: string; prefix: boolean }
  | { kind: 'all'; terms: Term[] }
  | { kind: 'any'; terms: Term[] }

export const lexemeTerm = (text: string): Term => ({ kind: 'lexeme', lexeme: text, prefix: false })
const prefixTerm = (text: string): Term => ({ kind: 'lexeme', lexeme: text, prefix: true })
const all = (terms: Term[]): Term => (terms.length === 1 && terms[0] ? terms[0] : { kind: 'all', terms })
export const any = (terms: Term[]): Term =>
  terms.length === 1 && terms[0] ? terms[0] : { kind: 'any', terms }

/** Words without a meaning of their own; they are ignored where others remain. */
const stopWords = new Set([
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
 * The words of a normalised search text (`search_normal` of 0002_search.sql), without "for sale", which every listing is.
 * A text without letters and digits has none.
 */
export function wordsOf(normal: string): string[] {
  const words = normal
    .replace(/\bfor sale\b/g, ' ')
    .split(' ')
    .filter(Boolean)
    .map((word) => word.slice(0, 60))
  const meaningful = words.filter((word) => !stopWords.has(word))
  return [...new Set(meaningful.length > 0 ? meaningful : normal.split(' ').filter(Boolean))]
}

/** The singular of an English plural, by the rules of `search_singular` (0002_search.sql). */
export function singularOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+s$/.test(word) || /(ss|us|is)$/.test(word)) return word
  if (/[a-z]{2}ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/**
 * What documents have for a word, its singular first. After an s or an o the letters tell nothing: 'es' makes the plural of 'bus' and
 * 'potato', but 'houses' and 'shoes' lose the s alone.
 */
function formsOf(word: string): string[] {
  const singular = singularOf(word)
  const [, withoutEs = singular] = /^([a-z]{2,}s|[a-z]{3,}o)es$/.exec(word) ?? []
  const withEs = singular === word && /^[a-z]+[^s]s$/.test(word) ? `${word}es` : singular
  return [...new Set([singular, withoutEs, withEs])]
}

/** Numbers are never prefixes, and neither are single letters, which begin too many words. */
function canBePrefix(word: string): boolean {
  return word.length >= limits.suggestion.minChars && !/^[0-9]+$/.test(word)
}

/** What people call the Federal Capital Territory, and its words, which each of its listings has. */
const namesOfCapital = new Set(['abuja', 'fct'])
const capital = all(['federal', 'capital', 'territory'].map(lexemeTerm))

/**
 * The term of a word, as `search_lexemes` (0002_search.sql) stores words: its singular, or its parts at hyphens and where
 * letters meet digits ('ps5' finds 'PS 5', '2-bedroom' finds '2 bedroom'). With `asPrefix`, words that begin so match too.
 */
export function termOf(word: string, asPrefix: boolean): Term {
  const pieces = word.split('-').filter(Boolean)
  if (pieces.length < 2) return pieceTerm(pieces[0] ?? word, asPrefix)
  return any([pieceTerm(pieces.join(''), asPrefix), all(pieces.map((piece) => pieceTerm(piece, false)))])
}

function pieceTerm(whole: string, asPrefix: boolean): Term {
  const piece = whole.slice(0, 40)
  const isPrefix = asPrefix && canBePrefix(piece)
  const words = formsOf(piece).filter((word) => !(isPrefix && word.startsWith(piece)))
  const options = [...(isPrefix ? [prefixTerm(piece)] : []), ...words.map(lexemeTerm)]
  const runs = /[a-z]/.test(piece) && /[0-9]/.test(piece) ? (piece.match(/[a-z]+|[0-9]+/g) ?? []) : []
  if (runs.length > 1) options.push(all(runs.map(lexemeTerm)))
  if (namesOfCapital.has(piece)) options.push(capital)
  return any(options)
}

/** A term for each word. The last one may be unfinished, so it is a prefix. */
export function termsOf(words: string[]): Term[] {
  return words.map((word, index) => termOf(word, index === words.length - 1))
}

/** Marks a lexeme of the title (0002_search.sql). */
export const titleMark = '='

/** The term, looked for in titles. */
export function inTitle(term: Term): Term {
  if (term.kind === 'lexeme') return { ...term, lexeme: titleMark + term.lexeme }
  return { ...term, terms: term.terms.map(inTitle) }
}

/** A term as PostgreSQL's tsquery text; `mark` goes before each lexeme. */
export function toTsquery(term: Term, mark = ''): string {
  if (term.kind === 'lexeme') return quoteLexeme(mark + term.lexeme) + (term.prefix ? ':*' : '')
  return `(${term.terms.map((each) => toTsquery(each, mark)).join(term.kind === 'all' ? ' & ' : ' | ')})`
}

/** A lexeme of any characters, quoted for a tsquery. */
export function quoteLexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The prefixes among its lexemes. */
export const prefixesOf = (term: Term): string[] => lexemesOf(term, true)

/** Its other lexemes. */
export const wholeLexemesOf = (term: Term): string[] => lexemesOf(term, false)

function lexemesOf(term: Term, prefix: boolean): string[] {
  if (term.kind === 'lexeme') return term.prefix === prefix ? [term.lexeme] : []
  return term.terms.flatMap((each) => lexemesOf(each, prefix))
}

/** A prefix of at most so many words is looked up as these words. */
export const maxSpelledOut = 8
