import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { passwordCost } from '#server/core/session/password.ts'
import {
  codeOf,
  cookieOf,
  failureOf,
  insertUnverified,
  letTimePass,
  newestCode,
  openAccount,
  registration,
} from '#tests/support/accounts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const login = (email: string, password: string) =>
  t.visitor('POST /api/auth/login', { body: { email, password } })

async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url: path, payload, headers })
}

async function ban(email: string): Promise<void> {
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('email', '=', email).execute()
}

test('[AUTH-LOGIN] e-mail in any case and password sign in', async () => {
  const ada = await openAccount(t)
  const response = await post('/api/auth/login', {
    email: ` ${ada.email.toUpperCase()} `,
    password: ada.password,
  })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    id: expect.any(Number),
    fullName: ada.fullName,
    email: ada.email,
    avatarUrl: null,
    role: 'USER',
    isLeaving: false,
  })
  const me = await t.app.inject({ url: '/api/auth/me', headers: { cookie: cookieOf(response) } })
  expect(me.json()).toEqual(response.json())
})

test.each([
  [{ email: 'ada', password: 'x' }, 'email', 'Invalid email address'],
  [{ email: 'ada@example.com', password: '' }, 'password', 'Password is required'],
  [{ email: 'ada@example.com' }, 'password', 'Password is required'],
  [{ password: 'x' }, 'email', 'Invalid email address'],
])('[AUTH-LOGIN-RULES] %j is refused', async (payload, path, message) => {
  const response = await post('/api/auth/login', payload)
  expect(response.statusCode).toBe(400)
  expect(response.json().errors).toEqual([{ path, message }])
})

test('[AUTH-LOGIN-WRONG] a wrong password and an unknown address get the same response', async () => {
  const ada = await openAccount(t)
  const wrong = await failureOf(login(ada.email, 'not the password'))
  const unknown = await failureOf(login('nobody@example.com', ada.password))
  expect([wrong.status, wrong.problem?.code]).toEqual([401, 'INVALID_CREDENTIALS'])
  expect(unknown.problem).toEqual(wrong.problem)
})

test('[AUTH-LOGIN-WRONG] an unknown address takes as long as a wrong password', async () => {
  const cheap = { ...passwordCost }
  onTestFinished(() => void Object.assign(passwordCost, cheap))
  Object.assign(passwordCost, { memory: 19_456, passes: 2 })
  const ada = await openAccount(t)
  // CPU time of this process including its threads; other processes do not count.
  const work = { known: 0, unknown: 0 }
  for (let round = 0; round < 9; round += 1) {
    for (const [kind, email] of [
      ['known', ada.email],
      ['unknown', 'nobody@example.com'],
    ] as const) {
      const before = process.cpuUsage()
      await failureOf(login(email, 'not the password'))
      const { user, system } = process.cpuUsage(before)
      work[kind] += user + system
    }
  }
  // Without the dummy hash an unknown address would respond in a tenth of the time.
  expect(work.unknown).toBeGreaterThan(work.known / 2)
})

test('[AUTH-LOGIN-UNVERIFIED] before the address is confirmed the right password returns 403, and this browser may enter the code', async () => {
  const ada = registration()
  const { email, password } = ada
  await t.visitor('POST /api/auth/register-email', { body: ada })
  const laptop = t.browser()
  const loginThere = (secret: string) => laptop('POST /api/auth/login', { body: { email, password: secret } })
  expect((await failureOf(loginThere('not the password'))).status).toBe(401)
  expect(await laptop('GET /api/auth/registration')).toEqual({ registration: null })
  const { status, problem } = await failureOf(loginThere(password))
  expect([status, problem?.code]).toEqual([403, 'EMAIL_UNVERIFIED'])
  // The sent code is still valid, so no other is mailed.
  expect(await t.mails(email)).toHaveLength(1)

  await letTimePass(t, email, 601)
  await failureOf(loginThere('not the password'))
  expect(await t.mails(email)).toHaveLength(1)
  await failureOf(loginThere(password))
  expect(await t.mails(email)).toHaveLength(2)
  const code = await newestCode(t, email)
  await laptop('POST /api/auth/verify-email', { body: { email, code } })
  expect(await login(email, password)).toMatchObject({ email })
})

test('[AUTH-LOGIN-UNVERIFIED] among several registrations of an address a password finds its own, with one derivation', async () => {
  const [ada, bola] = [registration(), registration({ password: 'quite another one' })]
  const { email } = ada
  await t.visitor('POST /api/auth/register-email', { body: ada })
  await t.visitor('POST /api/auth/register-email', { body: { ...bola, email: email.toUpperCase() } })
  const browser = t.browser()
  const work = async (password: string) => {
    const before = process.cpuUsage()
    const error = await codeOf(browser('POST /api/auth/login', { body: { email, password } }))
    const { user, system } = process.cpuUsage(before)
    return { error, time: user + system }
  }
  const pendingUsername = async () => (await browser('GET /api/auth/registration')).registration?.username
  for (const { username, password } of [ada, bola, ada]) {
    expect((await work(password)).error).toBe('EMAIL_UNVERIFIED')
    expect(await pendingUsername()).toBe(username)
  }
  const rows = await t.db
    .selectFrom('pending_registrations')
    .select('password_hash')
    .where('username', 'in', [ada.username, bola.username])
    .execute()
  const salts = rows.map(({ password_hash }) => password_hash.split('$').at(-2))
  expect(new Set(salts).size).toBe(1)
})

