/** Characters that show nothing, or turn the letters after them around. Joiners stay: emoji and scripts need them. */
const unseen =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}]|\u034F/gu

/** Half of a character, which no encoding has: JSON in PostgreSQL takes none, and it shows as nothing. */
const halves = /\p{Cs}/gu

/** Combining marks in a row that are kept: no script has more, and further ones pile up over the lines beside. */
const mostMarks = 4

/** Before normalising, which puts marks into order and takes the square of their number, here and in PostgreSQL. */
function withoutPiledMarks(text: string): string {
  return text.replace(/\p{M}+/gu, (marks) => [...marks].slice(0, mostMarks).join(''))
}

const visible = (text: string) =>
  withoutPiledMarks(text.replace(halves, '').replace(unseen, '')).normalize('NFC')

/** A text as one line, in Unicode's composed form: what shows nothing or misleads is taken out, spaces are single. */
export function plainLine(text: string): string {
  return visible(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** The same for a text of several lines, whose line breaks and tabs are the writer's own. */
export function plainLines(text: string): string {
  return visible(text.replaceAll('\r\n', '\n'))
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
