import { imitates, isOwn } from './imitation.ts'
import { cachedByWord, lexicon } from './lexicon.ts'
import { negatedWords } from './negation.ts'
import { Phrases } from './phrases.ts'
import { type Side, type Signal, signals } from './signals.ts'
import { readMessage, type Token } from './tokenize.ts'

interface ShieldListing {
  title: string
  category: string
  /** Null if the listing names no price. */
  priceNaira: number | null
}

interface ShieldMessage {
  from: Side
  text: string
}

export interface Conversation {
  listing: ShieldListing
  /** Oldest first. */
  messages: readonly ShieldMessage[]
}

/** A signal with the words that showed it. */
export interface SignalMatch {
  signal: number
  words: string
  /** Index of the message in the conversation. */
  message: number
}

export interface Features {
  /** Numbers of the inputs that are not zero, and their values. */
  indices: number[]
  values: number[]
  seen: SignalMatch[]
}

/** Inputs from hashes of words, letters and pairs. */
export const buckets = 2 ** 16
/** Then one input a signal, and one for a signal in the last message. */
export const inputs = buckets + 2 * signals.length

/** How many of the suspect's last messages are read. */
const maxMessages = 12
/** Messages of either side whose wording counts; earlier ones count with their signals. */
const recentMessages = 4
/** Characters read of the suspect's last message. */
const lastCharacters = 700
/** Characters read of each earlier message. */
const earlierCharacters = 200
/** Characters read of all messages of the suspect, the newest first. */
const allCharacters = 1000
/** Characters read of each message of the other side. */
const otherCharacters = 160
/** The largest distance in words between two word classes that count as a pair. */
const pairReach = 7

/** The phrases that count in the words of a suspect on either side, and of the one in danger. */
const phrasesOf = {
  buyer: phrasesWhere(({ from, ofOther }) => from !== 'seller' && !ofOther),
  seller: phrasesWhere(({ from, ofOther }) => from !== 'buyer' && !ofOther),
  other: phrasesWhere(({ ofOther }) => ofOther === true),
}

function phrasesWhere(isWanted: (signal: Signal) => boolean): Phrases<number> {
  const table = signals.flatMap((signal, index) =>
    isWanted(signal) ? signal.phrases.map((phrase) => [index, phrase] as const) : [],
  )
  return new Phrases(table, lexicon)
}

/** Strengths of the groups of hashed inputs, chosen on folds of the training part; each group has the length 1 before. */
const strengths = { letters: 3.5, words: 5, classes: 3, other: 6, context: 0.5, length: 1 }

/** Words of the suspect from which a signal counts once; it counts more in shorter talk, where it is one of few inputs. */
const usualLength = 25
const maxCount = 1.5

/** Upper bounds, in words of the suspect, of the length classes of a conversation. */
const lengths = [12, 25, 45, 80, Number.POSITIVE_INFINITY]

const seed = 0x811c9dc5
const step = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

/** The hash of two hashes in this order; `step` of two hashes is the same in either order. */
const pairOf = (first: number, second: number) => step(Math.imul(first, 0x85ebca6b), second)

function hashOf(text: string, from = seed): number {
  let hash = from
  for (let index = 0; index < text.length; index += 1) hash = step(hash, text.charCodeAt(index))
  return hash
}

/** Hashes of the classes of each word, and those of a word that is negated. */
const classesOfWord = new Map<string, { plain: number[]; negated: number[] }>()
for (const [name, list] of Object.entries(lexicon))
  for (const word of list.trim().split(/\s+/)) {
    const classes = classesOfWord.get(word) ?? { plain: [], negated: [] }
    classes.plain.push(hashOf(`@${name}`))
    classes.negated.push(hashOf(`!${name}`))
    classesOfWord.set(word, classes)
  }

const sideHashes = { buyer: hashOf('buyer'), seller: hashOf('seller') }
const otherHash = hashOf('other')
const questionHashes = [hashOf('@?')]
const sizedAmount = (size: string) => [
  ...(classesOfWord.get('<amount>')?.plain ?? []),
  hashOf(`@amount ${size}`),
]
const amountHashes = { part: sizedAmount('part'), price: sizedAmount('price'), more: sizedAmount('more') }
const border = 95
/** Letters of a word whose runs count. */
const maxLetters = 24
const nameHashes = signals.map(({ name }) => hashOf(name))

