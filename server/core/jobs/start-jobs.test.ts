import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DiskWatch, watchDisks } from '#server/core/disk/disk-watch.ts'
import { listenToChannel } from '#server/db/channel-listener.ts'
import { readEnv } from '#server/env.ts'
import { recordNotified, takeNotified } from '#server/lib/request-context.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readSentMail } from '#tests/support/sent-mail.ts'
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { createTestDisk } from '#tests/support/test-disk.ts'
import { until } from '#tests/support/until.ts'
import type { Mail } from '../mail/mail.ts'
import type { Jobs, LoopChannel, Schedule } from './jobs.ts'
import { startLoops } from './loops.ts'
import { startJobs } from './start-jobs.ts'

let database: TestDatabase
let dataDir: string
let smtp: SmtpServer
let running: Jobs[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'oja-jobs-'))
  smtp = await startSmtpServer()
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  running = []
})
afterAll(async () => {
  await smtp.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Options {
  settings?: object
  workers?: boolean
  schedules?: Schedule[]
  disk?: DiskWatch
  announce?: () => void
}

async function start(options: Options = {}) {
  const lines: string[] = []
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, ...options.settings })
  const { workers = false, schedules = [], disk, announce } = options
  const log = (line: string) => lines.push(line)
  const jobs = await startJobs({
    ...{ database, env, workers, schedules, log },
    ...(disk && { disk }),
    ...(announce && { announce }),
  })
  running.push(jobs)
  await jobs.begin()
  const enqueue = (mail: Mail) =>
    database.db.transaction().execute((transaction) => jobs.enqueueComposed(transaction, mail))
  return { jobs, lines, enqueue }
}

async function waitingJobs(): Promise<unknown[]> {
  const { rows } = await sql`select id from pgboss.job where name = 'mail'`.execute(database.db)
  return rows
}

async function letRetriesBeDue(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db)
}

test('[MAIL-OUTBOX] without SMTP_URL each mail is one .eml file named by time and recipient, and the log names it', async () => {
  const { jobs, lines, enqueue } = await start()
  await enqueue({ to: 'ada@example.com', subject: 'Hello', text: 'First.' })
  await enqueue({ to: 'ada@example.com', subject: 'Ọjà', text: 'Second: ₦ 5 & <b>more</b>.' })
  await jobs.drain()

  const mails = await readSentMail(dataDir, 'ada@example.com')
  expect(mails.map((mail) => mail.text)).toEqual(['First.', 'Second: ₦ 5 & <b>more</b>.'])
  expect(mails[0]?.raw).toMatch(/^To: ada@example\.com\r\n(.+\r\n)?Subject: Hello\r$/m)
  expect(mails[1]?.raw).toContain('Content-Type: text/html')
  expect(mails[1]?.raw).toContain('&lt;b&gt;')
  expect(lines[0]).toMatch(/SMTP_URL is not set.*\/mail\/\d{4}-\d\d-\d\dT[\d.-]+Z-ada@example\.com\.eml$/)
})

test('[MAIL-OUTBOX] a recipient cannot make the file leave the outbox folder, nor create another file, nor be two', async () => {
  const { jobs, lines, enqueue } = await start()
  await enqueue({ to: '../../x,y@example.com', subject: 'Hello', text: 'Text.' })
  await jobs.drain()
  expect(lines[0]).toMatch(/\/mail\/[^/]+-\.\._\.\._x_y@example\.com\.eml$/)
  const [mail] = await readSentMail(dataDir, '.._.._x_y@example.com')
  expect(mail?.raw).toContain('To: <"../../x,y"@example.com>')
})

test('[MAIL-CODE-PLAIN] a code is on its own line of the file, not encoded', async () => {
  const { jobs, enqueue } = await start()
  await enqueue({ to: 'code@example.com', subject: 'Code', text: 'Káàbọ̀!\n\n031337\n\nBye.' })
  await jobs.drain()
  const [mail] = await readSentMail(dataDir, 'code@example.com')
  expect(mail?.raw).toContain('\r\n031337\r\n')
  expect(mail?.raw.match(/\b\d{6}\b/g)).toEqual(['031337', '031337'])
})

