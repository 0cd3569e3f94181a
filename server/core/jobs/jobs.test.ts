import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { type Jobs, type Schedule, startJobs } from './jobs.ts'
import type { Mail } from './mail.ts'

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

async function start(options: { settings?: object; workers?: boolean; schedules?: Schedule[] } = {}) {
  const lines: string[] = []
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, ...options.settings })
  const { workers = false, schedules = [] } = options
  const jobs = await startJobs({ database, env, workers, schedules, log: (line) => lines.push(line) })
  running.push(jobs)
  const enqueue = (mail: Mail) =>
    database.db.transaction().execute((transaction) => jobs.enqueueMail(transaction, mail))
  return { jobs, lines, enqueue }
}

async function waitingJobs(): Promise<unknown[]> {
  const { rows } = await sql`select id from pgboss.job where name = 'mail'`.execute(database.db)
  return rows
}

async function letRetriesBeDue(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db)
}

test('[MAIL-OUTBOX] without SMTP_URL a mail is one .eml file named by time and recipient, and the log says so', async () => {
  const { jobs, lines, enqueue } = await start()
  await enqueue({ to: 'ada@example.com', subject: 'Hello', text: 'First.' })
  await enqueue({ to: 'ada@example.com', subject: 'Ọjà', text: 'Second: ₦ 5 & <b>more</b>.' })
  await jobs.drain()

  const mails = await readOutbox(dataDir, 'ada@example.com')
  expect(mails.map((mail) => mail.text)).toEqual(['First.', 'Second: ₦ 5 & <b>more</b>.'])
  expect(mails[0]?.raw).toMatch(/^To: ada@example\.com\r\nSubject: Hello\r$/m)
  expect(mails[1]?.raw).toContain('Content-Type: text/html')
  expect(mails[1]?.raw).toContain('&lt;b&gt;')
  expect(lines[0]).toMatch(/SMTP_URL is not set.*\/mail\/\d{4}-\d\d-\d\dT[\d.-]+Z-ada@example\.com\.eml$/)
})

test('[MAIL-OUTBOX] a recipient cannot lead the file out of the outbox, nor add one', async () => {
  const { jobs, lines, enqueue } = await start()
  await enqueue({ to: '../../x,y@example.com', subject: 'Hello', text: 'Text.' })
  await jobs.drain()
  expect(lines[0]).toMatch(/\/mail\/[^/]+-\.\._\.\._x_y@example\.com\.eml$/)
})

test('[MAIL-CODE-PLAIN] a code stands in the file as a line of its own, not encoded', async () => {
  const { jobs, enqueue } = await start()
  await enqueue({ to: 'code@example.com', subject: 'Code', text: 'Káàbọ̀!\n\n031337\n\nBye.' })
  await jobs.drain()
  const [mail] = await readOutbox(dataDir, 'code@example.com')
  expect(mail?.raw).toContain('\r\n031337\r\n')
  expect(mail?.raw.match(/\b\d{6}\b/g)).toEqual(['031337', '031337'])
})

