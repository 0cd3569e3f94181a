import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, type TestDatabase } from '../../support/database.ts'

/** A real server process on a database of its own, as `npm start` runs it. */
export interface OjaServer {
  url: string
  database: TestDatabase
  dataDir: string
  /** What the server wrote to its log so far. */
  log(): string
  stop(): Promise<void>
}

export async function startServer(settings: Record<string, string> = {}): Promise<OjaServer> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-e2e-'))
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      RATE_LIMIT_FACTOR: '1000',
      TEST_HOOKS: '1',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const url = await readAddress(child, (text) => {
    log += text
  }).catch((error) => {
    throw new Error(`${error.message}\n${log}`)
  })
  return {
    url,
    database,
    dataDir,
    log: () => log,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address that the server prints once it listens. */
function readAddress(child: ChildProcess, onOutput: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      onOutput(String(chunk))
      const address = /Oja is at (http:\/\/\S+)/.exec(String(chunk))?.[1]
      if (address) resolve(address)
    })
  })
}

/** The newest six-digit code that was mailed to an address, read from the outbox. */
export async function readCode(server: OjaServer, email: string): Promise<string | undefined> {
  const folder = join(server.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  for (const name of names.reverse()) {
    const text = await readFile(join(folder, name), 'utf8')
    if (text.includes(email))
      return /\b(\d{6})\b/.exec(
        text
          .split(/\r?\n\r?\n/)
          .slice(1)
          .join('\n'),
      )?.[1]
  }
  return undefined
}
