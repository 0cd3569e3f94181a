import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { statement, type ValueOf } from './statement.ts'
import { typedSql } from './typed-sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const Category = z.strictObject({ name: z.string(), slug: z.string() })

test('raw SQL returns rows of its shape', async () => {
  const query = typedSql(Category, sql`select name, slug from categories where id = 1`)
  expect(await query.execute(database.db)).toEqual([{ name: expect.any(String), slug: expect.any(String) }])
})

test.each([
  ['a column that has another name', sql`select name as title, slug from categories`],
  ['a column that is missing', sql`select name from categories`],
  ['a column that is not in the shape', sql`select id, name, slug from categories`],
  ['a column of another type', sql`select name, id as slug from categories`],
])('%s fails, also in a prepared statement', async (_, text) => {
  const query = typedSql(Category, text)
  await expect(query.execute(database.db)).rejects.toThrow(z.ZodError)
  await expect(statement(() => query)(database.db, {})).rejects.toThrow(z.ZodError)
})

test('a statement takes a query of the builder, with values by name and constants', async () => {
  const find = statement((value: ValueOf<{ id: number }>, db) =>
    db.selectFrom('categories').select('id').where('id', '=', value('id')).where('position', '>=', 0),
  )
  expect(await find(database.db, { id: 1 })).toEqual([{ id: 1 }])
  expect(await find(database.db, { id: 2 })).toEqual([{ id: 2 }])
})

test('no statement claims a type for its rows', () => {
  const files = globSync('server/**/*.ts', { exclude: (name) => name.includes('.test.') })
  const claims = files.filter((file) =>
    /sql<[^`]+>`\s*(?:with|select|insert|update|delete)\b|await (?:readPrepared|findPage|findSearchPage)</.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(claims).toEqual([])
})
