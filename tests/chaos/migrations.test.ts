import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isMigrated, migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { openMigrated } from '#server/lifecycle/prepare.ts'
import { createShutdown } from '#server/lifecycle/shutdown.ts'
import { cloneDatabase, databaseUrl, onServer, type TestDatabase } from '#tests/support/database.ts'

const own = new URL('../../server/db/migrations/', import.meta.url)
let database: TestDatabase
let folder: string
const later = () => pathToFileURL(`${folder}/`)

beforeEach(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'chaos-'))
  await cp(own, folder, { recursive: true })
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
    database.db,
  )
  return rows.map(({ name }) => name)
}

test('[FAULT-MIGRATION] a failing migration is rolled back whole, is named, and can be run again', async () => {
  const before = await tables()
  await writeFile(join(folder, '9998_good.sql'), 'create table good (id integer);')
  await writeFile(join(folder, '9999_broken.sql'), 'create table half_done (id integer); select 1 / 0;')
  await expect(migrate(database.db, { from: later() })).rejects.toThrow(
    /^The migration 9999_broken failed, and the database is as it was: division by zero\. /,
  )
  expect(await tables()).toEqual(before)
  await writeFile(join(folder, '9999_broken.sql'), 'create table whole (id integer);')
  expect(await migrate(database.db, { from: later() })).toEqual(['9998_good', '9999_broken'])
})

test('[DEPLOY-OLDER] a server of the version before starts on a database that a later one has migrated, and each says which version it found', async () => {
  const lines: string[] = []
  const report = (line: string) => void lines.push(line)
  await migrate(database.db, { report })
  expect(lines).toEqual([])
  await writeFile(join(folder, '9999_later.sql'), 'create table later (id integer);')
  expect(await migrate(database.db, { from: later(), report })).toEqual(['9999_later'])
  expect(await migrate(database.db, { report })).toEqual([])
  expect(await isMigrated(database.db)).toBe(true)
  expect(lines).toEqual([
    'This database is of an earlier version of Oja. Changing its tables, which can take minutes: 9999_later',
    'This database is of a later version of Oja (9999_later). The version just before that one works with it. If this one is older, requests fail: start the later one again.',
  ])
})

test('[DEPLOY-OLDER] a database of neither an earlier nor a later version is refused and left as it is', async () => {
  await sql`update kysely_migration set name = '0057_of_a_fork' where name like '0057%'`.execute(database.db)
  await expect(migrate(database.db)).rejects.toThrow(
    'This database is of another Oja: it has 0057_of_a_fork, which this version does not know, and lacks 0057_find_administrators.',
  )
})

test('[DEPLOY-ONCE] servers that start at once run each migration once', async () => {
  const server = process.env.TEST_DATABASE_SERVER ?? ''
  const name = `${new URL(database.url).pathname.slice(1)}_empty`
  await onServer(server, `create database ${name}`)
  const pools = [1, 2, 3].map(() => openPool(databaseUrl(server, name), { max: 2, withoutTimeouts: true }))
  const ran = await Promise.all(pools.map(({ db }) => migrate(db)))
  const names = (await readdir(own)).map((file) => file.replace('.sql', '')).sort()
  expect(ran.flat()).toEqual(names)
  for (const pool of pools) await pool.close()
  await onServer(server, `drop database ${name} with (force)`)
})

test('[MIGRATE-PATIENT] a migration has no time limit', async () => {
  const pool = openPool(database.url, { max: 1, withoutTimeouts: true })
  await writeFile(
    join(folder, '9999_asks.sql'),
    "create table limits as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock;",
  )
  await migrate(pool.db, { from: later() })
  const during = await sql`select * from limits`.execute(pool.db)
  await pool.close()
  expect(during.rows).toEqual([{ statement: '0', lock: '0' }])
})

test('[MIGRATE-PATIENT] a start migrates over a connection without time limits', async () => {
  await sql`alter table kysely_migration rename to done`.execute(database.db)
  await sql`create table limits (statement text, lock text)`.execute(database.db)
  // The table of migrations becomes a view that records the time limits of each connection that reads it.
  await sql`create function leave_limits() returns boolean language sql as $$
    insert into limits values (current_setting('statement_timeout'), current_setting('lock_timeout')) returning true $$`.execute(
    database.db,
  )
  await sql`create view kysely_migration as select * from done where (select leave_limits())`.execute(
    database.db,
  )
  const closing = createShutdown(1e6, () => {})
  const pool = await openMigrated(database.url, { closing, report() {} })
  await pool.close()
  const { rows } = await sql`select distinct * from limits`.execute(database.db)
  expect(rows).toEqual([{ statement: '0', lock: '0' }])
})
