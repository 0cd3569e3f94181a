import { letterOf } from '#shared/impersonating-names.ts'
import { linksIn } from '#shared/links-in-text.ts'
import { cachedByWord, shortForms, spellings } from './lexicon.ts'

/**
 * One word of a message as the classifier reads it. `start` and `end` are its characters in the original text.
 * Numbers become `<amount>`, `<account>`, `<phone>`, `<code>` or `<number>`, addresses `<link>`, and the end of a sentence `.`.
 */
export interface Token {
  word: string
  start: number
  end: number
  /** Naira, of an `<amount>`. */
  amount?: number
  /** The amount beside the listing's price: up to a third, about the price, above it. */
  size?: 'part' | 'price' | 'more' | undefined
  /** Host and path in small letters, of a `<link>`. */
  link?: string
}

/** Number of characters that are read. Of a longer message these are the first 70 % and the last 30 % of this number. */
const maxCharacters = 1000

/** Text in plain small letters, with the place of each character in the original. */
interface Plain {
  text: string
  at: number[]
}

/** Splits a message into tokens, in time proportional to `limit` characters, which is how much of a long one is read (`maxCharacters`). */
export function readMessage(text: string, limit = maxCharacters): Token[] {
  const tokens: Token[] = []
  if (text.length <= limit) readPart(text, 0, tokens)
  else {
    const head = Math.floor(limit * 0.7)
    const tail = text.length - (limit - head)
    readPart(text.slice(0, head), 0, tokens)
    readPart(text.slice(tail), tail, tokens)
  }
  return joinNumbers(joinLetters(tokens)).map(spelled)
}

/** Small Latin letters by appearance; marks and invisible characters go. */
function plainText(text: string): Plain {
  let plain = ''
  const at: number[] = []
  // Some characters decompose into 18.
  for (let index = 0; index < text.length && plain.length < maxCharacters; ) {
    const code = text.codePointAt(index) ?? 0
    const size = code > 0xffff ? 2 : 1
    const one = code < 128 ? text[index]?.toLowerCase() : foldCharacter(String.fromCodePoint(code))
    for (const letter of one ?? '') {
      plain += letter
      for (let unit = 0; unit < letter.length; unit += 1) at.push(index)
    }
    index += size
  }
  at.push(text.length)
  return { text: plain, at }
}

