import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  anotherCode,
  codeOf,
  cookieOf,
  failureOf,
  insertUnverified,
  letTimePass,
  newestCode,
  openAccount,
} from '#tests/support/accounts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const newPassword = 'another good password'
const forgot = (email: string) => t.visitor('POST /api/auth/forgot-password', { body: { email } })
const exchange = (email: string, code: string) =>
  t.visitor('POST /api/auth/verify-reset-otp', { body: { email, code } })
const reset = (email: string, resetToken: string, password = newPassword) =>
  t.visitor('POST /api/auth/reset-password', { body: { email, resetToken, newPassword: password } })
const login = (email: string, password: string) =>
  t.visitor('POST /api/auth/login', { body: { email, password } })

async function tokenFor(email: string): Promise<string> {
  await forgot(email)
  return (await exchange(email, await newestCode(t, email))).resetToken
}

test('[AUTH-RESET-FLOW] e-mail, code, token, new password: the new password signs in and the old one does not', async () => {
  const { email, password } = await openAccount(t)
  expect(await forgot(email)).toEqual({ email, expiresIn: 600, resendIn: 60 })
  const { resetToken } = await exchange(email, await newestCode(t, email))
  expect(await reset(email.toUpperCase(), resetToken)).toBeNull()
  expect(await codeOf(login(email, password))).toBe('INVALID_CREDENTIALS')
  const browser = t.browser()
  const signedIn = await browser('POST /api/auth/login', { body: { email, password: newPassword } })
  expect(signedIn).toMatchObject({ email })
  expect(await browser('GET /api/settings/activity')).toMatchObject([
    { type: 'SIGNED_IN' },
    { type: 'SIGN_IN_FAILED' },
    { type: 'PASSWORD_RESET', method: 'EMAIL_CODE' },
    { type: 'SIGNED_IN', method: 'EMAIL_CODE' },
  ])
  const last = (await t.mails(email)).at(-1)
  expect(last?.subject).toContain('password was changed')
})

test('[AUTH-RESET-ENDS-SESSIONS] a reset ends all sessions of the account', async () => {
  const { email, password } = await openAccount(t)
  const payload = { email, password }
  const cookies = await Promise.all(
    [1, 2].map(async () => cookieOf(await t.app.inject({ method: 'POST', url: '/api/auth/login', payload }))),
  )
  const other = await t.user()
  const disconnect = vi.spyOn(t.realtime, 'disconnectUser')
  onTestFinished(() => disconnect.mockRestore())
  await reset(email, await tokenFor(email))
  expect(disconnect).toHaveBeenCalledOnce()
  for (const cookie of cookies)
    expect((await t.app.inject({ url: '/api/auth/me', headers: { cookie } })).statusCode).toBe(401)
  expect(await other.api('GET /api/auth/me')).toMatchObject({ id: other.id })
})

test('[AUTH-RESET-TOKEN-ONCE] a token sets one password, also when sent twice at once', async () => {
  const { email } = await openAccount(t)
  const token = await tokenFor(email)
  const outcomes = await Promise.allSettled([
    reset(email, token, 'the first password'),
    reset(email, token, 'the second password'),
  ])
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  const { status, problem } = await failureOf(reset(email, token))
  expect([status, problem?.code]).toEqual([400, 'INVALID_CODE'])
  // The response may have been lost.
  expect(problem?.detail).toContain(
    'If you chose a new password with it, log in. Otherwise ask for a new code.',
  )
})

test('[AUTH-RESET-TOKEN-ONCE] a token belongs to its account, and a newer one replaces it', async () => {
  const ada = await openAccount(t)
  const bola = await openAccount(t)
  const first = await tokenFor(ada.email)
  expect(await codeOf(reset(bola.email, first))).toBe('INVALID_CODE')
  expect(await codeOf(reset('nobody@example.com', first))).toBe('INVALID_CODE')
  const second = await tokenFor(ada.email)
  expect(await codeOf(reset(ada.email, first))).toBe('INVALID_CODE')
  const setBan = (banned_at: Date | null) =>
    t.db.updateTable('users').set({ banned_at }).where('email', '=', ada.email).execute()
  await setBan(new Date())
  expect(await codeOf(reset(ada.email, second))).toBe('INVALID_CODE')
  await setBan(null)
  expect(await reset(ada.email, second)).toBeNull()
})

test('[AUTH-RESET-TOKEN-LIFETIME] a token works for 15 minutes, and is stored hashed', async () => {
  const { email } = await openAccount(t)
  const token = await tokenFor(email)
  const [row] = await t.db.selectFrom('reset_tokens').selectAll().execute()
  expect(row?.token_hash).toHaveLength(32)
  const minutes = ((row?.expires_at.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15)
  await t.db
    .updateTable('reset_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await codeOf(reset(email, token))).toBe('INVALID_CODE')
})

test('[AUTH-RESET-RULES] a new password has at least 8 characters, and a refused one does not use up the token', async () => {
  const { email } = await openAccount(t)
  const token = await tokenFor(email)
  const { problem } = await failureOf(reset(email, token, 'short'))
  expect(problem?.errors).toEqual([
    { path: 'newPassword', message: 'Password must be at least 8 characters' },
  ])
  expect(await reset(email, token)).toBeNull()
})

test('[AUTH-CODE-TRIES] a reset code has five tries and works once', async () => {
  const { email } = await openAccount(t)
  await forgot(email)
  const code = await newestCode(t, email)
  const wrong = Array.from({ length: 5 }, () => codeOf(exchange(email, anotherCode(code))))
  expect(new Set(await Promise.all(wrong))).toEqual(new Set(['INVALID_CODE']))
  expect(await codeOf(exchange(email, code))).toBe('INVALID_CODE')

  await letTimePass(t, email, 61)
  await forgot(email)
  const fresh = await newestCode(t, email)
  const outcomes = await Promise.allSettled([exchange(email, fresh), exchange(email, fresh)])
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
})

test('[AUTH-CODE-RESEND-WAIT] a second request within 60 seconds sends no second reset code', async () => {
  const { email } = await openAccount(t)
  await Promise.all([forgot(email), forgot(email)])
  await forgot(email)
  expect(await t.mails(email)).toHaveLength(2)
})

test('[AUTH-CODE-RESEND-WAIT] a repeated request returns the times of the code sent to this browser, whether or not the address has an account', async () => {
  const account = await openAccount(t)
  for (const email of [account.email, 'nobody.has.this@example.com']) {
    const browser = t.browser()
    const ask = () => browser('POST /api/auth/forgot-password', { body: { email } })
    expect(await ask()).toEqual({ email, expiresIn: 600, resendIn: 60 })
    await letTimePass(t, email, 20)
    await t.mails(email)
    const again = await ask()
    expect(again.expiresIn).toBeLessThanOrEqual(580)
    expect(again.expiresIn).toBeGreaterThan(520)
    expect(again.resendIn).toBeLessThanOrEqual(40)
    await letTimePass(t, email, 60)
    expect(await ask()).toEqual({ email, expiresIn: 600, resendIn: 60 })
  }
  expect(await t.mails(account.email)).toHaveLength(3)
})

test('[AUTH-RESET-FLOW] a reset code also confirms an unconfirmed address', async () => {
  const ada = await insertUnverified(t)
  await reset(ada.email, await tokenFor(ada.email))
  expect(await login(ada.email, newPassword)).toMatchObject({ email: ada.email })
})
