import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { removeExpired } from '#server/features/settings/retention.db.ts'
import { hashToken } from '#server/lib/tokens.ts'
import {
  codeOf,
  cookieOf,
  insertUnverified,
  letTimePass,
  newestCode,
  openAccount,
  registration,
} from '#tests/support/accounts.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

async function logIn(headers: Record<string, string> = {}) {
  const { email, password } = await openAccount(t)
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers,
  })
  const cookie = cookieOf(response) ?? ''
  return { email, response, cookie, hash: hashToken(cookie.split('=')[1] ?? '') }
}

const me = (cookie: string) => t.app.inject({ url: '/api/auth/me', headers: { cookie } })
const session = (hash: Buffer) =>
  t.db.selectFrom('sessions').selectAll().where('token_hash', '=', hash).executeTakeFirst()
const hour = 3_600_000

test('[AUTH-ME] a visitor gets 401; a signed-in user gets id, name, e-mail, picture and role, uncached', async () => {
  expect(await codeOf(t.visitor('GET /api/auth/me'))).toBe('UNAUTHENTICATED')
  expect((await me('oja_session=made-up')).statusCode).toBe(401)
  const ada = await t.user({ fullName: 'Ada Obi', role: 'ADMIN' })
  const { id, email } = ada
  expect(await ada.api('GET /api/auth/me')).toEqual({
    id,
    fullName: 'Ada Obi',
    email,
    avatarUrl: null,
    role: 'ADMIN',
    isLeaving: false,
  })
  expect((await me(ada.cookie)).headers['cache-control']).toBe('no-store')
})

test('[AUTH-SESSION-COOKIE] the cookie is HttpOnly, SameSite=Lax and persistent', async () => {
  const { response } = await logIn()
  const header = String(response.headers['set-cookie'])
  expect(header).toMatch(/^oja_session=[\w-]{43}; /)
  expect(header).toContain('HttpOnly')
  expect(header).toContain('SameSite=Lax')
  expect(header).toContain('Path=/')
  // As long as browsers allow: responses do not renew it.
  expect(Number(/Max-Age=(\d+)/.exec(header)?.[1])).toBe(400 * 86_400)
})

test('[AUTH-SESSION-COOKIE] in production it is Secure and __Host-', async () => {
  const live = await startTestApp({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://oja.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'help@oja.test',
    MAIL_FROM: 'Oja <no-reply@example.com>',
    DEMO: '0',
  })
  try {
    const user = await live.user({ email: 'ada@example.com' })
    const logout = await live.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie: user.cookie },
    })
    expect(String(logout.headers['set-cookie'])).toMatch(/^__Host-oja_session=;.*Secure/)
  } finally {
    await live.close()
  }
})

test('[AUTH-SESSION-HASHED] the database keeps only a hash of the token', async () => {
  const { hash } = await logIn({ 'user-agent': 'Test browser' })
  expect(await session(hash)).toMatchObject({ user_agent: 'Test browser', ip: '127.0.0.1' })
  const long = await logIn({ 'user-agent': 'x'.repeat(5000) })
  expect(await session(long.hash)).toMatchObject({ user_agent: 'x'.repeat(300) })
})

test('[AUTH-SESSION-FRESH] signing in sets a fresh token and ends the browser’s previous session', async () => {
  const first = await logIn()
  const planted = `oja_session=${'a'.repeat(43)}`
  expect((await logIn({ cookie: planted })).cookie).not.toBe(planted)
  const second = await logIn({ cookie: first.cookie })
  expect(second.cookie).not.toBe(first.cookie)
  expect((await me(first.cookie)).statusCode).toBe(401)
  expect((await me(second.cookie)).statusCode).toBe(200)
})

test('[AUTH-SESSION-SLIDES] use prolongs a session, written at most once an hour', async () => {
  const { cookie, hash } = await logIn()
  const halfAnHour = new Date(Date.now() - hour / 2)
  await t.db
    .updateTable('sessions')
    .set({ last_seen_at: halfAnHour })
    .where('token_hash', '=', hash)
    .execute()
  await me(cookie)
  expect((await session(hash))?.last_seen_at).toEqual(halfAnHour)

  const soon = new Date(Date.now() + hour)
  await t.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 2 * hour), expires_at: soon })
    .where('token_hash', '=', hash)
    .execute()
  await me(cookie)
  const used = await session(hash)
  expect(used?.last_seen_at.getTime()).toBeGreaterThan(Date.now() - hour / 2)
  expect(used?.expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * hour)
})

test('[AUTH-SESSION-ENDS] an expired session and one of a banned user count as signed out', async () => {
  const expired = await logIn()
  await t.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', expired.hash)
    .execute()
  expect((await me(expired.cookie)).statusCode).toBe(401)

  const banned = await logIn()
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('email', '=', banned.email).execute()
  expect((await me(banned.cookie)).statusCode).toBe(401)
})

test('[AUTH-LOGOUT] logging out ends the session and clears the cookie, without a payload, also for a visitor', async () => {
  const { cookie, hash } = await logIn()
  const { user_id: id } = (await session(hash)) ?? {}
  const disconnect = vi.spyOn(t.realtime, 'disconnectUser')
  onTestFinished(() => disconnect.mockRestore())
  const response = await t.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } })
  expect(disconnect.mock.calls, 'its other tabs').toEqual([[id]])
  expect(response.statusCode).toBe(204)
  expect(response.body).toBe('')
  expect(String(response.headers['set-cookie'])).toMatch(/^oja_session=; .*Expires=Thu, 01 Jan 1970/)
  expect(await session(hash)).toBeUndefined()
  expect((await me(cookie)).statusCode).toBe(401)
  for (const headers of [{}, { 'content-type': 'application/json' }])
    expect((await t.app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(204)
})

test('[AUTH-SWEEP] the cleanup deletes expired sessions and codes, registrations older than a day, and unconfirmed accounts created earlier', async () => {
  const lapsed = await logIn()
  const live = await logIn()
  await t.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', lapsed.hash)
    .execute()
  const [abandoned, waiting] = [registration(), registration()]
  const browser = t.browser()
  await t.visitor('POST /api/auth/register-email', { body: abandoned })
  await browser('POST /api/auth/register-email', { body: waiting })
  await letTimePass(t, abandoned.email, 86_401)
  const [forgotten, seller] = [await insertUnverified(t), await insertUnverified(t)]
  // Its events are deleted with it.
  const body = { email: forgotten.email, password: 'not the password' }
  expect(await codeOf(t.visitor('POST /api/auth/login', { body }))).toBe('INVALID_CREDENTIALS')
  await t.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 8 * 24 * hour) })
    .where('email', 'in', [forgotten.email, seller.email, live.email])
    .execute()
  const { id } = await t.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', seller.email)
    .executeTakeFirstOrThrow()
  await insertListing(t, { id })

  await removeExpired(t.db)

  expect(await session(lapsed.hash)).toBeUndefined()
  expect((await me(live.cookie)).statusCode).toBe(200)
  const accounts = await t.db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', [forgotten.email, seller.email])
    .execute()
  expect(accounts, 'with a listing it stays').toEqual([{ email: seller.email }])
  const left = await t.db
    .selectFrom('pending_registrations')
    .select('email')
    .where('email', 'in', [abandoned.email, waiting.email])
    .execute()
  expect(left).toEqual([{ email: waiting.email }])
  const proof = { email: waiting.email, code: await newestCode(t, waiting.email) }
  expect(await browser('POST /api/auth/verify-email', { body: proof })).toMatchObject({
    email: waiting.email,
  })
})