function foldCharacter(character: string): string {
  if (character === '₦') return '₦'
  if (character === '’' || character === '‘') return "'"
  const parts = character.normalize('NFKD').replace(/[\p{M}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu, '')
  let folded = ''
  for (const part of parts) folded += letterOf(part).toLowerCase()
  return folded
}

/** The dot of an address written with words or spaces: "oja-pay dot example", "oja-pay . example". */
const spelledDot =
  / ?[[(]? ?\b(?:dot|d0t|d o t)\b ?[\])]? ?| ?[[(]?\.[\])]? ?(?=(?:com|org|xyz|ng|example)\b)/g
const spelledSlash = / ?\bslash\b ?/g
const afterDot = /^[a-z0-9-]{2,20}(?: ?(?:slash|\/|dot) ?[a-z0-9-]{1,30}){0,4}/
/** Endings of hosts beside those of `linksIn`. */
const endings = new Set('example test invalid page website cc ru cn click vip icu buzz cfd sbs gg'.split(' '))
const hosts = /[a-z0-9.-]+/g
const space = /\s/g

const pieces = /[a-z0-9'₦@$]+(?:[.,:][0-9]+[km]?)*|[.?!\n;]+/g

function readPart(part: string, offset: number, tokens: Token[]): void {
  const plain = plainText(part)
  const spans = linkSpans(plain.text)
  let next = 0
  for (const match of plain.text.matchAll(pieces)) {
    const from = match.index
    const to = from + match[0].length
    while (next < spans.length && (spans[next]?.end ?? 0) <= from) next += 1
    const span = spans[next]
    if (span && span.start < to && span.end > from) {
      const last = tokens.at(-1)
      const start = offset + (plain.at[span.start] ?? 0)
      if (last?.word === '<link>' && last.start === start) continue
      tokens.push({
        word: '<link>',
        start,
        end: offset + (plain.at[span.end] ?? part.length),
        link: span.link,
      })
      continue
    }
    const place = { start: offset + (plain.at[from] ?? 0), end: offset + (plain.at[to] ?? part.length) }
    if (/^[.?!\n;]/.test(match[0])) tokens.push({ word: match[0].includes('?') ? '?' : '.', ...place })
    else tokens.push(...wordTokens(match[0], place))
  }
}

interface Span {
  start: number
  end: number
  link: string
}

function linkSpans(text: string): Span[] {
  const spans: Span[] = []
  for (const { start, end, href } of linksIn(text))
    spans.push({ start, end, link: href.replace(/^https?:\/\//, '') })
  for (const span of otherHosts(text))
    if (!spans.some(({ start, end }) => span.start < end && span.end > start)) spans.push(span)
  for (const span of spelledLinks(text))
    if (!spans.some(({ start, end }) => span.start < end && span.end > start)) spans.push(span)
  return spans.sort((a, b) => a.start - b.start)
}

/** Addresses without a scheme whose host has one of `endings`. */
function otherHosts(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: word, index } of text.matchAll(hosts)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue
    const labels = word.split('.')
    let last = labels.length - 1
    while (last > 0 && !(endings.has(labels[last] ?? '') && labels[last - 1] !== '')) last -= 1
    if (last <= 0) continue
    const first = labels.lastIndexOf('', last - 1) + 1
    const start = index + labels.slice(0, first).join('.').length + (first > 0 ? 1 : 0)
    space.lastIndex = index + word.length
    const end = space.exec(text)?.index ?? text.length
    spans.push({ start, end, link: text.slice(start, end) })
  }
  return spans
}

/** "oja pay dot com": the word before the dot and the one after it, if that ends hosts. */
function spelledLinks(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: dot, index } of text.matchAll(spelledDot)) {
    let start = index
    while (start > 0 && index - start < 40 && /[a-z0-9-]/.test(text[start - 1] ?? '')) start -= 1
    const before = text.slice(start, index)
    const after = afterDot.exec(text.slice(index + dot.length, index + dot.length + 90))
    if (before.length < 2 || !after) continue
    const ending = after[0].replace(spelledSlash, '/').replace(/^c0m/, 'com')
    const found = [...linksIn(`${before}.${ending}`)].length > 0 || /^(?:example|test)/.test(ending)
    if (found)
      spans.push({
        start,
        end: index + dot.length + after[0].length,
        link: `${before}.${ending}`,
      })
  }
  return spans
}

type Place = Pick<Token, 'start' | 'end'>

const multiples: Record<string, number> = {
  '': 1,
  k: 1000,
  m: 1_000_000,
  h: 1,
  naira: 1,
  thousand: 1000,
  million: 1_000_000,
}

/** A word without apostrophes, or what a number means. */
function wordTokens(piece: string, place: Place): Token[] {
  const word = piece.replaceAll("'", '')
  if (word === '') return []
  const number = /^(₦|ngn|n|#)?(\d[\d,.:]*)(k|m|naira)?$/.exec(word)
  if (number) return [numberToken(number, place)]
  const timed = /^(\d{1,3})(am|pm|mins?|minutes?|hrs?|hours?|days?|weeks?)$/.exec(word)
  if (timed?.[1] && timed[2])
    return [
      { word: '<number>', amount: Number(timed[1]), ...place },
      { word: timed[2], ...place },
    ]
  if (/[₦@$]/.test(word))
    return wordTokens(word.replaceAll('₦', '').replaceAll('@', 'a').replaceAll('$', 's'), place)
  return [{ word, ...place }]
}

function numberToken([, sign, digits = '', unit]: RegExpExecArray, place: Place): Token {
  const bare = digits.replace(/[,:]/g, '').replace(/\.$/, '')
  const value = Number(bare) * (multiples[unit ?? ''] ?? 1)
  const plain = /^\d+$/.test(digits) && !sign && !unit
  if (plain && digits.length === 11 && digits.startsWith('0')) return { word: '<phone>', ...place }
  if (plain && digits.length === 10) return { word: '<account>', ...place }
  if (sign || unit)
    return value >= 100 ? { word: '<amount>', amount: value, ...place } : { word: '<number>', ...place }
  const year = plain && value > 1980 && value < 2035
  if (value >= 500 && !year && !digits.startsWith('0') && !digits.includes(':'))
    return { word: '<amount>', amount: value, ...place }
  return { word: '<number>', ...place, amount: value }
}

/** Joins what is written letter by letter: "p a y m e n t", "O.T.P". */
function joinLetters(tokens: Token[]): Token[] {
  const joined: Token[] = []
  for (let index = 0; index < tokens.length; ) {
    let end = index
    let letters = ''
    let count = 0
    while (end < tokens.length) {
      const token = tokens[end] as Token
      if (token.word.length === 1 && /[a-z]/.test(token.word)) {
        letters += token.word
        count += 1
      } else if (count > 0 && token.word === '<number>' && token.amount !== undefined && token.amount < 10)
        letters += String(token.amount)
      else if (
        !(count > 0 && token.word === '.' && token.end - token.start === 1 && singleLetter(tokens[end + 1]))
      )
        break
      end += 1
    }
    if (count >= 3) {
      joined.push({
        word: letters,
        start: (tokens[index] as Token).start,
        end: (tokens[end - 1] as Token).end,
      })
      index = end
    } else {
      const stop = Math.max(end, index + 1)
      while (index < stop) {
        joined.push(tokens[index] as Token)
        index += 1
      }
    }
  }
  return joined
}

const singleLetter = (token: Token | undefined) => token !== undefined && /^[a-z]$/.test(token.word)

const digitWords = new Map(
  'zero one two three four five six seven eight nine'.split(' ').map((word, digit) => [word, digit] as const),
)
const tens = new Map(
  Object.entries({
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
  }),
)
const scales = new Map(
  Object.entries({
    hundred: 100,
    thousand: 1000,
    thousands: 1000,
    grand: 1000,
    k: 1000,
    million: 1_000_000,
    mill: 1_000_000,
  }),
)

const numberIn = (token: Token | undefined): number | undefined => {
  if (!token) return undefined
  if (token.word === '<number>') return token.amount
  return digitWords.get(token.word) ?? tens.get(token.word)
}

/** "fifteen thousand", "20 k" become an amount; ten or eleven digits written one by one an account or a phone number. */
function joinNumbers(tokens: Token[]): Token[] {
  const joined: Token[] = []
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] as Token
    const first = numberIn(token)
    if (first === undefined) {
      joined.push(token)
      index += 1
      continue
    }
    let value = first
    let end = index + 1
    const second = numberIn(tokens[end])
    if (
      value >= 20 &&
      value < 100 &&
      value % 10 === 0 &&
      second !== undefined &&
      second < 10 &&
      scales.has(tokens[end + 1]?.word ?? '')
    ) {
      value += second
      end += 1
    }
    let scale = scales.get(tokens[end]?.word ?? '')
    if (scale !== undefined) {
      while (scale !== undefined) {
        value *= scale
        end += 1
        scale = scales.get(tokens[end]?.word ?? '')
      }
      joined.push({
        word: '<amount>',
        amount: value,
        start: token.start,
        end: (tokens[end - 1] as Token).end,
      })
      index = end
      continue
    }
    let digits = 0
    end = index
    while (end < tokens.length && isDigits(tokens[end] as Token)) {
      digits += digitsIn(tokens[end] as Token)
      end += 1
    }
    if (digits >= 9 && end - index >= 2) {
      const word = digits === 10 ? '<account>' : '<phone>'
      joined.push({ word, start: token.start, end: (tokens[end - 1] as Token).end })
      index = end
    } else {
      joined.push(
        token.word === '<number>' ? { word: '<number>', start: token.start, end: token.end } : token,
      )
      index += 1
    }
  }
  return joined
}

