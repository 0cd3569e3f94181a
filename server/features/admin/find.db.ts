import { type RawBuilder, sql } from 'kysely'

export interface PageRequest {
  /** From 1 on. */
  page: number
  limit: number
}

export interface Page<T> {
  items: T[]
  /** How many there are on all pages. */
  total: number
}

type Condition = RawBuilder<unknown>

/** All of them; true where there are none. */
export const and = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

export const limited = ({ page, limit }: PageRequest): Condition =>
  sql`limit ${limit} offset ${(page - 1) * limit}`

/** Each word of what was typed is somewhere in the text, whatever its case. */
export function hasWords(text: Condition, typed: string): Condition {
  return and(typed.split(' ').map((word) => sql`${text} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`))
}

/** The id that was typed, as 12 or #12; null where it was something else. */
export function typedId(typed: string): number | null {
  const id = /^#?([1-9][0-9]{0,9})$/.exec(typed)?.[1]
  return id && Number(id) <= 2_147_483_647 ? Number(id) : null
}
