import type { Token } from './tokenize.ts'

const negations = new Set(
  `no not never dont cant wont didnt isnt nor aint shouldnt wouldnt doesnt without beware avoid refuse stop neither anybody anyone nobody`.split(
    /\s+/,
  ),
)
/** "no wahala", "not only", "dont worry": nothing that follows is negated. */
const idle = new Set(
  `worry wahala problem problems p stress shaking fear vex issue issues doubt mind only yawa qualms panic bother longer matter lele time`.split(
    /\s+/,
  ),
)
/** Where the reach of a negation ends. */
const ends = new Set('. ? so but just please then and because make kindly or unless except'.split(' '))

/** Words that a negation reaches. */
const reach = 4

/** "One man called me and said", "somebody asked me": reported speech is not the sender's own. */
const strangers = new Set(
  'man woman guy lady person fellow somebody someone scammer scammers thief thieves fraudster fraudsters'.split(
    ' ',
  ),
)
const reportingVerbs = new Set(
  'told asked said messaged message called texted offered wanted pretended claimed begged wrote tried'.split(
    ' ',
  ),
)
const sentenceEnds = new Set(['.', '?'])
/** Words between a stranger and the verb. */
const reportReach = 3

/** For each word, whether a negation before it denies it ("I will not [send] money"), or it is the reported speech of a stranger. */
export function negatedWords(tokens: readonly Token[]): boolean[] {
  let left = 0
  let stranger = 0
  let isTold = false
  return tokens.map(({ word }, index) => {
    if (ends.has(word)) left = 0
    if (sentenceEnds.has(word)) {
      stranger = 0
      isTold = false
    }
    const negated = left > 0 || isTold
    if (strangers.has(word)) stranger = reportReach + 1
    else if (stranger > 0 && reportingVerbs.has(word)) isTold = true
    stranger = Math.max(0, stranger - 1)
    left = Math.max(0, left - 1)
    if (negations.has(word) && !idle.has(tokens[index + 1]?.word ?? '')) left = reach
    return negated
  })
}
