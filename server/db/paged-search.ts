import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { limits, maxId } from '#shared/limits.ts'

export interface PageRequest {
  /** From 1 on. */
  page: number
  limit: number
}

/** The page that the query of a list for administrators asks for. */
export function pageOf({
  page,
  limit,
}: {
  page?: number | undefined
  limit?: number | undefined
}): PageRequest {
  return { page: page ?? 1, limit: limit ?? limits.adminPageSize }
}

export interface Page<T> {
  items: T[]
  /** The number of items on all pages. */
  total: number
}

type Condition = RawBuilder<unknown>

const Total = z.strictObject({ total: z.int() })

interface Search<Row> {
  /** The rows of `columns`. */
  shape: z.ZodType<Row>
  columns: RawBuilder<unknown>
  source: RawBuilder<unknown>
  /** All of them must hold. */
  where: Condition[]
  order: RawBuilder<unknown>
}

/** A page of rows, and how many there are on all pages. */
export async function findPage<Row>(
  db: Db,
  { shape, columns, source, where, order }: Search<Row>,
  page: PageRequest,
): Promise<Page<Row>> {
  const from = sql`from ${source} where ${and(where)}`
  const [[counted], items] = await Promise.all([
    typedSql(Total, sql`select count(*) as total ${from}`).execute(db),
    typedSql(shape, sql`select ${columns} ${from} order by ${order} ${limited(page)}`).execute(db),
  ])
  return { items, total: counted?.total ?? 0 }
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

/** The same, or the query is the id of the row. */
export function hasWordsOrId(text: Condition, idColumn: string, typed: string): Condition {
  const id = typedId(typed)
  return sql`(${hasWords(text, typed)} ${id === null ? sql`` : sql`or ${sql.ref(idColumn)} = ${id}`})`
}

/** The id in a query such as 12 or #12; null for anything else. */
export function typedId(typed: string): number | null {
  const id = /^#?([1-9][0-9]{0,9})$/.exec(typed)?.[1]
  return id && Number(id) <= maxId ? Number(id) : null
}
