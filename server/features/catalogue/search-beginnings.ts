import type { Criteria } from './search-criteria.ts'
import type { SearchSample } from './search-knowledge.ts'
import { any, beginningTerm, hasBeginning, inTitle, lexemeTerm, type Term } from './search-query.ts'

/** How a word may go on: texts are made plain before they are indexed (0002_search.sql). */
const nextSigns = [...'0123456789abcdefghijklmnopqrstuvwxyz']
/** Beginnings to take apart, one in another: each adds 36 things to look up. */
const mostOpened = 3

/**
 * The same criteria for the words' index, which puts all lists of a beginning together before it meets other words, and so
 * reads the whole list of a word that many have. Here that word is a word of its own, whose list is skipped through, and
 * only the other ways to go on are beginnings: 'car' is 'car', 'car0…' to 'carz…'. One form for each beginning that is
 * taken apart, the most frequent first. A Latin beginning that goes on in another script is not found this way.
 */
export function openedForms(criteria: Criteria, sample: SearchSample): Criteria[] {
  return Array.from({ length: mostOpened }, (_, index) => {
    const open = (mark: string) => (term: Term) => openTerm(term, index + 1, mark, sample)
    const { terms, title } = criteria
    return {
      ...criteria,
      terms: terms.map(open('')),
      title: title && { ...title, terms: title.terms.map(open(inTitle)) },
    }
  })
}

function openTerm(term: Term, times: number, mark: string, sample: SearchSample): Term {
  if (term.kind !== 'lexeme')
    return { ...term, terms: term.terms.map((each) => openTerm(each, times, mark, sample)) }
  if (!term.prefix) return term
  const holders = (beginning: string) => sample.entries({ terms: [beginningTerm(mark + beginning)] }).begun
  const whole: string[] = []
  let open = [{ beginning: term.lexeme, held: holders(term.lexeme) }]
  for (let time = 0; time < times; time += 1) {
    const [heaviest, ...others] = open.sort((a, b) => b.held - a.held)
    if (!heaviest || (time > 0 && heaviest.held === 0)) break
    whole.push(heaviest.beginning)
    const longer = nextSigns.map((sign) => heaviest.beginning + sign)
    open = [...others, ...longer.map((beginning) => ({ beginning, held: holders(beginning) }))]
  }
  return any([...whole.map(lexemeTerm), ...open.map(({ beginning }) => beginningTerm(beginning))])
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
