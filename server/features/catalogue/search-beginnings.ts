import type { Criteria } from './search-criteria.ts'
import type { SearchSample } from './search-knowledge.ts'
import { any, beginningTerm, hasBeginning, inTitle, lexemeTerm, type Term } from './search-query.ts'

/** A beginning that more words have is not spelled out. */
export const mostWords = 1000
/** How many words of a beginning are looked up by themselves: a form for each. More words are more lists to weigh. */
const spelledOut = [1, 4, 12, 30]

/** The beginnings among the terms, each once. */
export function beginningsOf(terms: Term[]): string[] {
  const found = terms.flatMap((term) => {
    if (term.kind !== 'lexeme') return beginningsOf(term.terms)
    return term.prefix ? [term.lexeme] : []
  })
  return [...new Set(found)]
}

/**
 * The same criteria for the words' index, which puts all lists of a beginning together before it meets other words, and so
 * reads the whole list of a word that many have. Here the most frequent words of a beginning are words of their own, whose
 * lists are skipped through, and the others are longer beginnings, which hardly anything has: 'car' is 'car', 'carpet',
 * 'cars' and 'care…', 'cart…'. Empty where the words that begin so are not known.
 */
export function openedForms(criteria: Criteria, sample: SearchSample): Criteria[] {
  const { terms, title } = criteria
  if (!beginningsOf(title?.present ? title.terms : terms).some((beginning) => sample.wordsFrom(beginning)))
    return []
  return spelledOut.map((most) => {
    const open = (mark: string) => (term: Term) => openTerm(term, most, mark, sample)
    return {
      ...criteria,
      terms: terms.map(open('')),
      title: title && { ...title, terms: title.terms.map(open(inTitle)) },
    }
  })
}

function openTerm(term: Term, most: number, mark: string, sample: SearchSample): Term {
  if (term.kind !== 'lexeme')
    return { ...term, terms: term.terms.map((each) => openTerm(each, most, mark, sample)) }
  const words = term.prefix ? sample.wordsFrom(term.lexeme) : undefined
  if (!words) return term
  const held = new Map(words.map((word) => [word, sample.held(mark + word)]))
  const holders = (word: string) => held.get(word) ?? 0
  const frequent = words
    .filter((word) => holders(word) > 0)
    .sort((a, b) => holders(b) - holders(a))
    .slice(0, most)
  if (frequent.length === 0) return term
  return any([...frequent.map(lexemeTerm), ...gathered(words, frequent)])
}

/** All words but the frequent ones, as few beginnings that no frequent word has. */
function gathered(words: readonly string[], frequent: string[]): Term[] {
  const known = new Set(frequent)
  const groups = new Map<string, string[]>()
  for (const word of words) {
    if (known.has(word)) continue
    const shared = Math.max(...frequent.map((other) => sharedBeginning(word, other)))
    // Of a frequent word it is itself the beginning: then it stands alone.
    const group = shared === word.length ? word : word.slice(0, shared + 1)
    groups.set(group, [...(groups.get(group) ?? []), word])
  }
  return [...groups].map(([group, members]) =>
    members.length === 1 ? lexemeTerm(members[0] ?? group) : beginningTerm(group),
  )
}

/** How many signs two words begin with alike. */
function sharedBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/**
 * The criteria without the beginnings of words, which are then tested in the documents of what the others find; null
 * where nothing would be left to look up, or nothing is left out. `filters`: how many there are besides words.
 */
export function withoutBeginnings(criteria: Criteria, filters: number): Criteria | null {
  const { title, terms } = criteria
  const whole = (all: Term[]) => all.filter((term) => !hasBeginning(term))
  const sought = title?.present ? title.terms : terms
  const left = whole(sought)
  if (left.length === sought.length || left.length + filters === 0) return null
  return title?.present
    ? { ...criteria, terms: whole(terms), title: { terms: left, present: true } }
    : { ...criteria, terms: left, title: undefined }
}
