import json from './lexicon.json' with { type: 'json' }

/**
 * Classes of words in English, Nigerian English and Pidgin, by which phrases are written (`@pay`) and which are features
 * of their own, in pairs: so "remit the levy" counts like "send the fee" although nobody wrote it in the training data.
 */
export const lexicon = json.classes

/** Words whose results are kept: people use the same few thousand. */
const maxCached = 10_000

/** A function of a word that keeps its results. */
export function cachedByWord<Result>(of: (word: string) => Result): (word: string) => Result {
  const known = new Map<string, Result>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const result = of(word)
    if (known.size >= maxCached) known.clear()
    known.set(word, result)
    return result
  }
}

/** Short forms of chats, by the word that they stand for. */
export const shortForms: ReadonlyMap<string, string> = new Map(
  Object.entries(json.shortForms).flatMap(([word, forms]) =>
    forms.split(' ').map((form) => [form, word] as const),
  ),
)

/** Right spellings of words that signals depend on. */
class Spellings {
  readonly #words = new Set<string>()
  /** Words with one letter left out. */
  readonly #short = new Map<string, string>()

  constructor(words: Iterable<string>) {
    for (const word of words) {
      this.#words.add(word)
      if (word.length >= shortest)
        for (let index = 1; index < word.length; index += 1)
          this.#short.set(word.slice(0, index) + word.slice(index + 1), word)
    }
  }

  has(word: string): boolean {
    return this.#words.has(word)
  }

  /** The known word from which `word` differs by one missing, doubled or added letter, or two that changed places. */
  correct(word: string): string {
    if (word.length < shortest || word.length > 16 || this.#words.has(word)) return word
    const longer = this.#short.get(word)
    if (longer !== undefined) return longer
    for (let index = 1; index < word.length; index += 1) {
      const without = word.slice(0, index) + word.slice(index + 1)
      if (without.length >= shortest && this.#words.has(without)) return without
    }
    for (let index = 1; index + 1 < word.length; index += 1) {
      const turned = word.slice(0, index) + word[index + 1] + word[index] + word.slice(index + 2)
      if (this.#words.has(turned)) return turned
    }
    return word
  }
}

/** Minimum letters of a word that is corrected: one typo in a shorter word often makes another word. */
const shortest = 6

export const spellings = new Spellings(
  // `otherWords`: words of phrases that are in no class, so that a slip in them is put right.
  [...Object.values(lexicon), json.otherWords]
    .flatMap((list) => list.split(' '))
    .filter((word) => /^[a-z]+$/.test(word)),
)
