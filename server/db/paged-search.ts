import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

export interface PageRequest {
  /** From 1 on. */
  page: number
  limit: number
}

export interface Page<T> {
  items: T[]
  /** The number of items on all pages. */
  total: number
}

type Condition = RawBuilder<unknown>

const Total = z.strictObject({ total: z.int() })

/** How many rows there are of `source`. */
export async function countRows(db: Db, source: Condition, where: Condition): Promise<number> {
  const [counted] = await typedSql(
    Total,
    sql`select count(*) as total from ${source} where ${where}`,
  ).execute(db)
  return counted?.total ?? 0
}

/** All conditions; true for an empty list. */
export const and = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

export const limited = ({ page, limit }: PageRequest): Condition =>
  sql`limit ${limit} offset ${(page - 1) * limit}`

/** Whether the text contains each typed word, ignoring case. */
export function hasWords(text: Condition, typed: string): Condition {
  return and(typed.split(' ').map((word) => sql`${text} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`))
}

/** The id in a query such as 12 or #12; null for anything else. */
export function typedId(typed: string): number | null {
  const id = /^#?([1-9][0-9]{0,9})$/.exec(typed)?.[1]
  return id && Number(id) <= 2_147_483_647 ? Number(id) : null
}
