import fs from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '#server/env.ts'
import { runInContext } from '#server/lib/request-context.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { collectLines } from '#tests/support/log-lines.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { connectSocket, emitWithAck } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { createLogger } from './log.ts'

const { lines, stream } = collectLines()
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://oja.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SUPPORT_EMAIL: 'help@example.com',
  MAIL_FROM: 'Oja <no-reply@example.com>',
}

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ ...production, TRUST_PROXY: '127.0.0.1' }, { logger: { level: 'debug', stream } })
})
afterAll(() => t.close())

test('[OPS-REQUEST-ID] a trusted proxy’s request id appears in the response and the log', async () => {
  const named = await t.app.inject({
    url: '/api/categories',
    headers: { 'x-request-id': 'from-the-proxy-1' },
  })
  expect(named.headers['x-request-id']).toBe('from-the-proxy-1')
  expect(lines.at(-1)).toMatchObject({
    level: 'info',
    requestId: 'from-the-proxy-1',
    status: 200,
    route: '/api/categories',
  })
})

test.each(['short', 'with space in it', 'x'.repeat(129), 'quote"quote"quote', '<script>alert</script>'])(
  '[OPS-REQUEST-ID] a harmful request id is not accepted: %s',
  async (name) => {
    const { headers } = await t.app.inject({ url: '/healthz', headers: { 'x-request-id': name } })
    expect(headers['x-request-id']).not.toBe(name)
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}-\w+$/)
  },
)

test('[OPS-REQUEST-ID] only a trusted proxy sets request ids, and refusals have ids too', async () => {
  const { headers, statusCode } = await t.app.inject({
    url: '/api/nothing',
    remoteAddress: '203.0.113.7',
    headers: { 'x-request-id': 'from-a-stranger' },
  })
  expect(statusCode).toBe(404)
  expect(headers['x-request-id']).not.toBe('from-a-stranger')
  expect(headers['x-request-id']).toBeTypeOf('string')
})

test('[OPS-REQUEST-ID] a mail is sent under the id of the request that caused it', async () => {
  const ada = await t.user({ email: 'ada@example.com' })
  const cookie = ada.cookie.replace('oja_session', '__Host-oja_session')
  await t.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { 'x-request-id': 'forgotten-1234', cookie, origin: 'https://oja.example', host: 'oja.example' },
    payload: { email: 'ada@example.com' },
  })
  const jobs = await t.db
    .selectFrom('pgboss.job' as never)
    .select('data' as never)
    .where('name' as never, '=', 'mail' as never)
    .execute()
  expect(jobs).toMatchObject([{ data: { requestId: 'forgotten-1234' } }])
})

