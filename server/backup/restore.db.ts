import { promisify } from 'node:util'
import { gunzip as gunzipWithCallback } from 'node:zlib'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Mail } from '#server/core/jobs/mail.ts'
import type { Sms } from '#server/core/jobs/sms.ts'
import { copyIn } from '#server/db/copy.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import type { DumpedTable } from './tables.db.ts'

const gunzip = promisify(gunzipWithCallback)

/** Whether a marketplace lives here: tables that somebody is in. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.users') is not null as there`,
  )
  if (!rows[0]?.there) return false
  const { rowCount } = await client.query('select from users limit 1')
  return rowCount !== 0
}

/**
 * Begins to put rows back, as one transaction: triggers rest, what the migrations put in goes, and indexes that only make reading
 * faster are built at the end, which takes a tenth of the time. Answers how they are built.
 */
export async function beginRestore(client: pg.Client, tables: DumpedTable[]): Promise<string[]> {
  await client.query("begin; set local maintenance_work_mem = '256MB'")
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`)
  for (const { name } of tables.toReversed()) await client.query(`delete from ${pg.escapeIdentifier(name)}`)
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisunique and not indisexclusion`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Puts rows back; answers how many. */
export async function restoreRows(
  client: pg.Client,
  { name, columns }: DumpedTable,
  part: Buffer,
): Promise<number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  // Before the copy begins: on a connection within one, nothing could be rolled back.
  const rows = await gunzip(part)
  const copy = await copyIn(client, `copy ${pg.escapeIdentifier(name)} (${list}) from stdin`)
  await copy.write(rows)
  return copy.end()
}

/** Enqueues mail and text messages anew, within the transaction of `client`; answers how many. */
export async function restoreUnsent(client: pg.Client, jobs: Jobs, part: Buffer): Promise<number> {
  const tx = transactionOf(client)
  const lines = (await gunzip(part)).toString().split('\n').filter(Boolean)
  for (const line of lines) {
    const { queue, data } = JSON.parse(line.replaceAll('\\\\', '\\')) as { queue: string; data: Mail & Sms }
    if (queue === 'mail') await jobs.enqueueMail(tx, data)
    else await jobs.enqueueSms(tx, data)
  }
  return lines.length
}

/** Makes it all there for everybody at once; `indexes` is what beginRestore answered. */
export async function endRestore(
  client: pg.Client,
  tables: DumpedTable[],
  sequences: Record<string, number>,
  indexes: string[],
): Promise<void> {
  for (const definition of indexes) await client.query(definition)
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value])
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`)
  await client.query('commit')
}

/** What PostgreSQL plans by; without it the first hours would be slow. */
export async function gatherStatistics(client: pg.Client): Promise<void> {
  await client.query('analyze')
}

/** The transaction that is open on a connection, as the job queue takes it. */
function transactionOf(client: pg.Client): Tx {
  const connection = { query: client.query.bind(client), release() {} }
  const pool = { connect: async () => connection, end: async () => {} }
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
  }) as unknown as Tx
}
