import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { registration } from '#tests/support/accounts.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { shortRun } from '#tests/support/oja-process.ts'
import { type Person, register, signIn } from '#tests/support/person.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { until } from '#tests/support/until.ts'

// Whole processes, as `npm start` and `npm run admin` run them, on an embedded PostgreSQL of their own.
let dataDir: string
const running = new Set<Run>()
/** Registered by the first start. */
let ada: Person

interface Run {
  process: ChildProcess
  /** What it has written so far, both streams. */
  output: string
  exited: Promise<number | null>
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oja-start-'))
})
afterEach(async () => {
  for (const run of running) run.process.kill('SIGKILL')
  await Promise.all([...running].map((run) => run.exited))
  running.clear()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function run(args: string[], settings: Record<string, string> = {}): Run {
  return follow(process.execPath, args, { ...defaults(), ...settings })
}

const defaults = () => ({ HOST: '127.0.0.1', PORT: '0', DEMO: '0', DATA_DIR: dataDir })

function follow(command: string, args: string[], settings: Record<string, string> = {}): Run {
  const env = { PATH: process.env.PATH, ...settings }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const started: Run = { process: child, output: '', exited: once(child, 'exit').then(([code]) => code) }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      started.output += chunk
    })
  }
  running.add(started)
  return started
}

/** Quick, where a whole page would take some of the seconds that a request has once Oja stops. */
function refusesConnections(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => resolve(true))
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}

/** Starts Oja and answers with its address once it listens. */
async function start(settings: Record<string, string> = {}): Promise<Run & { url: string }> {
  return listening(run([...shortRun, 'scripts/start.mjs'], settings))
}

async function listening(started: Run): Promise<Run & { url: string }> {
  const url = await new Promise<string>((resolve, reject) => {
    started.exited.then((code) => reject(new Error(`ended with ${code}: ${started.output}`)))
    started.process.stdout?.on('data', () => {
      const address = /Oja is at (\S+)\n/.exec(started.output)?.[1]
      if (address) resolve(address)
    })
  })
  return Object.assign(started, { url })
}

async function stop(started: Run): Promise<number | null> {
  started.process.kill('SIGTERM')
  return started.exited
}

test('[START-ADDRESS] [START-TERM] [DEMO-OFF] pages are served, and SIGTERM stops it cleanly', async () => {
  const first = await start()
  const home = await fetch(first.url)
  expect(home.status).toBe(200)
  expect(await home.text()).toContain('Find Anything in Nigeria')
  // DEMO=0 leaves an empty marketplace empty.
  expect(await (await fetch(`${first.url}/api/listings`)).json()).toEqual([])
  ada = await register(first.url, dataDir, 'ada')
  expect(await stop(first)).toBe(0)
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)
})

test('[START-KEEPS] [START-ARGUMENTS] [START-TERM] the next start has all data: `npm start`, which passes its arguments on, and through which SIGTERM reaches Oja', async () => {
  const file = join(dataDir, 'oja.env')
  await writeFile(file, `HOST=127.0.0.1\nPORT=0\nDEMO=0\nDATA_DIR=${dataDir}\n`)
  const npm = await listening(follow('npm', ['start', '--', '--settings', file]))
  expect(await signIn(npm.url, ada.email)).toMatchObject({ id: ada.id })
  expect(await stop(npm)).toBe(0)
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)
})

