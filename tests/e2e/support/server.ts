import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, type TestDatabase } from '../../support/database.ts'
import { codeIn, readOutbox } from '../../support/outbox.ts'

/** A real server process on a database of its own, as `npm start` runs it. */
export interface OjaServer {
  url: string
  database: TestDatabase
  dataDir: string
  /** What the server wrote to its log so far. */
  log(): string
  /** Its lines that tell of errors; there should be none. */
  errors(): string[]
  stop(): Promise<void>
  /** Ends the process at once, as a crash or a power cut does. */
  kill(): Promise<void>
  /** Starts it again after `kill`, on the same port, database and DATA_DIR. */
  startAgain(): Promise<void>
}

export async function startServer(settings: Record<string, string> = {}): Promise<OjaServer> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-e2e-'))
  let log = ''
  let child: ChildProcess | undefined

  async function launch(port: string): Promise<string> {
    const started = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        PORT: port,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        // Tests put things into the database behind the server's back; page-cache.spec.ts has a server that keeps pages.
        PAGE_CACHE_SECONDS: '0',
        RATE_LIMIT_FACTOR: '1000',
        TEST_HOOKS: '1',
        DEMO: '0',
        LOG_LEVEL: 'warn',
        ...settings,
      },
    })
    child = started
    started.stderr.on('data', (chunk) => {
      log += chunk
    })
    return readAddress(started, (text) => {
      log += text
    }).catch((error) => {
      throw new Error(`${error.message}\n${log}`)
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    child?.kill(signal)
    if (child) await once(child, 'exit')
    child = undefined
  }

  const url = await launch('0')
  return {
    url,
    database,
    dataDir,
    log: () => log,
    errors: () => log.split('\n').filter(isError),
    async stop() {
      await end('SIGTERM')
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
    kill: () => end('SIGKILL'),
    async startAgain() {
      await launch(new URL(url).port)
    },
  }
}

/** A line of the log (JSON, level 50 and more), or what a crash leaves. */
function isError(line: string): boolean {
  return /"level":(5|6)0\b/.test(line) || /^\s*(\w*Error\b|at |Warning: )/.test(line)
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

/** The newest six-digit code that was mailed to an address; undefined while there is none in the outbox. */
export async function readCode({ dataDir }: OjaServer, email: string): Promise<string | undefined> {
  const mail = (await readOutbox(dataDir, email)).at(-1)
  return mail && codeIn(mail)
}
