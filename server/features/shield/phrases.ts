import { cachedByWord } from './lexicon.ts'

/**
 * Phrases over words, written as text: `send|pay ..4 before|first`. Parts are separated by spaces: alternatives by `|`,
 * `word*` any word that begins so, `@name` a class of words, `..4` up to four other words between.
 * A text of n words takes time proportional to n: a phrase spans at most `longest` words.
 */

/** A class of words: what a part of a phrase may be. */
interface Part {
  class: number
  /** Other words that may stand before this part. */
  gap: number
  /** Words from the first part to this one, at most. */
  span: number
}

interface Phrase<Name> {
  name: Name
  parts: Part[]
  /** Class and span of each part after the first. */
  spans: Int32Array
}

const longest = 40

export class Phrases<Name> {
  readonly #classes = new Map<string, number>()
  readonly #ofWord = new Map<string, number[]>()
  readonly #ofPrefix = new Map<string, number[]>()
  readonly #prefixLengths = new Set<number>()
  readonly #byFirst: Phrase<Name>[][] = []
  readonly #lexicon: Readonly<Record<string, string>>

  /** `lexicon` names the classes of words; throws for a phrase that names another, or is too long. */
  constructor(table: Iterable<readonly [Name, string]>, lexicon: Readonly<Record<string, string>>) {
    this.#lexicon = lexicon
    for (const [name, text] of table) {
      const parts = this.#parse(text)
      const first = parts[0]
      if (!first || (parts.at(-1)?.span ?? 0) >= longest) throw new Error(`Not a phrase: ${text}`)
      const same = this.#byFirst[first.class] ?? []
      same.push({
        name,
        parts,
        spans: Int32Array.from(parts.slice(1).flatMap((part) => [part.class, part.span])),
      })
      this.#byFirst[first.class] = same
    }
  }

  /**
   * Calls `found` with the first and last word of each match, from the end of the text to its start. `wanted`
   * filters by phrase and first word.
   */
  find(
    words: readonly string[],
    wanted: (name: Name, from: number) => boolean,
    found: (name: Name, from: number, to: number) => void,
  ): void {
    const places = words.map((word) => this.#classesOf(word))
    /** For each class its next place. */
    const next = new Int32Array(this.#classes.size).fill(words.length + longest)
    for (let from = words.length - 1; from >= 0; from -= 1) {
      const classes = places[from] ?? []
      for (const first of classes)
        for (const { name, parts, spans } of this.#byFirst[first] ?? []) {
          if (!isNear(spans, next, from) || !wanted(name, from)) continue
          const to = endOf(parts, places, from)
          if (to >= 0) found(name, from, to)
        }
      for (const one of classes) next[one] = from
    }
  }

  /** The numbers of the classes that a word belongs to. */
  readonly #classesOf = cachedByWord((word): readonly number[] => {
    let classes = this.#ofWord.get(word) ?? []
    for (const length of this.#prefixLengths) {
      const more = length <= word.length ? this.#ofPrefix.get(word.slice(0, length)) : undefined
      if (more) classes = [...classes, ...more]
    }
    return classes
  })

  #parse(text: string): Part[] {
    const parts: Part[] = []
    let gap = 0
    let span = -1
    for (const piece of text.split(' ')) {
      const between = /^\.\.(\d+)$/.exec(piece)
      if (between) gap = Number(between[1])
      else {
        span += gap + 1
        parts.push({ class: this.#classOf(piece), gap, span })
        gap = 0
      }
    }
    return parts
  }

  #classOf(alternatives: string): number {
    const known = this.#classes.get(alternatives)
    if (known !== undefined) return known
    const number = this.#classes.size
    this.#classes.set(alternatives, number)
    for (const word of this.#expand(alternatives)) {
      const prefix = word.endsWith('*')
      const index = prefix ? this.#ofPrefix : this.#ofWord
      const key = prefix ? word.slice(0, -1) : word
      if (prefix) this.#prefixLengths.add(key.length)
      const classes = index.get(key) ?? []
      if (!classes.includes(number)) classes.push(number)
      index.set(key, classes)
    }
    return number
  }

  #expand(alternatives: string): string[] {
    return alternatives.split('|').flatMap((word) => {
      if (!word.startsWith('@')) return [word]
      const list = this.#lexicon[word.slice(1)]
      if (list === undefined) throw new Error(`Not a class of words: ${word}`)
      return list.trim().split(/\s+/)
    })
  }
}

/** Whether every part after the first stands within its span. Without this look ahead a judgement takes twice as long. */
function isNear(spans: Int32Array, next: Int32Array, from: number): boolean {
  for (let index = 0; index < spans.length; index += 2)
    if ((next[spans[index] as number] as number) > from + (spans[index + 1] as number)) return false
  return true
}

/** The last place of the phrase that begins at `from`, or -1. Keeps all places that each part can have. */
function endOf(parts: readonly Part[], places: readonly (readonly number[])[], from: number): number {
  let reached = [from]
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index] as Part
    const next: number[] = []
    let behind = 0
    const last = (reached.at(-1) ?? from) + part.gap + 1
    for (let place = (reached[0] ?? from) + 1; place <= last && place < places.length; place += 1) {
      while (behind < reached.length && (reached[behind] ?? 0) + part.gap + 1 < place) behind += 1
      const before = reached[behind]
      if (before !== undefined && before < place && places[place]?.includes(part.class)) next.push(place)
    }
    if (next.length === 0) return -1
    reached = next
  }
  return reached[0] ?? -1
}