// `script` of util-linux makes a terminal.
test.runIf(existsSync('/usr/bin/script') && process.platform === 'linux').each(['1', '2'])(
  '[START-TERM] a terminal that is closed stops Oja of WEB_CONCURRENCY=%s like SIGTERM',
  async (WEB_CONCURRENCY) => {
    // A terminal, which is closed when this program ends.
    const terminal = follow(
      'script',
      ['-qfc', `exec "${process.execPath}" ${shortRun.join(' ')} scripts/start.mjs`, '/dev/null'],
      {
        ...defaults(),
        WEB_CONCURRENCY,
        // What is logged once the terminal is closed cannot be written.
        LOG_LEVEL: 'info',
      },
    )
    const [, url = ''] = await until('it listens', () => /Oja is at (\S+)/.exec(terminal.output))
    const sent = request(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' },
    })
    sent.flushHeaders()
    await once(sent, 'continue')
    const answered = once(sent, 'response')
    // Awaited below.
    answered.catch(() => undefined)
    terminal.process.kill('SIGKILL')
    await until('it listens no more', () => refusesConnections(url))
    sent.end('{}')
    const [response] = await answered
    expect(response.statusCode).toBe(400)
    await until('PostgreSQL has ended', () => !existsSync(join(dataDir, 'postgres/postmaster.pid')))
  },
)

