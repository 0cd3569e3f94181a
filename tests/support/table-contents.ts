import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

export type Row = Record<string, unknown>

async function tableNames({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db)
  return rows.map(({ name }) => name)
}

/** Views, which a timer writes some seconds later, and the login throttle, which counts refused attempts. */
const leftOut = ['listing_day_views', 'listing_views', 'throttle_counters']

/** A row as text, cheaply; of a listing without its views, which a timer writes too. */
const textOf = (name: string) => sql.raw(name === 'listings' ? "(to_jsonb(r) - 'views')::text" : 'r::text')

/** Returns a function for a fingerprint of every row of every table but `leftOut`: an equal one means that nothing changed. */
export async function tablesFingerprint(t: Pick<TestApp, 'db'>): Promise<() => Promise<string>> {
  const parts = (await tableNames(t))
    .filter((name) => !leftOut.includes(name))
    .map(
      (name) => sql`
        select ${sql.lit(name)} as name, count(*) as rows,
          sum(hashtextextended(${textOf(name)}, 0)) as sum
        from ${sql.table(name)} r`,
    )
  const query = sql`${sql.join(parts, sql` union all `)}`
  return async () => JSON.stringify((await query.execute(t.db)).rows)
}

/** Every row of every table, by table. */
export async function readTables(t: Pick<TestApp, 'db'>): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>()
  for (const name of await tableNames(t)) {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(r) as row from ${sql.table(name)} r`.execute(
      t.db,
    )
    tables.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return tables
}