test('[OPS-REQUEST-ID] the log of a job has the id of its request, whether it succeeds or fails', async () => {
  const database = await cloneDatabase()
  const env = readEnv({ NODE_ENV: 'test', SMTP_URL: 'smtp://127.0.0.1:9' })
  const logger = createLogger({ level: 'info', stream })
  const jobs = await startJobs({ database, env, logger, workers: false })
  const mail = { to: 'ada@example.com', subject: '123456 is your code', text: '123456' }
  const enqueue = () => database.db.transaction().execute((tx) => jobs.enqueueComposed(tx, mail))
  lines.length = 0
  await runInContext('the-request-1', enqueue)
  await jobs.drain()
  await jobs.stop()
  await database.drop()
  expect(lines).toMatchObject([
    { level: 'warn', queue: 'mail', requestId: 'the-request-1', err: { code: 'ESOCKET' } },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/123456|ada@/)
})

test('[OPS-LOG-SECRETS] the refusal of a mail server that quotes the recipient is logged without who that is', async () => {
  const [database, smtp] = await Promise.all([cloneDatabase(), startSmtpServer()])
  smtp.behaviour = 'reject recipient'
  const env = readEnv({ NODE_ENV: 'test', SMTP_URL: smtp.url })
  const jobs = await startJobs({
    database,
    env,
    logger: createLogger({ level: 'info', stream }),
    workers: false,
  })
  const mail = { to: 'ada.obi@example.com', subject: 'A code', text: '123456' }
  await database.db.transaction().execute((tx) => jobs.enqueueComposed(tx, mail))
  lines.length = 0
  await jobs.drain()
  await jobs.stop()
  await Promise.all([database.drop(), smtp.close()])
  expect(lines).toMatchObject([
    { queue: 'mail', err: { message: expect.stringContaining('@example.com>: no such person here') } },
  ])
  expect(JSON.stringify(lines)).not.toContain('ada.obi')
})

test('[OPS-REQUEST-ID] a socket event that fails is logged with the socket, the user, and an id of its own', async () => {
  t.realtime.on('join_listing', () => {
    throw new Error('on purpose')
  })
  const socket = await connectSocket(await t.listen(), undefined, {
    extraHeaders: { origin: 'https://oja.example' },
  })
  lines.length = 0
  expect(await emitWithAck(socket, 'join_listing', 1)).toMatchObject({ ok: false, code: 'INTERNAL' })
  expect(lines).toMatchObject([
    {
      level: 'error',
      requestId: `${socket.id}-1`,
      socketId: socket.id,
      userId: null,
      event: 'join_listing',
      err: { message: 'on purpose' },
    },
  ])
  socket.close()
})

test('[OPS-LOG-SECRETS] [NEAR-PRIVATE] cookies, passwords, tokens, positions and values quoted by PostgreSQL are not logged', () => {
  const logger = createLogger({ level: 'info', stream })
  lines.length = 0
  logger.info({ password: 's3cret', body: { password: 's3cret', code: 's3cret', token: 's3cret' } }, 'one')
  logger.info({ headers: { cookie: 's3cret', authorization: 's3cret', 'set-cookie': 's3cret' } }, 'two')
  logger.info(
    {
      req: {
        method: 'GET',
        url: '/a?token=s3cret&page=2&code=s3cret&near=s3cret&q=s3cret&Email=s3cret&next=/listings%3Fnear%3Ds3cret',
        headers: { cookie: 's3cret' },
      },
    },
    'three',
  )
  const deeper = { a: { b: { c: { d: { e: { f: { token: 's3cret' } } } } } } }
  logger.info({ jobs: [{ data: { to: 'ada', resetToken: 's3cret' } }], proof: 's3cret', deeper }, 'deep')
  logger.error({ err: new Error('connect smtps://oja:s3cret@mail.example:465 failed') }, 'four')
  logger.error(
    {
      err: Object.assign(new Error('invalid input syntax for type integer: "s3cret"'), {
        code: '22P02',
        detail: 's3cret',
      }),
    },
    'five',
  )
  expect(lines).toHaveLength(6)
  expect(JSON.stringify(lines)).not.toContain('s3cret')
  expect(lines[2]).toMatchObject({
    req: {
      url: '/a?token=[redacted]&page=2&code=[redacted]&near=[redacted]&q=[redacted]&Email=[redacted]&next=[redacted]',
    },
  })
  expect(lines[5]).toMatchObject({
    err: { code: '22P02', message: expect.stringContaining('invalid input') },
  })
})

/** Everything that is written to the standard output from now on, or the error of a write, until the test ends. */
function catchOutput() {
  const output = { text: '', error: null as NodeJS.ErrnoException | null }
  const original = fs.write
  const write = vi.spyOn(fs, 'write').mockImplementation(((...args: unknown[]) => {
    const [fd, data] = args
    if (fd !== 1) return Reflect.apply(original, fs, args)
    const done = args.at(-1) as (error: Error | null, written?: number) => void
    const { error } = output
    if (!error) output.text += String(data)
    setImmediate(() => (error ? done(error) : done(null, Buffer.byteLength(String(data)))))
  }) as typeof fs.write)
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => {
    write.mockRestore()
    now.mockRestore()
  })
  return { output, now }
}
const written = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test.each([
  ['a full disk', 'ENOSPC', ['before', 'after']],
  ['a terminal that was closed', 'EIO', ['before']],
])('after %s the process goes on, and the log too where space may come back', async (_, code, messages) => {
  const { output, now } = catchOutput()
  const logger = createLogger({ level: 'info' })
  logger.info('before')
  await written()
  output.error = Object.assign(new Error(code), { code })
  logger.info('lost')
  await written()
  output.error = null
  const failedAt = performance.now()
  now.mockReturnValue(failedAt + 1000)
  logger.info('too early')
  now.mockReturnValue(failedAt + 11_000)
  logger.info('after')
  await written()
  expect(
    output.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg),
  ).toEqual(messages)
})
