import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'
import { listenToChannel } from './channel-listener.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test('[DB-LISTEN] what is sent arrives with its commit; a connection that was cut is made again, until it is closed', async () => {
  const { db, pg } = database
  const messages: string[] = []
  const errors: string[] = []
  const connects: string[] = []
  const listener = listenToChannel(pg, 'news', {
    message: (payload) => void messages.push(payload),
    connect: () => void connects.push('now'),
    error: ({ message }) => void errors.push(message),
  })
  const send = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(db)
  const backends = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(db)
    return rows.map(({ pid }) => pid)
  }
  await until('it listens', () => connects.length === 1)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_notify('news', 'later')`.execute(tx)
    await send('sooner')
  })
  await until('both arrive', () => messages.length === 2)
  expect(messages).toEqual(['sooner', 'later'])

  for (const pid of await backends()) await sql`select pg_terminate_backend(${pid})`.execute(db)
  await until('it listens again', () => connects.length === 2)
  expect(errors).toHaveLength(1)
  await send('again')
  await until('it arrives', () => messages.length === 3)

  await listener.close()
  await until('its connection is gone', async () => (await backends()).length === 0)
  expect([connects.length, errors.length]).toEqual([2, 1])
})
