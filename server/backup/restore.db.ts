import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip as gunzipWithCallback } from 'node:zlib'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { Sms } from '#server/core/mail/sms.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { rowsOf } from '#server/db/typed-sql.ts'
import type { DumpedTable } from './tables.db.ts'

const gunzip = promisify(gunzipWithCallback)

const Presence = z.strictObject({ there: z.boolean() })
const Index = z.strictObject({ name: z.string(), definition: z.string() })
const Migration = z.strictObject({ name: z.string() })
const Constraint = z.strictObject({ drop: z.string(), add: z.string() })

/** Whether the database contains a marketplace: tables with at least one user. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('public.users') is not null as there`)
  if (!rowsOf(Presence, rows)[0]?.there) return false
  const { rowCount } = await client.query('select from users limit 1')
  return rowCount !== 0
}

/** The migrations that a database without a marketplace has had, such as by a start of Oja. */
export async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('public.kysely_migration') is not null as there`)
  if (!rowsOf(Presence, rows)[0]?.there) return []
  const done = await client.query('select name from kysely_migration order by name')
  return rowsOf(Migration, done.rows).map(({ name }) => name)
}

/**
 * Starts to restore rows, in one transaction: disables triggers, deletes the rows of the migrations, and
 * drops the indexes that only speed up reads; building those at the end takes a tenth of the time. Also drops
 * the foreign keys of a table to itself: a row may stand before the one that it refers to. Returns the
 * statements that restore both.
 */
export async function beginRestore(client: pg.Client, tables: DumpedTable[]): Promise<string[]> {
  await client.query("begin; set local maintenance_work_mem = '256MB'")
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`)
  for (const { name } of tables.toReversed()) await client.query(`delete from ${pg.escapeIdentifier(name)}`)
  const { rows } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisunique and not indisexclusion`)
  const indexes = rowsOf(Index, rows)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const own = await client.query(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid = confrelid`)
  const constraints = rowsOf(Constraint, own.rows)
  for (const { drop } of constraints) await client.query(drop)
  return [...indexes.map(({ definition }) => definition), ...constraints.map(({ add }) => add)]
}

/** Restores rows; returns their number. */
export async function restoreRows(
  client: pg.Client,
  { name, columns }: DumpedTable,
  part: Buffer,
): Promise<number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  // Before the copy begins: a connection in the middle of a COPY cannot roll back.
  const rows = await gunzip(part)
  const copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
  await pipeline([rows], copy)
  return copy.rowCount
}

/** Enqueues mail and text messages again, in the transaction of `client`; returns their number. */
export async function restoreUnsent(client: pg.Client, jobs: Jobs, part: Buffer): Promise<number> {
  const tx = transactionOf(client)
  const lines = (await gunzip(part)).toString().split('\n').filter(Boolean)
  for (const line of lines) {
    const { queue, data } = JSON.parse(line.replaceAll('\\\\', '\\')) as { queue: string; data: Mail & Sms }
    if (queue === 'mail') await jobs.enqueueComposed(tx, data)
    else await jobs.enqueueSms(tx, data)
  }
  return lines.length
}

/** Commits, which makes everything visible at once. `definitions` is the result of beginRestore. */
export async function endRestore(
  client: pg.Client,
  tables: DumpedTable[],
  sequences: Record<string, number>,
  definitions: string[],
): Promise<void> {
  for (const definition of definitions) await client.query(definition)
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value])
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`)
  await client.query('commit')
}

/** Without the planner's statistics the first hours would be slow. */
export async function analyzeTables(client: pg.Client): Promise<void> {
  await client.query('analyze')
}

/** The open transaction of a connection, as the job queue takes it. */
function transactionOf(client: pg.Client): Tx {
  const connection = { query: client.query.bind(client), release() {} }
  const pool = { connect: async () => connection, end: async () => {} }
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
  }) as unknown as Tx
}
