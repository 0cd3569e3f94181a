/**
 * Characters that are invisible or reverse the following text. Joiners stay: emoji and some scripts need
 * them.
 */
const unseen =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}]|\u034F/gu

/**
 * Lone surrogates, which no encoding can represent: PostgreSQL's JSON refuses them, and they are invisible.
 */
const loneSurrogates = /\p{Cs}/gu

/** Maximum combining marks in a row: no script uses more, and further ones pile up over adjacent lines, also with joiners between them. */
const maxMarks = 4

/** Before normalisation, which sorts marks in quadratic time, here and in PostgreSQL. */
function withoutPiledMarks(text: string): string {
  return text.replace(/[\p{M}\u200C\u200D]+/gu, (row) => {
    let marks = 0
    return row.replace(/\p{M}/gu, (mark) => {
      marks += 1
      return marks > maxMarks ? '' : mark
    })
  })
}

/** A character that shows something by itself: no joiner, mark or space. */
const ink = /[^\p{Cc}\p{Cf}\p{M}\p{Z}]/u

function visible(text: string): string {
  const shown = withoutPiledMarks(text.replace(loneSurrogates, '').replace(unseen, '')).normalize('NFC')
  return ink.test(shown) ? shown : ''
}

/**
 * Normalises text to one line in Unicode's composed form: removes invisible and misleading characters,
 * collapses spaces. A text that would show nothing is empty.
 */
export function plainLine(text: string): string {
  return visible(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Cleans multi-line text like `plainLine`; its line breaks and tabs stay. */
export function plainLines(text: string): string {
  return visible(text.replace(/[^\P{Cc}\n\t]/gu, '')).trim()
}

/** Without case and accents: 'oja' finds 'Ọjà'. */
const foldCaseAndAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text contains every word of a search, also within longer words, ignoring case and accents. */
export function containsEveryWord(text: string, search: string): boolean {
  const where = foldCaseAndAccents(text)
  return foldCaseAndAccents(search)
    .split(/\s+/)
    .every((word) => where.includes(word))
}

/** Whether a text consists of these words, in any order and number, without anything between them. */
export function isMadeOf(text: string, words: readonly string[]): boolean {
  const reached = new Set([0])
  for (const at of reached) {
    for (const word of words) if (text.startsWith(word, at)) reached.add(at + word.length)
  }
  return reached.has(text.length)
}
