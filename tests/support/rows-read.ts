import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { type Database, type Db, openPool } from '#server/db/pool.ts'
import type { TestApp } from './test-app.ts'

/** The rows that PostgreSQL reads from a table, or finds by its indexes, for the statements of `work`. */
export async function rowsRead(
  { env }: Pick<TestApp, 'env'>,
  table: string,
  work: (db: Db) => Promise<unknown>,
): Promise<number> {
  const pool = openPool(env.DATABASE_URL ?? '', { max: 1 })
  const statements: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: pool.pg }),
    log: ({ query }) => void statements.push(query as CompiledQuery),
  })
  try {
    await work(db)
    const asked = statements.splice(0)
    if (asked.length === 0) throw new Error('Nothing was asked.')
    let rows = 0
    for (const { sql, parameters } of asked) {
      const explained = await db.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
        CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]),
      )
      const steps = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(steps)]
      for (const node of explained.rows.flatMap((row) =>
        row['QUERY PLAN'].flatMap(({ Plan }) => steps(Plan)),
      ))
        if (node['Relation Name'] === table)
          rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    }
    return rows
  } finally {
    await db.destroy()
  }
}

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
