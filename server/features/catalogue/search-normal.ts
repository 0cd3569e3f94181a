/**
 * `search_normal` (0002_search.sql) for a text that is ASCII once its combining marks are gone, as nearly every search is;
 * null for any other, whose letters only PostgreSQL's dictionary knows.
 */
export function normaliseLatin(text: string): string | null {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  if (/[^\p{ASCII}]/u.test(plain)) return null
  return plain
    .toLowerCase()
    .replace(/['`]|(?<=\d),(?=\d{3})/g, '')
    .replace(/[^a-z0-9-]+/g, ' ')
    .replace(/(^|\s)-+|-+(?=\s|$)|-+(?=-)/g, '$1')
    .trim()
}
