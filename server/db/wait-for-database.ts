import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '#server/lib/startup-error.ts'
import { timeouts } from './timeouts.ts'

/** Errors that waiting does not change: a wrong password, user or database, TLS refused. */
const permanent = /^(28|3D|42501)/
const remedy = 'Start it or correct DATABASE_URL; without DATABASE_URL Oja uses its own embedded PostgreSQL.'

/** Milliseconds that a PostgreSQL may take to start. */
const startTimeout = 10_000

/**
 * Milliseconds. A PostgreSQL that accepts a connection but does not respond is busy, or the machine is; that
 * passes.
 */
const busyTimeout = 60_000

/** The oldest tested version, which is the embedded one. */
const minimumVersion = 18

/**
 * Waits until the PostgreSQL at `connectionString` accepts connections, since it may be starting at the same
 * time as Oja: up to ten seconds, longer if it is only slow. Throws StartupError, also for a version that is
 * too old or another encoding than UTF-8, with host and port but never the password.
 */
export async function waitForDatabase(connectionString: string): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeouts.connection })
    // `connect` also reports a connection that breaks while it is made.
    client.on('error', () => {})
    try {
      await client.connect()
      await requireSuitable(client)
      await client.end()
      return
    } catch (error) {
      if (error instanceof StartupError) {
        await client.end()
        throw error
      }
      const { code, message } = error as { code?: string; message: string }
      // The driver's message; its error has no code.
      const timeout = message === 'timeout expired' ? busyTimeout : startTimeout
      if (!permanent.test(code ?? '') && Date.now() + 500 < begun + timeout) {
        await sleep(500)
        continue
      }
      void client.end().catch(() => {})
      const address = `${client.host}:${client.port}`
      throw new StartupError(
        `The PostgreSQL of DATABASE_URL at ${address} cannot be used (${message || code}).`,
        remedy,
      )
    }
  }
}

/** Throws StartupError if the server is older than the migrations need, or the database cannot store every character. */
async function requireSuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  )
  const [{ version, encoding } = { version: '0', encoding: '' }] = rows
  const at = `The database of DATABASE_URL at ${client.host}:${client.port}`
  const major = Math.floor(Number(version) / 10_000)
  if (major < minimumVersion)
    throw new StartupError(
      `${at} is PostgreSQL ${major}; Oja needs ${minimumVersion} or newer.`,
      `Debian and Ubuntu get it from apt.postgresql.org (postgresql-${minimumVersion}), Docker as postgres:${minimumVersion}; without DATABASE_URL Oja uses its own.`,
    )
  if (encoding !== 'UTF8')
    throw new StartupError(
      `${at} stores text as ${encoding}; Oja needs UTF8.`,
      `Make another: create database oja owner oja encoding 'UTF8' template template0.`,
    )
}
