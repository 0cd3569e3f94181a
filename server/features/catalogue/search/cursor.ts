import { z } from 'zod'
import { invalidCursor } from '#server/core/keyset-pages.ts'
import type { SortOrder } from '#shared/contract/catalogue.ts'
import { maxId } from '#shared/limits.ts'

const Cursor = z.object({
  sort: z.enum(['latest', 'price-asc', 'price-desc', 'relevance', 'near']),
  /** Value of the last listing's sort column: kobo, or milliseconds since 1970. */
  value: z.number().int().min(0).max(253_402_300_799_999),
  id: z.number().int().min(0).max(maxId),
  /** The tier of relevance: 0 while the words are in the title, 1 after. By distance: the rank of the LGA, from 1 on. */
  tier: z.number().int().min(0).max(1000),
  /** Words of the search were corrected. */
  corrected: z.boolean(),
  /** The total of the first page. */
  total: z.number().int().min(0),
  exact: z.boolean(),
})
/** The last listing of a page (keyset pagination), and what the next page need not compute again. */
export type Cursor = z.output<typeof Cursor>

/** Opaque to clients, who send it back as it is. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(Object.values(Cursor.parse(cursor)))).toString('base64url')
}

/** Throws VALIDATION_FAILED for any text but a cursor of this sort order. */
export function readCursor(text: string, sort: SortOrder): Cursor {
  const cursor = Cursor.safeParse(decode(text))
  if (cursor.success && cursor.data.sort === sort) return cursor.data
  throw invalidCursor()
}

function decode(text: string): unknown {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(values)) return null
    return Object.fromEntries(Object.keys(Cursor.shape).map((key, index) => [key, values[index]]))
  } catch {
    return null
  }
}
