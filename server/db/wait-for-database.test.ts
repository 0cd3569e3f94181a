import { expect, test } from 'vitest'
import { cloneDatabase, databaseUrl, onServer } from '#tests/support/database.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { waitForDatabase } from './wait-for-database.ts'

const server = process.env.TEST_DATABASE_SERVER ?? ''

test('[START-DATABASE-VERSION] an old PostgreSQL gives an error before any migration, with the version needed and where to get it', async () => {
  const database = await cloneDatabase()
  try {
    await expect(waitForDatabase(database.url)).resolves.toBeUndefined()
    // The same server, pretending to be an old version.
    await database.pg.query(`
      create schema old;
      create function old.current_setting(text) returns text language sql as $$ select '150018' $$`)
    const url = new URL(database.url)
    url.searchParams.set('options', '-c search_path=old,pg_catalog')
    await expect(waitForDatabase(url.href)).rejects.toThrow(
      /is PostgreSQL 15; Oja needs 18 or newer\. .*apt\.postgresql\.org \(postgresql-18\).*postgres:18/,
    )
  } finally {
    await database.drop()
  }
})

test('[START-DATABASE-VERSION] a database that is not encoded in UTF-8, as initdb makes them without a locale, gives an error with the statement that makes one', async () => {
  const name = `test_ascii_${Date.now()}`
  await onServer(server, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  try {
    await expect(waitForDatabase(databaseUrl(server, name))).rejects.toThrow(
      /stores text as SQL_ASCII; Oja needs UTF8\. .*create database oja owner oja encoding 'UTF8' template template0/,
    )
  } finally {
    await onServer(server, `drop database ${name} with (force)`)
  }
})

test('[START-DATABASE-VERSION] a role that may not create tables gives an error that names the right and the remedy', async () => {
  const name = `test_foreign_${Date.now()}`
  await onServer(server, `create role ${name} login`)
  await onServer(server, `create database ${name}`)
  const url = new URL(databaseUrl(server, name))
  url.username = name
  const pool = openPool(url.href, { max: 1 })
  try {
    await expect(migrate(pool.db)).rejects.toThrow(
      /^The role of DATABASE_URL lacks a right that Oja needs: permission denied for schema public\. Make it the owner of the database/,
    )
  } finally {
    await pool.close()
    await onServer(server, `drop database ${name} with (force)`)
    await onServer(server, `drop role ${name}`)
  }
})