const isDigits = (token: Token) =>
  token.word === '<amount>' || token.word === '<number>' || digitWords.has(token.word)
const digitsIn = (token: Token) => (digitWords.has(token.word) ? 1 : token.end - token.start)

const leet: Record<string, string[]> = {
  0: ['o'],
  1: ['i', 'l'],
  3: ['e'],
  4: ['a'],
  5: ['s'],
  7: ['t'],
  8: ['b'],
}

function spelled(token: Token): Token {
  if (token.word.startsWith('<') || token.word.length > 24) return token
  const word = spellingOf(token.word)
  return word === token.word ? token : { ...token, word }
}

/** The usual spelling of a word: digits for letters, short forms, drawn-out letters, one slip of the finger. */
const spellingOf = cachedByWord((written) => {
  const word = written.replace(/([a-z])\1{2,}/g, '$1')
  const short = shortForms.get(word)
  if (short !== undefined) return short
  const letters = /\d/.test(word) && /[a-z]/.test(word) ? withoutLeet(word) : word
  return shortForms.get(letters) ?? spellings.correct(letters)
})

function withoutLeet(word: string): string {
  for (const one of ['i', 'l']) {
    const letters = word.replace(/\d/g, (digit) => (digit === '1' ? one : (leet[digit]?.[0] ?? digit)))
    if (spellings.has(letters)) return letters
  }
  // Otherwise only digits with letters on both sides: S24, 64GB and 4Runner stay what they are.
  return word.replace(/(?<=[a-z])[013457](?=[a-z])/g, (digit) => leet[digit]?.[0] ?? digit)
}
