import { promisify } from 'node:util'
import { gzip as gzipWithCallback } from 'node:zlib'
import pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { mediaLock } from '#server/db/media-lock.ts'
import { usedPhotoIds } from '#server/db/photo-uses.ts'
import { rowsOf } from '#server/db/typed-sql.ts'
import { StartupError } from '#server/lib/startup-error.ts'

const gzip = promisify(gzipWithCallback)

/** A table and the columns that its dump has. */
const DumpedTable = z.strictObject({ name: z.string(), columns: z.array(z.string()) })
export type DumpedTable = z.output<typeof DumpedTable>

const Reference = z.strictObject({ child: z.string(), parent: z.string() })
const Sequence = z.strictObject({ name: z.string(), value: z.number().nullable() })
const Presence = z.strictObject({ there: z.boolean() })

export interface Inventory {
  /** Names of the migrations that made the tables, in order. */
  migrations: string[]
  /** In restore order: referenced tables first. */
  tables: DumpedTable[]
  /** The last value of each sequence. */
  sequences: Record<string, number>
}

/** A connection for tools, without time limits. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // The pending query reports a broken connection.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = iso',
  )
  return client
}

/**
 * Starts a snapshot of the database; concurrent writes are not in it. No picture is deleted from just before
 * the snapshot until the connection ends. Returns what there is to read.
 */
export async function beginSnapshot(client: pg.Client): Promise<Inventory> {
  await client.query(`select pg_advisory_lock_shared(${mediaLock})`)
  await client.query('begin isolation level repeatable read read only')
  const [place] = await readColumn(client, `select to_regclass('kysely_migration')::text`)
  if (!place)
    throw new StartupError(
      'There is no Oja in this database yet.',
      'Correct DATABASE_URL or DATA_DIR, or start Oja there once.',
    )
  const migrations = await readColumn(client, 'select name from kysely_migration order by name')
  const tables = await client.query(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely\\_%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  const references = await client.query(`
    select child.relname as child, parent.relname as parent
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`)
  const sequences = await client.query(`
    select sequencename as name, last_value::float8 as value from pg_sequences where schemaname = 'public'`)
  return {
    migrations,
    tables: inOrder(rowsOf(DumpedTable, tables.rows), rowsOf(Reference, references.rows)),
    sequences: Object.fromEntries(
      rowsOf(Sequence, sequences.rows).flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    ),
  }
}

/** Releases the snapshot; pictures are protected until the connection ends. */
export async function endSnapshot(client: pg.Client): Promise<void> {
  await client.query('commit')
}

async function readColumn(client: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' })
  return rows.map(([value = '']) => value)
}

/** Sorts each table after those that it references. */
function inOrder(tables: DumpedTable[], references: { child: string; parent: string }[]): DumpedTable[] {
  const done: DumpedTable[] = []
  let left = tables
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name))
    const isFree = ({ name }: DumpedTable) =>
      !references.some(({ child, parent }) => child === name && names.has(parent))
    const free = left.filter(isFree)
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}.`)
    done.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return done
}

/** Bytes of rows that are compressed together. */
const partBytes = 8 * 1024 * 1024

/** Some megabytes of rows in COPY's text format, compressed. */
export interface Part {
  bytes: Buffer
  rows: number
}

export function tableParts(client: pg.Client, { name, columns }: DumpedTable): AsyncGenerator<Part> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return parts(copyOut(client, `copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`))
}

/** Mail and text messages that wait to be sent, one JSON object per line: `{queue, data}`. */
export async function* unsentParts(client: pg.Client): AsyncGenerator<Part> {
  const { rows } = await client.query(`select to_regclass('pgboss.job') is not null as there`)
  if (!rowsOf(Presence, rows)[0]?.there) return
  yield* parts(
    copyOut(
      client,
      `copy (select json_build_object('queue', name, 'data', data) from pgboss.job
         where name in ('mail', 'sms') and state < 'completed' order by created_on) to stdout`,
    ),
  )
}

/** Runs a `copy … to stdout`; a chunk of the stream may end anywhere in a row. */
function copyOut(client: pg.ClientBase, query: string): CopyToStreamQuery {
  return client.query(copyTo(query))
}

async function* parts(copied: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of copied) {
    waiting.push(chunk)
    size += chunk.length
    if (size < partBytes || !chunk.includes('\n')) continue
    const bytes = Buffer.concat(waiting)
    const end = bytes.lastIndexOf('\n') + 1
    yield await packRows(bytes.subarray(0, end))
    waiting = [bytes.subarray(end)]
    size = bytes.length - end
  }
  if (size > 0) yield await packRows(Buffer.concat(waiting))
}

/** A row ends with its only unescaped line break. */
async function packRows(lines: Buffer): Promise<Part> {
  let rows = 0
  for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', end + 1)) rows += 1
  return { rows, bytes: await gzip(lines, { level: 4 }) }
}

export interface DumpedPhoto {
  id: string
  /** Pixels of the largest size. */
  width: number
  /** Its files must exist. */
  isUsed: boolean
}

/** The pictures of the snapshot, one per line; `readPhotoLine` parses a line. */
export function photoLines(client: pg.Client): CopyToStreamQuery {
  return copyOut(
    client,
    `copy (
      with used as (select distinct id from (${usedPhotoIds}) as uses)
      select uploads.id, width, used.id is not null from uploads left join used on used.id = uploads.id::text
    ) to stdout`,
  )
}

export function readPhotoLine(line: string): DumpedPhoto {
  const [id = '', width, used] = line.split('\t')
  return { id, width: Number(width), isUsed: used === 't' }
}
