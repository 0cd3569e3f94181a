import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readPrepared } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const sleep = (seconds: number, options?: { fresh?: boolean; limit?: number }) =>
  readPrepared(database.db, { text: 'select pg_sleep($1)', values: [seconds] }, options)

test('a time limit applies to one query, not to all with the same text', async () => {
  await sleep(0)
  await expect(sleep(60, { limit: 20 })).rejects.toMatchObject({ code: '57014' })
  await sleep(0.1, { limit: 60_000 })
})

test('a text is prepared once under a name; with `fresh` it has none', async () => {
  const text = (column: string) => `select $1::int + 1 as ${column}`
  await database.db.connection().execute(async (db) => {
    for (const value of [1, 2, 3])
      expect(await readPrepared(db, { text: text('kept'), values: [value] })).toEqual([{ kept: value + 1 }])
    expect(await readPrepared(db, { text: text('afresh'), values: [1] }, { fresh: true })).toEqual([
      { afresh: 2 },
    ])
    const { rows } =
      await sql`select statement from pg_prepared_statements where statement like 'select $1::int%'`.execute(
        db,
      )
    expect(rows).toEqual([{ statement: text('kept') }])
  })
})
