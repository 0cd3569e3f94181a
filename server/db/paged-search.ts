import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { findCount, typedSql } from '#server/db/typed-sql.ts'
import { limits, maxId } from '#shared/limits.ts'
import { countLimit } from '#shared/pagination.ts'

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
  /** The number of items on all pages, counted up to `countLimit`. */
  total: number
  /** False: there are more than `total`. */
  exact: boolean
}

type Condition = RawBuilder<unknown>

interface Search<Row> {
  /** The rows of `columns`. */
  shape: z.ZodType<Row>
  columns: RawBuilder<unknown>
  source: RawBuilder<unknown>
  /** All of them must hold. */
  where: Condition[]
  order: RawBuilder<unknown>
}

/** A page of rows, and how many there are on all pages: to count all of ten million takes longer than a statement may. */
export async function findPage<Row>(
  db: Db,
  { shape, columns, source, where, order }: Search<Row>,
  page: PageRequest,
): Promise<Page<Row>> {
  const from = sql`from ${source} where ${and(where)}`
  const [counted, items] = await Promise.all([
    findCount(db, sql`select count(*) as count from (select ${from} limit ${countLimit + 1}) as counted`),
    typedSql(shape, sql`select ${columns} ${from} order by ${order} ${limited(page)}`).execute(db),
  ])
  return { items, total: Math.min(counted, countLimit), exact: counted <= countLimit }
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
