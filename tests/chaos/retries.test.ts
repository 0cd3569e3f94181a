import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addSerializably, moveBothWays, prepareBalances, readBalances } from './support/deadlocks.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await prepareBalances(database.db)
})
afterAll(() => database.drop())

test('[FAULT-DEADLOCK] of two transactions that wait for each other both are done in the end, each once', async () => {
  const { tries } = await moveBothWays(database.db)
  expect(await readBalances(database.db)).toEqual([0, 0])
  expect(tries).toBeGreaterThan(2)
})

test('[FAULT-SERIALIZATION] serializable transactions that disturb each other are done again, none is lost', async () => {
  await addSerializably(database.db, 3)
  expect((await readBalances(database.db))[0]).toBe(3)
})

test('[FAULT-RETRY-BOUND] what conflicts again and again is given up, and other failures are not tried again', async () => {
  let tries = 0
  const failing = (code: string) =>
    inTransaction(database.db, async (tx) => {
      tries += 1
      await sql`do ${sql.lit(`begin raise exception 'on purpose' using errcode = '${code}'; end`)}`.execute(
        tx,
      )
    })
  await expect(failing('40001')).rejects.toMatchObject({ code: '40001' })
  expect(tries).toBe(5)
  tries = 0
  await expect(failing('23505')).rejects.toMatchObject({ code: '23505' })
  expect(tries).toBe(1)
})

test('[FAULT-RETRY-ALONE] a statement that stands alone is tried again too', async () => {
  // Fails for the first time it is asked, and a sequence remembers that although the statement is undone.
  await sql`create sequence asked`.execute(database.db)
  await sql`create function conflict_once() returns integer language plpgsql as $$
    begin
      if nextval('asked') = 1 then raise exception 'on purpose' using errcode = '40P01'; end if;
      return 42;
    end $$`.execute(database.db)
  const { rows } = await sql<{ answer: number }>`select conflict_once() as answer`.execute(database.db)
  expect(rows).toEqual([{ answer: 42 }])
})