test('[MAIL-TRANSACTION] a transaction that fails sends nothing', async () => {
  const { jobs } = await start()
  const failing = database.db.transaction().execute(async (transaction) => {
    await jobs.enqueueMail(transaction, { to: 'nobody@example.com', subject: 'x', text: 'x' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await jobs.drain()
  expect(await readOutbox(dataDir, 'nobody@example.com')).toEqual([])
  expect(await waitingJobs()).toEqual([])
})

test('[MAIL-LATEST] a newer mail with the same key takes the place of one that waits', async () => {
  const { jobs, enqueue } = await start()
  await enqueue({ to: 'key@example.com', subject: 'x', text: 'old', key: 'a' })
  await enqueue({ to: 'key@example.com', subject: 'x', text: 'other', key: 'b' })
  await enqueue({ to: 'key@example.com', subject: 'x', text: 'new', key: 'a' })
  await jobs.drain()
  const mails = await readOutbox(dataDir, 'key@example.com')
  expect(mails.map((mail) => mail.text).sort()).toEqual(['new', 'other'])
})

test('[MAIL-EXPIRED] a mail whose code has expired is not sent, and a sent one is not kept', async () => {
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
  expect(await readOutbox(dataDir, 'late@example.com')).toHaveLength(0)
  expect(await readOutbox(dataDir, 'soon@example.com')).toHaveLength(1)
  expect(await waitingJobs()).toEqual([])
})

test('[MAIL-SMTP] a mail waits while the mail server hangs up or refuses, and is sent once it takes mail', async () => {
  const { jobs, lines, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.mood = 'hang up'
  await enqueue({ to: 'ada@example.com', subject: 'Patience', text: 'It came.' })
  await jobs.drain()
  smtp.mood = 'refuse'
  await letRetriesBeDue()
  await jobs.drain()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('will be tried again')
  expect(await waitingJobs()).toHaveLength(1)

  smtp.mood = 'take'
  await letRetriesBeDue()
  await jobs.drain()
  expect(await smtp.nextMail()).toMatchObject({ subject: 'Patience', text: 'It came.' })
  expect(await waitingJobs()).toEqual([])
})

test('[MAIL-RETRY] the pauses between tries grow, over about a day', async () => {
  const { jobs, enqueue } = await start({ settings: { SMTP_URL: smtp.url } })
  smtp.mood = 'hang up'
  await enqueue({ to: 'ada@example.com', subject: 'Day', text: 'x' })
  const pauses: number[] = []
  for (let tries = 0; tries < 60; tries += 1) {
    await jobs.drain()
    const { rows } = await sql<{ pause: number }>`
      select extract(epoch from start_after - now())::float as pause from pgboss.job where state = 'retry'`.execute(
      database.db,
    )
    pauses.push(rows[0]?.pause ?? Number.NaN)
    await letRetriesBeDue()
  }
  expect(pauses[0]).toBeLessThan(5)
  expect(pauses[3]).toBeGreaterThan(pauses[0] ?? 0)
  expect(pauses.at(-1)).toBeGreaterThan(1790)
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThan(30)
  await sql`delete from pgboss.job`.execute(database.db)
})

test('[MAIL-QUICK] the web process sends by itself, within about a second, and tries again by itself', async () => {
  const { enqueue } = await start({ settings: { SMTP_URL: smtp.url }, workers: true })
  smtp.mood = 'take'
  const asked = Date.now()
  await enqueue({ to: 'ada@example.com', subject: 'Quick', text: 'x' })
  expect((await smtp.nextMail()).subject).toBe('Quick')
  expect(Date.now() - asked).toBeLessThan(2500)

  smtp.mood = 'hang up'
  const failures = smtp.connections
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  await enqueue({ to: 'ada@example.com', subject: 'Again', text: 'x', expiresAt })
  await expect.poll(() => smtp.connections, { timeout: 5000 }).toBeGreaterThan(failures)
  smtp.mood = 'take'
  expect((await smtp.nextMail()).subject).toBe('Again')
})

test('[JOBS-SCHEDULE] recurring work is registered and run, and forgotten once no feature names it', async () => {
  const schedule = { name: 'sweep-something', cron: '17 * * * *', run: async () => undefined }
  const first = await start({ workers: true, schedules: [schedule] })
  await first.jobs.stop()
  const { rows } = await sql`select name, cron from pgboss.schedule`.execute(database.db)
  expect(rows).toEqual([{ name: 'sweep-something', cron: '17 * * * *' }])

  await sql`insert into pgboss.job (name) values ('sweep-something')`.execute(database.db)
  const ran = await new Promise((resolve) => {
    void start({ workers: true, schedules: [{ ...schedule, run: async () => resolve('ran') }] })
  })
  expect(ran).toBe('ran')

  await start({ workers: true })
  expect((await sql`select name from pgboss.schedule`.execute(database.db)).rows).toEqual([])
})