test('[MAIL-TRANSACTION] a rolled-back transaction sends no mail', async () => {
  const { jobs } = await start()
  const failing = database.db.transaction().execute(async (transaction) => {
    await jobs.enqueueComposed(transaction, { to: 'nobody@example.com', subject: 'x', text: 'x' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await jobs.drain()
  expect(await readSentMail(dataDir, 'nobody@example.com')).toEqual([])
  expect(await waitingJobs()).toEqual([])
})

test('[MAIL-LATEST] a newer mail with the same key replaces one that waits', async () => {
  const { jobs, enqueue } = await start()
  await enqueue({ to: 'key@example.com', subject: 'x', text: 'old', key: 'a' })
  await enqueue({ to: 'key@example.com', subject: 'x', text: 'other', key: 'b' })
  await enqueue({ to: 'key@example.com', subject: 'x', text: 'new', key: 'a' })
  await jobs.drain()
  const mails = await readSentMail(dataDir, 'key@example.com')
  expect(mails.map((mail) => mail.text).sort()).toEqual(['new', 'other'])
})

test('[MAIL-LATEST] it replaces one that waits for another attempt too, and is sent at once', async () => {
  const { jobs, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.behaviour = 'hang up'
  await enqueue({ to: 'key@example.com', subject: 'old', text: 'x', key: 'a' })
  await jobs.drain()
  smtp.behaviour = 'take'
  await enqueue({ to: 'key@example.com', subject: 'new', text: 'x', key: 'a' })
  await jobs.drain()
  expect((await smtp.nextMail()).subject).toBe('new')
  expect(await waitingJobs()).toEqual([])
})

test('[MAIL-LATEST] what replaces one that was tried very often has all its attempts', async () => {
  const { jobs, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.behaviour = 'hang up'
  await enqueue({ to: 'key@example.com', subject: 'old', text: 'x', key: 'a' })
  await jobs.drain()
  await sql`update pgboss.job set retry_count = retry_limit where name = 'mail'`.execute(database.db)
  await enqueue({ to: 'key@example.com', subject: 'new', text: 'x', key: 'a' })
  await jobs.drain()
  const { rows } =
    await sql`select data ->> 'subject' as subject, state from pgboss.job where name = 'mail'`.execute(
      database.db,
    )
  await sql`delete from pgboss.job`.execute(database.db)
  expect(rows).toEqual([{ subject: 'new', state: 'retry' }])
})

test('[MAIL-EXPIRED] a mail with an expired code is not sent, and a sent mail is not stored', async () => {
  const { jobs, enqueue } = await start()
  const now = Date.now()
  await enqueue({
    to: 'late@example.com',
    subject: 'x',
    text: 'x',
    expiresAt: new Date(now - 1).toISOString(),
  })
  await enqueue({
    to: 'soon@example.com',
    subject: 'x',
    text: 'x',
    expiresAt: new Date(now + 60_000).toISOString(),
  })
  await jobs.drain()
  expect(await readSentMail(dataDir, 'late@example.com')).toHaveLength(0)
  expect(await readSentMail(dataDir, 'soon@example.com')).toHaveLength(1)
  expect(await waitingJobs()).toEqual([])
})

test('[MAIL-SMTP] a mail waits while the mail server disconnects or refuses, and is sent once it accepts mail', async () => {
  const { jobs, lines, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.behaviour = 'hang up'
  await enqueue({ to: 'ada@example.com', subject: 'Delayed', text: 'It came.' })
  await jobs.drain()
  smtp.behaviour = 'refuse'
  await letRetriesBeDue()
  await jobs.drain()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('it is retried until its retry limit')
  expect(await waitingJobs()).toHaveLength(1)

  await smtp.disconnect()
  smtp.behaviour = 'take'
  await letRetriesBeDue()
  await jobs.drain()
  expect(await smtp.nextMail()).toMatchObject({ subject: 'Delayed', text: 'It came.' })
  expect(await waitingJobs()).toEqual([])
})

test.each([
  ['a mail', {}],
  [
    'a mail about a meeting in three days',
    { expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString() },
  ],
])('[MAIL-RETRY] retry delays of %s grow, over about a day', async (_, expiry) => {
  const { jobs, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.behaviour = 'refuse'
  await enqueue({ to: 'ada@example.com', subject: 'Day', text: 'x', ...expiry })
  const delays: number[] = []
  for (let attempts = 0; attempts < 60; attempts += 1) {
    await jobs.drain()
    const { rows } = await sql<{ pause: number }>`
      select extract(epoch from start_after - now())::float as pause from pgboss.job where state = 'retry'`.execute(
      database.db,
    )
    delays.push(rows[0]?.pause ?? Number.NaN)
    await letRetriesBeDue()
  }
  expect(delays[0]).toBeLessThan(5)
  expect(delays[3]).toBeGreaterThan(delays[0] ?? 0)
  expect(delays.at(-1)).toBeGreaterThan(1790)
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThan(30)
  await sql`delete from pgboss.job`.execute(database.db)
})

test('[MAIL-RETRY] mails that were enqueued together are tried as often', async () => {
  const { jobs } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.behaviour = 'refuse'
  const draft = {
    to: 'ada@example.com',
    subject: 'News',
    name: 'Ada',
    heading: 'News',
    body: ['x'],
    reason: 'x',
  }
  await database.db.transaction().execute((tx) => jobs.enqueueMails(tx, [draft, draft]))
  for (let attempts = 0; attempts < 5; attempts += 1) {
    await jobs.drain()
    await letRetriesBeDue()
  }
  await smtp.disconnect()
  smtp.behaviour = 'take'
  await jobs.drain()
  expect([(await smtp.nextMail()).subject, (await smtp.nextMail()).subject]).toEqual(['News', 'News'])
  expect(await waitingJobs()).toEqual([])
})

test('[MAIL-RETRY] a code is sent again every half minute until it expires', async () => {
  const { jobs, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.behaviour = 'refuse'
  const expiresAt = new Date(Date.now() + 600_000).toISOString()
  await enqueue({ to: 'ada@example.com', subject: 'Code', text: 'x', expiresAt })
  for (let attempts = 0; attempts < 20; attempts += 1) {
    await jobs.drain()
    await letRetriesBeDue()
  }
  await jobs.drain()
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from start_after - now())::float as pause from pgboss.job where state = 'retry'`.execute(
    database.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.pause).toBeLessThanOrEqual(30)
  await sql`delete from pgboss.job`.execute(database.db)
})

test('[MAIL-SMTP] mails that follow one another are sent on one connection', async () => {
  const { jobs, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.behaviour = 'take'
  const before = smtp.connections
  for (const subject of ['1', '2', '3']) await enqueue({ to: 'ada@example.com', subject, text: 'x' })
  await jobs.drain()
  const subjects = [await smtp.nextMail(), await smtp.nextMail(), await smtp.nextMail()].map(
    (mail) => mail.subject,
  )
  expect(subjects).toEqual(['1', '2', '3'])
  expect(smtp.connections - before).toBe(1)
})

test('[MAIL-QUICK] the web process sends mail itself and retries itself', async () => {
  const { enqueue } = await start({ settings: { SMTP_URL: smtp.url }, workers: true })
  smtp.behaviour = 'take'
  await enqueue({ to: 'ada@example.com', subject: 'Quick', text: 'x' })
  expect((await smtp.nextMail()).subject).toBe('Quick')

  smtp.behaviour = 'hang up'
  const failures = smtp.connections
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  await enqueue({ to: 'ada@example.com', subject: 'Again', text: 'x', expiresAt })
  await expect.poll(() => smtp.connections).toBeGreaterThan(failures)
  smtp.behaviour = 'take'
  expect((await smtp.nextMail()).subject).toBe('Again')
})

test('[MAIL-QUICK] a mail that another process enqueues wakes the workers with its commit; with the connection cut it leaves all the same', async () => {
  smtp.behaviour = 'take'
  const other = await start()
  await start({ settings: { SMTP_URL: smtp.url }, workers: true })
  const heard: string[] = []
  // As pg-boss names it.
  const { rows } = await sql<{ channel: string }>`
    select 'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24) as channel`.execute(database.db)
  const listener = listenToChannel(database.pg, rows[0]?.channel ?? '', {
    message: (queue) => void heard.push(queue),
    connect: () => void heard.push('ready'),
    error: () => undefined,
  })
  await until('it listens', () => heard.length === 1)
  await other.enqueue({ to: 'ada@example.com', subject: 'Elsewhere', text: 'x' })
  await until('it is told', () => heard.length === 2)
  expect(heard).toEqual(['ready', 'mail'])
  expect((await smtp.nextMail()).subject).toBe('Elsewhere')
  await listener.close()

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(database.db)
  await other.enqueue({ to: 'ada@example.com', subject: 'In the dark', text: 'x' })
  expect((await smtp.nextMail()).subject).toBe('In the dark')
})

test('an error of the job queue is reported again after a minute, also if the clock was set back meanwhile', async () => {
  const { jobs, lines } = await start()
  // PostgreSQL refuses it.
  const fail = () => jobs.wakeLoop('' as LoopChannel)
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    fail()
    await expect.poll(() => lines).toEqual(['Jobs: channel name cannot be empty'])
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(61_000)
    fail()
    await expect.poll(() => lines.length).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('[JOBS-SCHEDULE] schedules are registered and run, and removed once no version of the last hour has them', async () => {
  const schedule = { name: 'sweep-something', cron: '17 * * * *', run: async () => undefined }
  const first = await start({ workers: true, schedules: [schedule] })
  await first.jobs.stop()
  const { rows } = await sql`select name, cron, options from pgboss.schedule`.execute(database.db)
  // A run that a crash interrupted holds up the next ones no longer than that.
  const options = expect.objectContaining({ heartbeatSeconds: 30 })
  expect(rows).toEqual([{ name: 'sweep-something', cron: '17 * * * *', options }])

  await sql`insert into pgboss.job (name) values ('sweep-something')`.execute(database.db)
  const ran = await new Promise((resolve) => {
    void start({ workers: true, schedules: [{ ...schedule, run: async () => resolve('ran') }] })
  })
  expect(ran).toBe('ran')

  const names = async () => (await sql`select name from pgboss.schedule`.execute(database.db)).rows
  // During a rollout a process of the previous version starts last.
  await start({ workers: true })
  expect(await names()).toEqual([{ name: 'sweep-something' }])
  await sql`update pgboss.schedule set updated_on = updated_on - interval '61 minutes'`.execute(database.db)
  await start({ workers: true })
  expect(await names()).toEqual([])
})

test('[NOTIFY-LIVE] whom a scheduled job notified is announced after it, also after one that failed', async () => {
  const announced: number[][] = []
  const schedules = [7, 8].map((id): Schedule => {
    async function run() {
      recordNotified([id])
      if (id === 8) throw new Error('Its next batch fails.')
    }
    return { name: `notify-${id}`, cron: '17 3 1 1 *', run }
  })
  const first = await start({ workers: true, schedules })
  await first.jobs.stop()
  await sql`insert into pgboss.job (name) values ('notify-7'), ('notify-8')`.execute(database.db)
  await start({ workers: true, schedules, announce: () => announced.push(takeNotified()) })
  await until('both', () => announced.flat().length === 2)
  expect(announced.flat().sort()).toEqual([7, 8])
  await sql`delete from pgboss.schedule`.execute(database.db)
})

test('[JOBS-SCHEDULE] what the database refuses while the jobs begin is tried again', async () => {
  await start()
  await sql`create sequence attempts`.execute(database.db)
  await sql`create function refuse_first() returns trigger language plpgsql as $$
    begin if nextval('attempts') = 1 then raise 'not now'; end if; return new; end $$`.execute(database.db)
  await sql`create trigger refuse_first before insert on pgboss.schedule
    for each row execute function refuse_first()`.execute(database.db)
  const schedule = { name: 'refused-once', cron: '17 * * * *', run: async () => undefined }
  const { lines } = await start({ workers: true, schedules: [schedule] })
  await sql`drop trigger refuse_first on pgboss.schedule`.execute(database.db)
  expect(lines).toEqual(['Jobs: not now'])
  expect((await sql`select name from pgboss.schedule`.execute(database.db)).rows).toEqual([
    { name: 'refused-once' },
  ])
})

test('[DISK-WAITS] while the disk is full, jobs and schedules pause; they continue when there is space', async () => {
  const space = createTestDisk()
  const disk = await watchDisks({ DATA_DIR: dataDir, S3_BUCKET: undefined }, { warn() {}, read: space.read })
  const states: string[] = []
  const schedules = [{ name: 'look-at-disk', cron: '17 3 1 1 *', run: async () => states.push(disk.state()) }]
  smtp.behaviour = 'take'
  const { enqueue, lines } = await start({ settings: { SMTP_URL: smtp.url }, workers: true, disk, schedules })
  const setFree = async (bytes: number) => {
    space.data.free = bytes
    await disk.check()
  }
  await setFree(0)
  await until('rest', () => lines.includes('Jobs are paused: the disk is full.'))
  await enqueue({ to: 'ada@example.com', subject: 'Waits', text: 'x' })
  await sql`insert into pgboss.job (name) values ('look-at-disk')`.execute(database.db)
  expect(await waitingJobs()).toHaveLength(1)
  await setFree(50e9)
  expect((await smtp.nextMail()).subject).toBe('Waits')
  await until('recurring work', () => states.length > 0)
  expect(states).toEqual(['ok'])
  expect(lines.filter((line) => line.startsWith('Jobs '))).toEqual([
    'Jobs are paused: the disk is full.',
    'Jobs are resumed.',
  ])
  disk.stop()
})

test('[JOBS-LOOPS] a loop runs again at once while there is more to do, survives failures, and is waited for at the end', async () => {
  const rounds: string[] = []
  let finish = () => {}
  const run = async () => {
    rounds.push('round')
    if (rounds.length === 2) throw new Error('as planned')
    if (rounds.length === 3) await new Promise<void>((resolve) => (finish = resolve))
    return rounds.length === 1
  }
  const errors: string[] = []
  const stop = startLoops([{ name: 'test', channel: 'listing_news', everyMs: 1, backoffMs: 1, run }], {
    jobs: {} as Jobs,
    database,
    onError: ({ message }) => errors.push(message),
  })
  await until('the third round', () => rounds.length === 3)
  expect(errors).toEqual(['as planned'])
  const order: string[] = []
  const stopped = stop().then(() => order.push('stopped'))
  await Promise.resolve()
  order.push('finished')
  finish()
  await stopped
  expect([order, rounds.length]).toEqual([['finished', 'stopped'], 3])
  await until('nobody listens any more', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`.execute(database.db)
    return rows.length === 0
  })
})

test('[JOBS-LOOPS] a notification starts one round at once, and so does a connection that may have missed some', async () => {
  let rounds = 0
  const run = async () => {
    rounds += 1
    return false
  }
  const stop = startLoops([{ name: 'test', channel: 'listing_news', everyMs: 3_600_000, run }], {
    jobs: {} as Jobs,
    database,
    onError: () => undefined,
  })
  await until('a round after the connection', () => rounds === 2)
  await sql`select pg_notify('listing_news', '')`.execute(database.db)
  await until('a round after the notification', () => rounds === 3)
  await stop()
  expect(rounds).toBe(3)
})
