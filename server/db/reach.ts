import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '#server/startup-error.ts'

/** Answers that waiting does not change: a wrong password, user or database, TLS refused. */
const final = /^(28|3D|42501)/
const remedy = 'Start it or correct DATABASE_URL; without DATABASE_URL Oja uses its own embedded PostgreSQL.'

/** The oldest that Oja is tried with, which is the one that it brings along. */
const oldest = 18

/**
 * Waits up to `patienceMs` until the PostgreSQL at `connectionString` takes connections, since it may be starting at the
 * same time as Oja. Throws StartupError, also where it is too old, naming host and port, never the password.
 */
export async function waitForDatabase(connectionString: string, patienceMs = 10_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 })
    // A connection that breaks while it is being made is also reported by `connect`.
    client.on('error', () => {})
    try {
      await client.connect()
      await requireVersion(client)
      await client.end()
      return
    } catch (error) {
      if (error instanceof StartupError) {
        await client.end()
        throw error
      }
      const { code, message } = error as { code?: string; message: string }
      if (!final.test(code ?? '') && Date.now() + 500 < deadline) {
        await sleep(500)
        continue
      }
      void client.end().catch(() => {})
      const place = `${client.host}:${client.port}`
      throw new StartupError(
        `The PostgreSQL of DATABASE_URL at ${place} cannot be used (${message || code}).`,
        remedy,
      )
    }
  }
}

/** Throws StartupError where the server is older than the migrations need. */
async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major >= oldest) return
  throw new StartupError(
    `The database of DATABASE_URL at ${client.host}:${client.port} is PostgreSQL ${major}; Oja needs ${oldest} or newer.`,
    `Debian and Ubuntu get it from apt.postgresql.org (postgresql-${oldest}), Docker as postgres:${oldest}; without DATABASE_URL Oja uses its own.`,
  )
}
