import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

export type Row = Record<string, unknown>

async function tableNames({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Makes a function that answers a fingerprint of every row of every table: the same one means that nothing changed. Views do
 * not count, since a timer writes them some seconds after the call; nor does the count of tries, of which a refused one is one.
 */
export async function watchTables(t: Pick<TestApp, 'db'>): Promise<() => Promise<string>> {
  const parts = (await tableNames(t))
    .filter((name) => name !== 'listing_views' && name !== 'sign_in_tries')
    .map(
      (name) => sql`
        select ${sql.lit(name)} as name, count(*) as rows,
          sum(hashtextextended((to_jsonb(r) - 'views')::text, 0)) as sum
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
