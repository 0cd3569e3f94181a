import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pidFilePath, readPidFile } from './embedded/pid-file.ts'
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const root = mkdtempSync(join(tmpdir(), 'oja-embedded-'))
const dataDir = join(root, 'data')
const clusterDir = join(dataDir, 'postgres')
afterAll(() => rmSync(root, { recursive: true, force: true }))

function listen() {
  const lines: string[] = []
  const take = (line: string) => void lines.push(line)
  return { lines, info: take, warn: take }
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL on `dataDir` in a separate process; resolves once that has printed a line. */
function startElsewhere(path = process.env.PATH, folder = dataDir) {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const log = { info() {}, warn() {} }
    try {
      await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, log })
      console.log('up')
    } catch (error) {
      console.log(error.message)
      process.exit(1)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: path },
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return new Promise<{ pid: number; line: string; exit: Promise<number | null>; kill(): void }>((resolve) => {
    child.stdout.once('data', (line: Buffer) =>
      resolve({ pid: child.pid ?? 0, line: line.toString().trim(), exit, kill: () => child.kill('SIGKILL') }),
    )
  })
}

function connectionStringOf(pid: number): string {
  const file = readPidFile(clusterDir)
  if (file?.pid !== pid) throw new Error(`No PostgreSQL ${pid}.`)
  return `postgresql://oja@localhost/oja?host=${encodeURIComponent(file.socketDir)}&port=${file.port}`
}

beforeAll(async () => {
  // The remains of an interrupted first start: half a cluster under a temporary name.
  mkdirSync(join(dataDir, 'postgres.new-abcdef'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new-abcdef', 'PG_VERSION'), '18\n')
  const database = await startEmbeddedPostgres({ dataDir, log: listen() })
  await query(database.connectionString, 'create table kept (name text)')
  await query(database.connectionString, `insert into kept values ('Ọ̀ṣun')`)
  await database.stop()
})

test('[START-CLUSTER] a first start creates a private UTF-8 cluster with checksums and removes half-made ones', async () => {
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  if (process.platform !== 'win32') expect(statSync(clusterDir).mode & 0o777).toBe(0o700)
  const database = await startEmbeddedPostgres({ dataDir, log: listen() })
  const [row] = await query(
    database.connectionString,
    `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
            current_setting('fsync') as fsync, current_setting('listen_addresses') as listens, 'Ọ' ~ '^\\w$' as letter`,
  )
  await database.stop()
  expect(row).toMatchObject({ encoding: 'UTF8', checksums: 'on', fsync: 'on', letter: true })
  if (process.platform !== 'win32') expect(row).toMatchObject({ listens: '' })
})

test('[START-KEEPS] a later start keeps the data, and a clean stop leaves no process', async () => {
  const log = listen()
  const database = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(database.connectionString, 'select name from kept')).toEqual([{ name: 'Ọ̀ṣun' }])
  await database.stop()
  expect(existsSync(pidFilePath(clusterDir))).toBe(false)
  expect(log.lines).toEqual([])
})

test('[OPS-LOG-SECRETS] the log of PostgreSQL has neither statements nor values of rows; a start puts a large one aside', async () => {
  const large = 10_000_001
  truncateSync(join(dataDir, 'postgres.log'), large)
  const server = await startEmbeddedPostgres({ dataDir, log: listen() })
  const insert = "insert into log_test values ('ada@example.com')"
  await query(server.connectionString, `create table log_test (email text unique); ${insert}`)
  await expect(query(server.connectionString, insert)).rejects.toThrow('duplicate key value')
  await server.stop()
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key value violates unique constraint "log_test_email_key"')
  expect(log).not.toContain('ada@')
  expect(log.length).toBeLessThan(large)
  expect(statSync(join(dataDir, 'postgres.log.old')).size).toBe(large)
})

test('[START-ONE] a second Oja on the same data folder is refused in one line, and the first keeps running', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log: listen() })
  const second = await startElsewhere()
  expect(second.line).toBe(
    `Another Oja (process ${process.pid}) already uses the data folder ${dataDir}. ` +
      'Stop it, or give this one its own folder with DATA_DIR.',
  )
  expect(await second.exit).toBe(1)
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log: listen() })
  expect(await query(borrowed.connectionString, 'select name from kept')).toHaveLength(1)
  await borrowed.stop()
  expect(await query(first.connectionString, 'select name from kept')).toHaveLength(1)
  await first.stop()
})

/** A PostgreSQL whose Oja was killed; returns its process number. */
async function leaveOrphan(): Promise<number> {
  const killed = await startElsewhere()
  expect(killed.line).toBe('up')
  killed.kill()
  await killed.exit
  return readPidFile(clusterDir)?.pid ?? 0
}

