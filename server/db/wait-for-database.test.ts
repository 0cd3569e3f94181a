import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { waitForDatabase } from './wait-for-database.ts'

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
