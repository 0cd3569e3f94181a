import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeIn, readSentMail } from '#tests/support/sent-mail.ts'
import { cloneDatabase, type TestDatabase } from '../../support/database.ts'

/** A real server process with its own database, as `npm start` runs it. */
export interface OjaServer {
  url: string
  database: TestDatabase
  dataDir: string
  /** The server's log so far. */
  log(): string
  /** Error lines of the log; there should be none. */
  errors(): string[]
  stop(): Promise<void>
  /** Kills the process, as a crash or a power failure does. */
  kill(): Promise<void>
  /** Restarts it after `kill`, on the same port, database and DATA_DIR. */
  startAgain(): Promise<void>
}

const settingsOfTests = ['generous-timeouts', 'cheap-passwords'].map(
  (name) => `--import=./tests/support/${name}.ts`,
)

export async function startServer(settings: Record<string, string> = {}): Promise<OjaServer> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-e2e-'))
  let log = ''
  let child: ChildProcess | undefined

  async function launch(port: string): Promise<string> {
    const started = spawn(process.execPath, [...settingsOfTests, 'server/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        PORT: port,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        // Tests write to the database directly; page-cache.spec.ts has a server that caches pages.
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

/** A log line of level 50 or more (JSON), or the output of a crash. */
function isError(line: string): boolean {
  return /"level":(5|6)0\b/.test(line) || /^\s*(\w*Error\b|at |Warning: )/.test(line)
}

/** The address that the server prints when it listens. */
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

/** The newest six-digit code mailed to an address; undefined without one in the mail folder. */
export async function readCode({ dataDir }: OjaServer, email: string): Promise<string | undefined> {
  const mail = (await readSentMail(dataDir, email)).at(-1)
  return mail && codeIn(mail)
}