test('[AUTH-LOGIN-UNVERIFIED] among several registrations with one password a browser finds its own', async () => {
  const { email, password } = registration()
  const browsers = [t.browser(), t.browser(), t.browser()]
  const usernames: string[] = []
  for (const browser of browsers) {
    const body = registration({ email, password })
    await browser('POST /api/auth/register-email', { body })
    usernames.push(body.username)
  }
  for (const [place, browser] of browsers.entries()) {
    const body = { email, password }
    expect(await codeOf(browser('POST /api/auth/login', { body }))).toBe('EMAIL_UNVERIFIED')
    const { registration: own } = await browser('GET /api/auth/registration')
    expect(own?.username).toBe(usernames[place])
  }
})

test('[AUTH-LOGIN-UNVERIFIED] an account created earlier and never confirmed is completed by its password and a code', async () => {
  const ada = await insertUnverified(t)
  const { email, password, username } = ada
  const browser = t.browser()
  const body = { email, password }
  expect(await codeOf(browser('POST /api/auth/login', { body }))).toBe('EMAIL_UNVERIFIED')
  expect(await codeOf(browser('POST /api/auth/login', { body }))).toBe('EMAIL_UNVERIFIED')
  expect(await t.mails(email)).toHaveLength(1)
  const code = await newestCode(t, email)
  await browser('POST /api/auth/verify-email', { body: { email, code } })
  expect(await login(email, password)).toMatchObject({ email })
  const rows = await t.db.selectFrom('users').select('username').where('email', '=', email).execute()
  expect(rows).toEqual([{ username }])
})

test('[AUTH-LOGIN-BANNED] the error names the ban of a banned user, but only after the right password', async () => {
  const ada = await openAccount(t)
  await ban(ada.email)
  expect((await failureOf(login(ada.email, 'not the password'))).status).toBe(401)
  const { status, problem } = await failureOf(login(ada.email, ada.password))
  expect([status, problem?.code]).toEqual([403, 'ACCOUNT_BANNED'])
  expect(problem?.detail).toContain('banned')
})

test('[AUTH-LOGIN-BANNED] a banned user cannot sign in by code, and gets none', async () => {
  const ada = await insertUnverified(t)
  const { email } = ada
  const browser = t.browser()
  expect(await codeOf(browser('POST /api/auth/login', { body: { email, password: ada.password } }))).toBe(
    'EMAIL_UNVERIFIED',
  )
  const code = await newestCode(t, email)
  await ban(email)
  expect(await codeOf(browser('POST /api/auth/verify-email', { body: { email, code } }))).toBe(
    'ACCOUNT_BANNED',
  )
  await letTimePass(t, email, 61)
  await browser('POST /api/auth/forgot-password', { body: { email } })
  await browser('POST /api/auth/resend-verification', { body: { email } })
  expect(await codeOf(browser('POST /api/auth/register-email', { body: registration({ email }) }))).toBe(
    'EMAIL_TAKEN',
  )
  expect(await t.mails(email)).toHaveLength(1)
})

test('[AUTH-PASSWORD-REHASH] a hash with older parameters is replaced at sign-in', async () => {
  const ada = await openAccount(t)
  // argon2id of 'a good password' with m=8192, t=1.
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.alloc(16, 7)
  const options = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { ...options, message: ada.password, nonce })
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${plain(nonce)}$${plain(tag)}`
  const users = () => t.db.selectFrom('users').select('password_hash').where('email', '=', ada.email)
  await t.db.updateTable('users').set({ password_hash: old }).where('email', '=', ada.email).execute()
  await login(ada.email, ada.password)
  const { password_hash: renewed } = await users().executeTakeFirstOrThrow()
  const { memory, passes } = passwordCost
  expect(renewed).toContain(`$m=${memory},t=${passes},p=1$`)
  expect(await login(ada.email, ada.password)).toMatchObject({ email: ada.email })
})

test('[AUTH-LOGIN-LIMIT] sign-in attempts for one account are limited; a success resets the count', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  try {
    const ada = await openAccount(strict)
    let from = 0
    const attempt = async (password: string) => {
      from += 1
      const payload = { email: ada.email, password }
      return strict.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        remoteAddress: `192.0.2.${from}`,
      })
    }
    for (let tries = 0; tries < 9; tries += 1) expect((await attempt('wrong')).statusCode).toBe(401)
    expect((await attempt(ada.password)).statusCode).toBe(200)
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt('wrong')).statusCode).toBe(401)
    const refused = await attempt(ada.password)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json().code).toBe('RATE_LIMITED')
  } finally {
    await strict.close()
  }
})

test('[AUTH-LOGIN-LIMIT] sign-in attempts of one client at many accounts are limited', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' })
  try {
    const statuses: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      const payload = { email: `nobody${tries}@example.com`, password: 'x' }
      const call = { method: 'POST', url: '/api/auth/login', payload, remoteAddress: '2001:db8::1' } as const
      statuses.push((await strict.app.inject(call)).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  } finally {
    await strict.close()
  }
})

test('[AUTH-CROSS-SITE] a sign-in from another site is refused', async () => {
  const ada = await openAccount(t)
  const payload = { email: ada.email, password: ada.password }
  for (const [name, value] of [
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'https://evil.example'],
  ] as const) {
    const response = await post('/api/auth/login', payload, { [name]: value })
    expect(response.statusCode).toBe(403)
    expect(response.headers['set-cookie']).toBeUndefined()
  }
})
