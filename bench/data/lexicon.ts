import { searchLexemes } from './lexemes.ts'

/** A word or phrase, with the numbers of its lexemes in the lexicon. */
export interface Phrase {
  text: string
  /** The form at the start of a sentence. */
  capital: string
  lexemes: number[]
}

/**
 * Every lexeme of generated texts, numbered, so that a listing's lexemes are collected without splitting its
 * text.
 */
export interface Lexicon {
  /** Each text is split once. */
  phrase(text: string): Phrase
  readonly lexemes: readonly string[]
}

export function createLexicon(): Lexicon {
  const numbers = new Map<string, number>()
  const lexemes: string[] = []
  const phrases = new Map<string, Phrase>()
  const numberOf = (lexeme: string) => {
    let number = numbers.get(lexeme)
    if (number === undefined) {
      number = lexemes.push(lexeme) - 1
      numbers.set(lexeme, number)
    }
    return number
  }
  return {
    lexemes,
    phrase(text) {
      const known = phrases.get(text)
      if (known) return known
      const capital = (text[0] ?? '').toUpperCase() + text.slice(1)
      const phrase = { text, capital, lexemes: searchLexemes(text).map(numberOf) }
      phrases.set(text, phrase)
      return phrase
    },
  }
}

/** Builds one search document after the other as the text of a tsvector: lexemes in any order, each once. */
export interface DocumentWriter {
  begin(): void
  /** Adds the words of a phrase of the listing. */
  add(phrase: Phrase): void
  /** Adds the words of a phrase of the title. */
  addTitle(phrase: Phrase): void
  /** Adds a lexeme that no phrase has, of letters, digits, `#`, `-`, `/`, spaces and apostrophes. */
  addOther(lexeme: string): void
  /**
   * Returns the document, and collects the words of its title. Not called for a listing that is not public.
   */
  end(): string
  /** The words of all titles, for correcting typos. */
  learned(): string[]
  /** The words of all documents, for completing prefixes. */
  words(): string[]
}

/** Needs a complete lexicon: its lexeme numbers are used as indexes. */
export function createDocumentWriter(lexicon: Lexicon): DocumentWriter {
  const { lexemes } = lexicon
  const seen = new Int32Array(lexemes.length)
  const seenInTitle = new Int32Array(lexemes.length)
  const known = new Uint8Array(lexemes.length)
  const used = new Uint8Array(lexemes.length)
  const titleLexemes = lexemes.map((lexeme) => ` =${lexeme}`)
  const plainLexemes = lexemes.map((lexeme) => ` ${lexeme}`)
  let title: number[] = []
  let all: number[] = []
  let current = 0
  let text = ''
  const add = (phrase: Phrase) => {
    for (const lexeme of phrase.lexemes) {
      if (seen[lexeme] === current) continue
      seen[lexeme] = current
      all.push(lexeme)
      text += plainLexemes[lexeme]
    }
  }
  return {
    begin() {
      current += 1
      text = ''
      title = []
      all = []
    },
    add,
    addTitle(phrase) {
      add(phrase)
      for (const lexeme of phrase.lexemes) {
        if (seenInTitle[lexeme] === current) continue
        seenInTitle[lexeme] = current
        title.push(lexeme)
        text += titleLexemes[lexeme]
      }
    },
    addOther(lexeme) {
      text += ` '${lexeme.replaceAll("'", "''")}'`
    },
    end() {
      for (const lexeme of title) known[lexeme] = 1
      for (const lexeme of all) used[lexeme] = 1
      return text
    },
    learned: () => lexemes.filter((lexeme, index) => known[index] === 1 && /^[a-z]{3,30}$/.test(lexeme)),
    words: () => lexemes.filter((lexeme, index) => used[index] === 1 && /[^0-9]/.test(lexeme)),
  }
}
