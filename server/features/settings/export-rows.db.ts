import { type RawBuilder, sql } from 'kysely'
import { isLeavingOrDeleted, publicName } from '#server/db/inactive-accounts.ts'
import { publicTitle } from '#server/db/last-public.ts'
import type { DB } from '#server/db/schema.ts'
import { keptData } from '#shared/data-kept.ts'

type Sql = RawBuilder<unknown>

export type Table = keyof DB & string

export interface Selection {
  /** The columns to sort by. */
  orderBy: string
  /** Columns besides the exported ones, or in their place, by their names in the export. The table is `t`. */
  with?: Record<string, Sql>
  join?: Sql
  /** By default the rows that belong to the user. */
  where?: Sql
  /** Instead of the columns in shared/data-kept.ts. */
  columns?: string
}

/** The query for the rows of a table in the export of user `id`, with the columns and names of shared/data-kept.ts. */
export function exportQuery(
  id: number,
  table: Table,
  { orderBy, with: more, join = sql``, where, columns }: Selection,
): Sql {
  const { people = {}, exported = '' } = keptData[table] ?? {}
  const [owner = ''] = Object.keys(people)
  const selected: Record<string, Sql> = {}
  for (const item of (columns ?? exported).trim().split(/,\s*/)) {
    const [column = '', name = column] = item.split(' as ')
    selected[name] = sql.ref(`t.${column}`)
  }
  const list = Object.entries({ ...selected, ...more }).map(
    ([name, value]) => sql`${value} as ${sql.id(name)}`,
  )
  return sql`select ${sql.join(list)} from ${sql.table(table)} as t ${join}
    where ${where ?? sql`${sql.ref(`t.${owner}`)} = ${id}`} order by ${sql.raw(orderBy)}`
}

/** The title of the listing in column `t.listing_id`: for another seller's hidden listing, its last public one. */
export const titleTo = (id: number) => sql`
  (select case when l.seller_id = ${id} then l.title else ${publicTitle('l')} end from listings l where l.id = t.listing_id)`

/** The name of the user in a column: for users who left or are leaving, the one that the API shows. */
export const nameTo = (id: number, column: string) => sql`
  (select case when u.id = ${id} then u.full_name else ${publicName('u')} end from users u where u.id = ${sql.ref(column)})`

/** The id of the user in a column; if the API hides them, null. */
export const idTo = (id: number, column: string) => sql`
  (select u.id from users u where u.id = ${sql.ref(column)} and (u.id = ${id} or not (${isLeavingOrDeleted('u')})))`