test.runIf(process.platform === 'linux')(
  '[START-INHERITS] after kill -9 of Oja the next start takes over its PostgreSQL, ends running statements, and restarts it when it dies',
  async () => {
    const orphan = await leaveOrphan()
    const stale = new pg.Client({ connectionString: connectionStringOf(orphan) })
    const isEnded = new Promise<void>((resolve) => stale.on('error', () => resolve()))
    await stale.connect()
    await stale.query('begin; lock table kept')
    const log = listen()
    const restarted = Promise.withResolvers<void>()
    const warn = (line: string) => {
      log.warn(line)
      if (line === 'PostgreSQL runs again.') restarted.resolve()
    }
    const database = await startEmbeddedPostgres({ dataDir, log: { info: log.info, warn } })
    await isEnded
    expect(log.lines).toEqual([])
    expect(readPidFile(clusterDir)?.pid).toBe(orphan)
    expect(await query(database.connectionString, 'select name from kept')).toHaveLength(1)
    process.kill(orphan, 'SIGKILL')
    await restarted.promise
    expect(readPidFile(clusterDir)?.pid).not.toBe(orphan)
    expect(await query(database.connectionString, 'select name from kept')).toHaveLength(1)
    await database.stop()
    expect(existsSync(pidFilePath(clusterDir))).toBe(false)
  },
)

test.runIf(process.platform === 'linux')(
  '[START-INHERITS] an inherited PostgreSQL is stopped cleanly too',
  async () => {
    const orphan = await leaveOrphan()
    const database = await startEmbeddedPostgres({ dataDir, log: listen() })
    expect(readPidFile(clusterDir)?.pid).toBe(orphan)
    await database.stop()
    expect(existsSync(pidFilePath(clusterDir))).toBe(false)
  },
)

test('[START-RECOVERS] an orphaned PostgreSQL that does not respond is ended, and another started', async () => {
  const orphan = await leaveOrphan()
  process.kill(orphan, 'SIGSTOP')
  const log = listen()
  const database = await startEmbeddedPostgres({ dataDir, log })
  expect(log.lines).toEqual([expect.stringMatching(/^Stopping PostgreSQL left over .*\b\d+\b/)])
  expect(readPidFile(clusterDir)?.pid).not.toBe(orphan)
  expect(await query(database.connectionString, 'select name from kept')).toHaveLength(1)
  await database.stop()
})

test.each([
  ['naming a living program that is not PostgreSQL', `${process.pid}\n${clusterDir}\n1\n5432\n\n\n\nready\n`],
  ['cut short', ''],
])('[START-RECOVERS] a stale postmaster.pid %s does not prevent a start', async (_what, content) => {
  writeFileSync(pidFilePath(clusterDir), content)
  const database = await startEmbeddedPostgres({ dataDir, log: listen() })
  expect(await query(database.connectionString, 'select name from kept')).toHaveLength(1)
  await database.stop()
})

test('[START-RECOVERS] a PostgreSQL that dies is restarted at the same address', async () => {
  const restarted = Promise.withResolvers<void>()
  const warn = (line: string) => line === 'PostgreSQL runs again.' && restarted.resolve()
  const database = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn } })
  process.kill(readPidFile(clusterDir)?.pid ?? 0, 'SIGKILL')
  await restarted.promise
  expect(await query(database.connectionString, 'select name from kept')).toHaveLength(1)
  await database.stop()
})

test('[START-CLUSTER] a data folder too deep for a Unix socket works, and leaves nothing in the temporary folder', async () => {
  const deep = join(root, 'd'.repeat(60), 'e e'.repeat(20))
  const database = await startEmbeddedPostgres({ dataDir: deep, log: listen() })
  const folder = new URL(database.connectionString).searchParams.get('host') ?? ''
  expect(await query(database.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  if (process.platform !== 'win32') expect(folder).not.toContain(deep)
  expect(existsSync(folder)).toBe(false)
})

test('[START-REMEDY] a cluster of another PostgreSQL gets an error that names both versions', async () => {
  const older = join(root, 'older')
  mkdirSync(join(older, 'postgres'), { recursive: true })
  writeFileSync(join(older, 'postgres', 'PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataDir: older, log: listen() })).rejects.toThrow(
    /was written by PostgreSQL 17; this Oja brings PostgreSQL 18\. /,
  )
})

test('[START-REMEDY] a folder that is no cluster, and a file in place of the data folder, get an error with the remedy', async () => {
  const odd = join(root, 'odd')
  mkdirSync(join(odd, 'postgres'), { recursive: true })
  writeFileSync(join(odd, 'postgres', 'notes.txt'), '')
  await expect(startEmbeddedPostgres({ dataDir: odd, log: listen() })).rejects.toThrow(
    /holds files that are not a PostgreSQL cluster\. Move them away/,
  )
  await expect(
    startEmbeddedPostgres({ dataDir: join(odd, 'postgres', 'notes.txt'), log: listen() }),
  ).rejects.toThrow(/cannot be written .*DATA_DIR/)
})

test.skipIf(process.getuid?.() !== 0)(
  'as root without any way to leave root, one line tells what to do',
  async () => {
    const tools = join(root, 'no-tools')
    mkdirSync(tools)
    const refused = await startElsewhere(tools, join(root, 'root-only'))
    expect(refused.line).toMatch(
      /^PostgreSQL refuses to run as root .* ordinary user .* or set DATABASE_URL\.$/,
    )
    expect(await refused.exit).toBe(1)
  },
)
