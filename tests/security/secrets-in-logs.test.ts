import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../fuzz/server-process.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { anImei } from '../support/imeis.ts'
import { multipart, redCorner, uploadOf } from '../support/pictures.ts'
import { codeIn } from '../support/sent-mail.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp-server.ts'
import { closeSockets, connectSocket, emitWithAck } from '../support/sockets.ts'

/** A whole process as in production, which logs all that it can, and a person who does all that has a secret in it. */

let server: ServerProcess
let database: TestDatabase
let smtp: SmtpServer
let dataDir: string
const texts: string[] = []
const gateway = createServer((request, response) => {
  request.on('data', (chunk) => texts.push(String(chunk)))
  request.on('end', () => response.end('{}'))
})

/** What must be found nowhere, by what it is. */
const secrets = new Map<string, string>()
const answered: string[] = []
const cookies = new Map<string, string>()

function secret<T extends string>(what: string, value: T): T {
  secrets.set(`${what} ${secrets.size}`, value)
  return value
}

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'oja-secrets-'))
  smtp = await startSmtpServer()
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const port = (gateway.address() as AddressInfo).port
  const [smtpPassword, smsPassword] = [secret('SMTP', 'smtp-pass-8471'), secret('SMS', 'sms-pass-8471')]
  secret('SMS header', Buffer.from(`oja:${smsPassword}`).toString('base64'))
  const { password } = new URL(database.url)
  if (password) secret('database', decodeURIComponent(password))
  server = await startServerProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      SMTP_URL: smtp.url.replace('//', `//oja:${smtpPassword}@`),
      SMS_URL: `http://oja:${smsPassword}@127.0.0.1:${port}/send`,
      SECRET_KEY: secret('key', 'a-key-of-more-than-32-characters-8471'),
      METRICS_TOKEN: secret('metrics', 'metrics-token-8471-8471'),
    },
    { keepOutput: true },
  )
})
afterAll(async () => {
  closeSockets()
  await server?.stop()
  gateway.close()
  await smtp.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** One call with the cookies so far; what it answers is searched later where it is an error. */
async function call(line: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', url = ''] = line.split(' ')
  const isRaw = typeof body === 'string' || body instanceof Buffer
  const response = await fetch(`${server.origin}${url}`, {
    method,
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value) cookies.set(name, secret(`cookie ${name}`, value))
  }
  const text = await response.text()
  if (response.status >= 400) answered.push(text)
  return {
    status: response.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}

const email = 'ada@example.com'

async function mailedCode(): Promise<string> {
  const mail = await smtp.nextMail()
  secret('mail', mail.text.split('\n').find((line) => line.length > 40) ?? mail.text)
  return secret('code', codeIn(mail))
}

async function openAccount(password: string): Promise<void> {
  const details = { fullName: 'Ada Okafor', username: 'ada_okafor', email, phone: '+2348031234567', password }
  expect((await call('POST /api/auth/register-email', details)).status).toBe(201)
  const code = await mailedCode()
  await call('POST /api/auth/login', { email, password })
  await call('POST /api/auth/verify-email', { email, code: code === '000000' ? '000001' : '000000' })
  expect((await call('POST /api/auth/verify-email', { email, code })).status).toBe(200)
}

async function loseAndResetPassword(): Promise<string> {
  await call('POST /api/auth/forgot-password', { email })
  const code = await mailedCode()
  const { body } = await call('POST /api/auth/verify-reset-otp', { email, code })
  const resetToken = secret('reset token', body.resetToken)
  const newPassword = secret('password', 'second long pass-8471')
  expect((await call('POST /api/auth/reset-password', { email, resetToken, newPassword })).status).toBe(204)
  await call('POST /api/auth/reset-password', { email, resetToken, newPassword })
  return newPassword
}

async function turnOnSecondFactor(): Promise<void> {
  const { status, body } = await call('POST /api/settings/totp')
  expect(status).toBeLessThan(300)
  const [key = ''] = JSON.stringify(body).match(/\b[A-Z2-7]{20,}\b/) ?? []
  const code = new TOTP({ secret: secret('authenticator', key) }).generate()
  const confirmed = await call('POST /api/settings/totp/confirm', { code: secret('code', code) })
  expect(confirmed.status).toBeLessThan(300)
  for (const recovery of Object.values(confirmed.body as Record<string, unknown>).flat())
    if (typeof recovery === 'string' && recovery.length > 8) secret('recovery code', recovery)
}

/** What goes wrong where secrets are near. */
async function meetErrors(password: string, words: string): Promise<void> {
  await call('POST /api/auth/login', `{"email":"${email}","password":"${password}`)
  await call('POST /api/auth/login', { email, password: [password] })
  await call('POST /api/auth/login', `email=${email}&password=${password}`, { 'content-type': 'text/plain' })
  await call(`GET /api/auth/login?password=${password}`)
  await call('GET /metrics', undefined, { authorization: `Bearer ${secrets.get('metrics')}` })
  // PostgreSQL quotes the whole row of what it refuses, the hash of the password too.
  await sql`alter table users add constraint no_bio check (bio is null) not valid`.execute(database.db)
  expect((await call('PATCH /api/settings/profile', { bio: `${words}!` })).status).toBe(500)
  await sql`alter table users drop constraint no_bio`.execute(database.db)
  const rows = await database.db.selectFrom('users').select('password_hash').execute()
  for (const { password_hash } of rows) secret('hash', String(password_hash))
  smtp.behaviour = 'refuse'
  await call('POST /api/auth/forgot-password', { email: 'bola@example.com' })
  smtp.behaviour = 'take'
}

test('[LOG-SECRETS] passwords, codes, tokens, cookies, credentials and user texts are in no log and no error', async () => {
  const first = secret('password', 'first long pass-8471')
  await openAccount(first)
  await call('POST /api/auth/login', { email, password: secret('password', 'wrong long pass-8471') })
  expect((await call('POST /api/auth/login', { email, password: first })).status).toBe(200)
  const second = await loseAndResetPassword()
  expect((await call('POST /api/auth/login', { email, password: second })).status).toBe(200)
  const third = secret('password', 'third long pass-8471')
  await call('PATCH /api/settings/password', { currentPassword: first, newPassword: third })
  const change = { currentPassword: second, newPassword: third }
  expect((await call('PATCH /api/settings/password', change)).status).toBe(204)

  expect((await call('POST /api/settings/phone/send-code')).status).toBe(200)
  await expect.poll(() => texts.length).toBeGreaterThan(0)
  const code = secret('code', /\b\d{6}\b/.exec(texts.join(''))?.[0] ?? '')
  expect((await call('POST /api/settings/phone/verify', { code })).status).toBe(200)

  const form = await multipart(uploadOf(await redCorner(60, 40).jpeg().toBuffer()))
  const upload = await call('POST /api/uploads', form.payload, { 'content-type': form.contentType })
  expect(upload.status).toBe(200)
  const words = secret('private words', 'what nobody else should read 8471')
  expect((await call('PATCH /api/settings/profile', { bio: words })).status).toBe(200)
  const socket = await connectSocket(server.origin, [...cookies].map((pair) => pair.join('=')).join('; '))
  await emitWithAck(socket, 'join_thread', 1)
  const imei = secret('IMEI', anImei())
  const report = { imei, proof: upload.body.secure_url, details: words }
  expect((await call('POST /api/stolen-phones', report)).status).toBe(201)
  await call('POST /api/stolen-phones', { ...report, imei: secret('IMEI', `${imei}1`) })
  await call('POST /api/listings/1/phone-check', { imei })
  await turnOnSecondFactor()
  await meetErrors(third, words)
  await call('POST /api/auth/logout')

  const log = server.output.join('')
  // It is worth searching: it has what happened, and the error with its place in the code.
  expect(log).toContain('/api/auth/login')
  expect(log).toContain('request failed')
  const asNumber = (value: string) => new RegExp(`(?<![\\d.])${value}(?!\\d)`)
  for (const [what, value] of secrets) {
    expect(value.length, what).toBeGreaterThan(5)
    const isThere = (text: string) =>
      /^\d{6}$/.test(value)
        ? asNumber(value).test(text)
        : text.includes(value) || text.includes(encodeURIComponent(value))
    const line = log.split('\n').find(isThere)
    expect(line, `${what} is in the log`).toBeUndefined()
    expect(answered.find(isThere), `${what} is in an error`).toBeUndefined()
  }
  expect(secrets.size).toBeGreaterThan(15)
})
