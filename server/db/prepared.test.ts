import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import type { Db } from './pool.ts'
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

test('a text is prepared under a name from its fifth use on; with `fresh` it has none', async () => {
  const text = (column: string) => `select $1::int + 1 as ${column}`
  await database.db.connection().execute(async (db) => {
    const use = (column: string, options?: { fresh?: boolean }) =>
      readPrepared(db, { text: text(column), values: [1] }, options)
    for (let count = 0; count < 4; count += 1) {
      expect(await use('kept')).toEqual([{ kept: 2 }])
      await use('rare')
    }
    expect(await preparedTexts(db)).toEqual([])
    for (let count = 0; count < 5; count += 1) {
      expect(await use('kept')).toEqual([{ kept: 2 }])
      await use('afresh', { fresh: true })
    }
    expect(await preparedTexts(db)).toEqual([{ statement: text('kept') }])
  })
})

async function preparedTexts(db: Db) {
  const { rows } =
    await sql`select statement from pg_prepared_statements where statement like 'select $1::int%'`.execute(db)
  return rows
}