/** FNV's low bits alone are uneven. */
function bucketOf(hash: number): number {
  const mixed = Math.imul((hash >>> 15) ^ hash, 0x85ebca6b)
  return ((mixed >>> 13) ^ mixed) & (buckets - 1)
}

/**
 * Buckets of one group: each counts once. Used again by each judgement, since making and clearing large arrays costs more than
 * filling them.
 */
class Group {
  readonly #has = new Uint8Array(buckets)
  #list: number[] = []

  clear(): void {
    for (const bucket of this.#list) this.#has[bucket] = 0
    this.#list = []
  }

  add(hash: number): void {
    const bucket = bucketOf(hash)
    if (this.#has[bucket]) return
    this.#has[bucket] = 1
    this.#list.push(bucket)
  }

  addTo(inputs: Inputs, strength: number): void {
    const value = strength / Math.sqrt(Math.max(1, this.#list.length))
    for (const bucket of this.#list) inputs.add(bucket, value)
  }
}

/** The inputs that are not zero. Used again by each judgement too. */
class Inputs {
  readonly #values = new Float32Array(inputs)
  #indices: number[] = []

  clear(): void {
    for (const index of this.#indices) this.#values[index] = 0
    this.#indices = []
  }

  /** `value` is more than 0. */
  add(index: number, value: number): void {
    const before = this.#values[index] as number
    if (before === 0) this.#indices.push(index)
    this.#values[index] = before + value
  }

  read(): Pick<Features, 'indices' | 'values'> {
    const indices = [...this.#indices]
    return { indices, values: indices.map((index) => this.#values[index] as number) }
  }
}

const groups = { letters: new Group(), words: new Group(), classes: new Group(), other: new Group() }
const sums = new Inputs()

/** The inputs of the model for the suspect's messages up to the last message of the conversation. */
export function featuresOf(
  { listing, messages }: Conversation,
  suspect: Side,
  ownHost = 'oja.example',
): Features {
  const places = messages.flatMap(({ from }, index) => (from === suspect ? [index] : [])).slice(-maxMessages)
  const others = messages.filter(({ from }) => from !== suspect).slice(-recentMessages)
  for (const one of [...Object.values(groups), sums]) one.clear()
  const seen: SignalMatch[] = []
  const fired = new Set<number>()
  const firedLast = new Set<number>()
  const read = new Set<string>()
  let left = allCharacters
  let length = 0

  for (const [age, message] of places.toReversed().entries()) {
    const text = messages[message]?.text ?? ''
    // A message that is sent twice adds nothing.
    if (read.has(text) || left <= 0) continue
    read.add(text)
    const last = age === 0
    const limit = Math.min(left, last ? lastCharacters : earlierCharacters)
    const tokens = sizedTokens(readMessage(text, limit), listing.priceNaira, ownHost)
    left -= Math.min(text.length, limit)
    const negated = negatedWords(tokens)
    length += tokens.length
    findSignals(tokens, negated, phrasesOf[suspect], (signal, from, to) => {
      if (last) firedLast.add(signal)
      if (fired.has(signal)) return
      fired.add(signal)
      seen.push({ signal, message, words: text.slice(tokens[from]?.start, tokens[to]?.end) })
    })
    if (age < recentMessages) {
      addWords(tokens, suspect, groups.words)
      addLetters(tokens, groups.letters)
      addClasses(tokens, negated, suspect, groups.classes)
    }
  }
  for (const { text } of others) {
    const tokens = sizedTokens(readMessage(text, otherCharacters), listing.priceNaira, ownHost)
    addOther(tokens, groups.other)
    findSignals(tokens, negatedWords(tokens), phrasesOf.other, (signal) => fired.add(signal))
  }

  for (const name of ['letters', 'words', 'classes', 'other'] as const)
    groups[name].addTo(sums, strengths[name])
  addContext([...fired], suspect, listing, length)
  const count = Math.min(maxCount, Math.max(1, Math.sqrt(usualLength / Math.max(1, length))))
  for (const signal of fired) sums.add(buckets + signal, count)
  for (const signal of firedLast) sums.add(buckets + signals.length + signal, 1)
  return { ...sums.read(), seen }
}

/** Tokens with links judged and amounts set against the price. */
function sizedTokens(tokens: readonly Token[], priceNaira: number | null, ownHost: string): Token[] {
  const sized: Token[] = []
  for (const token of tokens) {
    if (token.link !== undefined) {
      if (isOwn(token.link.split(/[/?#]/, 1)[0] ?? '', ownHost)) continue
      sized.push(token)
      if (imitates(token.link, ownHost)) sized.push({ ...token, word: '<imitation>' })
    } else if (token.word === '<amount>')
      sized.push({ ...token, size: sizeOf(token.amount ?? 0, priceNaira) })
    else sized.push(token)
  }
  return sized
}

function sizeOf(amount: number, priceNaira: number | null): Token['size'] {
  if (!priceNaira) return undefined
  const share = amount / priceNaira
  return share < 0.35 ? 'part' : share < 1.15 ? 'price' : 'more'
}

function findSignals(
  tokens: readonly Token[],
  negated: readonly boolean[],
  phrases: Phrases<number>,
  found: (signal: number, from: number, to: number) => void,
): void {
  const done = new Uint8Array(signals.length)
  phrases.find(
    tokens.map(({ word }) => word),
    (name, at) => !done[name] && !(negated[at] && !signals[name]?.evenNegated),
    (name, from, to) => {
      done[name] = 1
      found(name, from, to)
    },
  )
}

function addWords(tokens: readonly Token[], suspect: Side, group: Group): void {
  const side = sideHashes[suspect]
  let before = 0
  for (const { word } of tokens) {
    if (word === '.') {
      before = 0
      continue
    }
    const hash = hashOf(word)
    group.add(hash)
    group.add(step(hash, side))
    if (before) group.add(pairOf(before, hash))
    before = hash
  }
}

function addLetters(tokens: readonly Token[], group: Group): void {
  for (const { word } of tokens)
    if (!word.startsWith('<') && word.length >= 3)
      for (const hash of lettersOf(word.slice(0, maxLetters))) group.add(hash)
}

/** Hashes of the runs of three to five letters of a word, with its borders. */
const lettersOf = cachedByWord((word) => {
  const hashes: number[] = []
  const { length } = word
  const letter = (at: number) => (at < 0 || at >= length ? border : word.charCodeAt(at))
  for (let from = -1; from + 2 <= length; from += 1) {
    let hash = step(step(0x9747b28c, letter(from)), letter(from + 1))
    for (let to = from + 2; to < Math.min(length + 1, from + 5); to += 1) {
      hash = step(hash, letter(to))
      hashes.push(hash)
    }
  }
  return hashes
})

/** Adds the classes of words and unordered pairs of them within `pairReach`: once for both sides together, and once for this side. */
function addClasses(
  tokens: readonly Token[],
  negated: readonly boolean[],
  suspect: Side,
  group: Group,
): void {
  const side = sideHashes[suspect]
  const near: { at: number; hash: number }[] = []
  for (const [at, token] of tokens.entries()) {
    while (near.length > 0 && (near[0]?.at ?? 0) < at - pairReach) near.shift()
    const here = classHashes(token, negated[at] ?? false)
    for (const hash of here) {
      group.add(hash)
      group.add(step(hash, side))
      for (const one of near) {
        const pair = step(one.hash, hash)
        group.add(pair)
        group.add(step(pair, side))
      }
    }
    for (const hash of here) near.push({ at, hash })
  }
}

function classHashes({ word, size }: Token, negated: boolean): readonly number[] {
  if (size) return amountHashes[size]
  if (word === '?') return questionHashes
  return classesOfWord.get(word)?.[negated ? 'negated' : 'plain'] ?? []
}

function addOther(tokens: readonly Token[], group: Group): void {
  for (const token of tokens) {
    group.add(hashOf(token.word, otherHash))
    for (const hash of classHashes(token, false)) group.add(step(hash, 7))
  }
}

/** Pairs of signals, and what a signal means from this side, in this category and in talk of this length. */
function addContext(
  fired: readonly number[],
  suspect: Side,
  { category }: ShieldListing,
  length: number,
): void {
  const add = (hash: number, value: number) => sums.add(bucketOf(hash), value)
  const side = hashOf(`side ${suspect}`)
  const kind = hashOf(`category ${category}`)
  const size = hashOf(`length ${lengths.findIndex((max) => length < max)}`)
  add(side, strengths.context)
  add(kind, strengths.context)
  add(size, strengths.length)
  const ascending = fired.toSorted((a, b) => a - b).map((signal) => nameHashes[signal] as number)
  for (const [index, hash] of ascending.entries()) {
    add(step(side, hash), strengths.context)
    add(step(kind, hash), strengths.context)
    add(step(size, hash), strengths.context)
    for (let second = index + 1; second < ascending.length; second += 1)
      add(step(hash, ascending[second] as number), strengths.context)
  }
}
