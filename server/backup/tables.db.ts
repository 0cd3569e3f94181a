import { promisify } from 'node:util'
import { gzip as gzipWithCallback } from 'node:zlib'
import pg from 'pg'
import { copyOut } from '#server/db/copy.ts'
import { mediaLock } from '#server/db/media-lock.ts'
import { StartupError } from '#server/startup-error.ts'

const gzip = promisify(gzipWithCallback)

/** A table and the columns that its dump has. */
export interface DumpedTable {
  name: string
  columns: string[]
}

export interface Inventory {
  /** Names of the migrations that made the tables, in order. */
  migrations: string[]
  /** In an order in which rows can be put back: what others refer to comes first. */
  tables: DumpedTable[]
  /** The last value that each sequence gave. */
  sequences: Record<string, number>
}

/** A connection for tools: nothing that it asks is cut short. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // Whoever waits for an answer hears of a broken connection by it.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = iso',
  )
  return client
}

/**
 * Begins to read the database as it is at this moment, whoever writes meanwhile; from before this moment until the connection
 * ends, no picture is deleted. Answers what there is to read.
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
  const tables = await client.query<DumpedTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely\\_%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  const references = await client.query<{ child: string; parent: string }>(`
    select child.relname as child, parent.relname as parent
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`)
  const sequences = await client.query<{ name: string; value: number | null }>(`
    select sequencename as name, last_value::float8 as value from pg_sequences where schemaname = 'public'`)
  return {
    migrations,
    tables: inOrder(tables.rows, references.rows),
    sequences: Object.fromEntries(
      sequences.rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    ),
  }
}

/** Lets the snapshot go; pictures stay where they are until the connection ends. */
export async function endSnapshot(client: pg.Client): Promise<void> {
  await client.query('commit')
}

async function readColumn(client: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' })
  return rows.map(([value = '']) => value)
}

/** Each table after those that it refers to. */
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

/** Bytes of rows that are packed together. */
const partBytes = 8 * 1024 * 1024

/** Rows in COPY's text format, some megabytes of them, compressed. */
export interface Part {
  bytes: Buffer
  rows: number
}

export function tableParts(client: pg.Client, { name, columns }: DumpedTable): AsyncGenerator<Part> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return parts(copyOut(client, `copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`))
}

/** Mail and text messages that wait to be sent, each a JSON object on a line: `{queue, data}`. */
export async function* unsentParts(client: pg.Client): AsyncGenerator<Part> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.job') is not null as there`,
  )
  if (!rows[0]?.there) return
  yield* parts(
    copyOut(
      client,
      `copy (select json_build_object('queue', name, 'data', data) from pgboss.job
         where name in ('mail', 'sms') and state < 'completed' order by created_on) to stdout`,
    ),
  )
}

async function* parts(lines: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let waiting: Buffer[] = []
  let size = 0
  const take = async () => {
    const part = { rows: waiting.length, bytes: await gzip(Buffer.concat(waiting), { level: 4 }) }
    waiting = []
    size = 0
    return part
  }
  for await (const line of lines) {
    waiting.push(line)
    size += line.length
    if (size >= partBytes) yield await take()
  }
  if (size > 0) yield await take()
}

export interface DumpedPhoto {
  id: string
  /** Pixels of the largest size. */
  width: number
  /** Whether a listing, a profile or a message shows it: its files must be there then. */
  isShown: boolean
}

/** The pictures of the snapshot, one a line; `readPhotoLine` reads them. */
export function photoLines(client: pg.Client): AsyncGenerator<Buffer> {
  const idIn = (url: string) => `substring(${url} from '/media/photos/([0-9a-f-]{36})/')`
  return copyOut(
    client,
    `copy (
      with shown as (
        select ${idIn(`photo->>'url'`)} as id from listings, jsonb_array_elements(photos) as photo
        union select ${idIn('avatar_url')} from users where avatar_url is not null
        union select ${idIn(`attachment->>'url'`)} from messages where attachment is not null
      )
      select uploads.id, width, shown.id is not null from uploads left join shown on shown.id = uploads.id::text
    ) to stdout`,
  )
}

export function readPhotoLine(line: string): DumpedPhoto {
  const [id = '', width, shown] = line.split('\t')
  return { id, width: Number(width), isShown: shown === 't' }
}