test('[START-TERM] SIGTERM stops Oja cleanly while a mail server keeps silent and a slow phone is still sending', async () => {
  const smtp = await startSmtpServer()
  smtp.behaviour = 'keep silent'
  const oja = await start({ SMTP_URL: smtp.url })
  const send = (length: number) =>
    request(`${oja.url}/api/auth/register-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': length, expect: '100-continue' },
    })
  const body = JSON.stringify(registration())
  const whole = send(Buffer.byteLength(body))
  const answered = once(whole, 'response')
  whole.end(body)
  const [response] = await answered
  expect(response.statusCode).toBe(201)
  await until('its mail is being sent', () => smtp.connections > 0)
  const slow = send(100)
  slow.on('error', () => {})
  slow.flushHeaders()
  await once(slow, 'continue')
  expect(await stop(oja)).toBe(0)
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)
  await smtp.close()
})

test('[START-TERM] [START-RECOVERS] without a terminal SIGHUP asks for a reload: a single process says that it cannot, and runs on; after kill -9 the next start has every acknowledged write', async () => {
  const first = await start()
  first.process.kill('SIGHUP')
  await until('it says so', () => first.output.includes('restart it') || first.process.signalCode)
  const bola = await register(first.url, dataDir, 'bola')
  first.process.kill('SIGKILL')
  await first.exited
  const second = await start()
  expect(await signIn(second.url, bola.email)).toMatchObject({ id: bola.id })
  expect(await stop(second)).toBe(0)
})

test('[START-PORT] a port in use gives one line with the remedy, and changes nothing', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const port = String((holder.address() as { port: number }).port)
  const refused = run(['scripts/start.mjs'], { PORT: port, DATA_DIR: join(dataDir, 'never') })
  expect(await refused.exited).toBe(1)
  expect(refused.output).toMatch(/^Port \d+ is in use\. .*PORT=\d+ npm start\.\n$/)
  expect(await readdir(dataDir)).not.toContain('never')
  holder.close()
})

test('[START-REMEDY] with a database elsewhere, too, a data folder that cannot be written or a key that is damaged ends the start in one line', async () => {
  const database = await cloneDatabase()
  const [home, damaged] = [await mkdtemp(join(dataDir, 'home-')), await mkdtemp(join(dataDir, 'damaged-'))]
  await writeFile(join(home, 'file'), '')
  await writeFile(join(damaged, 'secret.key'), 'half')
  try {
    for (const [folder, line] of [
      [join(home, 'file'), /^The data folder \S+file cannot be written \(\w+\)\. .*DATA_DIR\.\n$/],
      [damaged, /^The key in \S+secret\.key is incomplete\. .*\n$/],
    ] as const) {
      const refused = run(['scripts/start.mjs'], { DATABASE_URL: database.url, DATA_DIR: folder })
      expect([await refused.exited, refused.output]).toEqual([1, expect.stringMatching(line)])
    }
  } finally {
    await database.drop()
  }
})

test('[START-REMEDY] a file of the data folder that cannot be used is named in one line', async () => {
  const folder = await mkdtemp(join(dataDir, 'odd-'))
  await mkdir(join(folder, 'oja.pid'))
  const refused = run(['scripts/start.mjs'], { DATA_DIR: folder })
  expect([await refused.exited, refused.output]).toEqual([
    1,
    expect.stringMatching(/^\S+oja\.pid: this is a folder\. .*\n$/),
  ])
})

test('[START-SETTINGS] every bad setting is named in one line', async () => {
  const refused = run(['scripts/start.mjs'], {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://localhost',
    LOG_LEVEL: 'loud',
  })
  expect(await refused.exited).toBe(1)
  expect(refused.output.trim().split('\n')).toHaveLength(1)
  expect(refused.output).toContain(
    'PORT must be a number; DATABASE_URL must be an address such as postgresql://',
  )
  expect(refused.output).toContain('LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent')
})

test.each([
  // Pasted from the browser: every link of a mail would begin with it.
  ['PUBLIC_URL must be an address without a path', { PUBLIC_URL: 'https://oja.example/login' }],
  ['PUBLIC_URL must be an address without a path', { PUBLIC_URL: 'oja.example' }],
  [
    'S3_BUCKET must be set beside the other S3 settings',
    { S3_BUKET: 'oja', S3_ENDPOINT: 'https://s3.example' },
  ],
  ['S3_REGION must be set, such as eu-west-1, or S3_ENDPOINT', { S3_BUCKET: 'oja' }],
  [
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set',
    { S3_BUCKET: 'oja', S3_REGION: 'eu-west-1', S3_ACCESS_KEY_ID: 'key' },
  ],
  ['REDIS_SENTINEL_MASTER needs REDIS_URL', { REDIS_SENTINEL_MASTER: 'oja' }],
  ['JOBS_IN_WEB=0 needs DATABASE_URL', { JOBS_IN_WEB: '0' }],
])('[START-SETTINGS] a slip that would go unnoticed is refused: %s', (problem, settings) => {
  expect(() => readEnv(settings)).toThrow(problem)
})

test.each(['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'DEMO', 'TEST_HOOKS'])(
  '[START-SETTINGS] production refuses unsafe defaults, and names them: %s',
  (setting) => {
    expect(() => readEnv({ NODE_ENV: 'production', TEST_HOOKS: '1' })).toThrow(`${setting} must`)
  },
)

test.each(['1', '2'])(
  '[START-REMEDY] a public Oja of WEB_CONCURRENCY=%s with a database elsewhere makes no key of its own',
  async (WEB_CONCURRENCY) => {
    const refused = run(['scripts/start.mjs'], {
      NODE_ENV: 'production',
      WEB_CONCURRENCY,
      DATABASE_URL: 'postgresql://127.0.0.1:9/oja',
      DATA_DIR: join(dataDir, 'keyless'),
      PUBLIC_URL: 'https://oja.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SUPPORT_EMAIL: 'help@example.com',
      MAIL_FROM: 'Oja <no-reply@example.com>',
    })
    expect([await refused.exited, refused.output]).toEqual([
      1,
      expect.stringMatching(/There is no key in \S+keyless\S+secret\.key, .*SECRET_KEY/),
    ])
    expect(await readdir(dataDir)).not.toContain('keyless')
  },
)

test('[START-ADMIN] an administrator is made while Oja runs and while it does not; an unknown address gives an error', async () => {
  const grant = (email: string) => run(['scripts/admin.mjs', 'grant', email])
  const oja = await start()
  const whileRunning = grant(ada.email.toUpperCase())
  expect([await whileRunning.exited, whileRunning.output]).toEqual([
    0,
    expect.stringContaining('administrator'),
  ])
  expect(await stop(oja)).toBe(0)

  const whileStopped = grant(ada.email)
  expect([await whileStopped.exited, whileStopped.output]).toEqual([
    0,
    expect.stringContaining('administrator'),
  ])
  const unknown = grant('nobody@example.com')
  expect([await unknown.exited, unknown.output]).toEqual([1, expect.stringContaining('nobody@example.com')])
})
