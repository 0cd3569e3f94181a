import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPool, type Pool } from '#server/db/pool.ts'
import { checkRows } from '#server/db/typed-sql.ts'

checkRows()

/** The name of the migrated database that every test file clones. */
export const templateName = process.env.TEST_TEMPLATE ?? 'oja_template'

/** Runs one statement on the run's PostgreSQL server, outside any test database. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export interface TestDatabase extends Pool {
  url: string
  drop(): Promise<void>
}

/** A fresh clone of the migrated template, for one test file. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const serverUrl = requireServerUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes half the processor time of PostgreSQL's default, which writes the same pages to the
  // log.
  await onServer(serverUrl, `create database ${name} template ${templateName} strategy file_copy`)
  const url = databaseUrl(serverUrl, name)
  const pool = openPool(url, { max: 8 })
  return {
    ...pool,
    url,
    async drop() {
      await pool.close()
      await onServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

function requireServerUrl(): string {
  const url = process.env.TEST_DATABASE_SERVER
  if (!url)
    throw new Error('TEST_DATABASE_SERVER is not set: run the tests by `npm test` (or `npm run test:api`).')
  return url
}
