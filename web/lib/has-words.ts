/** Without case and accents: 'oja' finds 'Ọjà'. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text contains every word of a search, or its beginning, in any order. */
export function hasWords(text: string, search: string): boolean {
  const where = plain(text)
  return plain(search)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
