import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'

/**
 * Two accounts' balances for concurrent opposite transfers: each transaction locks the rows in its own order.
 */
export async function prepareBalances(db: Db): Promise<void> {
  await sql`create table balances (id integer primary key, amount integer not null)`.execute(db)
  await sql`insert into balances values (1, 0), (2, 0)`.execute(db)
}

/**
 * Moves one from one row to the other. Resolves after both have locked their first row, so that they do
 * collide.
 */
export async function moveBothWays(db: Db): Promise<{ attempts: number }> {
  const both = Promise.withResolvers<void>()
  let waiting = 0
  let attempts = 0
  const move = (from: number, to: number) =>
    inTransaction(db, async (tx) => {
      attempts += 1
      await add(tx, from, -1)
      waiting += 1
      if (waiting === 2) both.resolve()
      await both.promise
      await add(tx, to, 1)
    })
  await Promise.all([move(1, 2), move(2, 1)])
  return { attempts }
}

/** Adds to one row in concurrent serializable transactions. */
export async function addSerializably(db: Db, count: number): Promise<{ attempts: number }> {
  let attempts = 0
  const addOne = () =>
    inTransaction(db, async (tx) => {
      attempts += 1
      await sql`set transaction isolation level serializable`.execute(tx)
      const { rows } = await sql<{ amount: number }>`select amount from balances where id = 1`.execute(tx)
      await sql`update balances set amount = ${(rows[0]?.amount ?? 0) + 1} where id = 1`.execute(tx)
    })
  await Promise.all(Array.from({ length: count }, addOne))
  return { attempts }
}

export async function readBalances(db: Db): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`select amount from balances order by id`.execute(db)
  return rows.map(({ amount }) => amount)
}

async function add(tx: Tx, id: number, amount: number): Promise<void> {
  await sql`update balances set amount = amount + ${amount} where id = ${id}`.execute(tx)
}
