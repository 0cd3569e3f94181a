import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addSerializably, moveBothWays, prepareBalances, readBalances } from './support/balances.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await prepareBalances(database.db)
})
afterAll(() => database.drop())

test('[FAULT-DEADLOCK] two transactions in a deadlock both complete, each once', async () => {
  const { attempts } = await moveBothWays(database.db)
  expect(await readBalances(database.db)).toEqual([0, 0])
  expect(attempts).toBeGreaterThan(2)
})

test('[FAULT-SERIALIZATION] serializable transactions that conflict are repeated, none is lost', async () => {
  await addSerializably(database.db, 3)
  expect((await readBalances(database.db))[0]).toBe(3)
})

test('[FAULT-RETRY-BOUND] repeated conflicts end in an error, and other failures are not retried', async () => {
  let attempts = 0
  const failing = (code: string) =>
    inTransaction(database.db, async (tx) => {
      attempts += 1
      await sql`do ${sql.lit(`begin raise exception 'on purpose' using errcode = '${code}'; end`)}`.execute(
        tx,
      )
    })
  await expect(failing('40001')).rejects.toMatchObject({ code: '40001' })
  expect(attempts).toBe(5)
  attempts = 0
  await expect(failing('23505')).rejects.toMatchObject({ code: '23505' })
  expect(attempts).toBe(1)
})

test('[FAULT-RETRY-ALONE] a single statement is retried too', async () => {
  // Fails the first time; a sequence remembers that, because it survives the rollback.
  await sql`create sequence asked`.execute(database.db)
  await sql`create function conflict_once() returns integer language plpgsql as $$
    begin
      if nextval('asked') = 1 then raise exception 'on purpose' using errcode = '40P01'; end if;
      return 42;
    end $$`.execute(database.db)
  const { rows } = await sql<{ answer: number }>`select conflict_once() as answer`.execute(database.db)
  expect(rows).toEqual([{ answer: 42 }])
})
