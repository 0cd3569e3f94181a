import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anotherCode,
  codeOf,
  cookieOf,
  failureOf,
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

const verify = (email: string, code: string) =>
  t.visitor('POST /api/auth/verify-email', { body: { email, code } })
const resend = (email: string) => t.visitor('POST /api/auth/resend-verification', { body: { email } })

async function register() {
  const details = registration()
  await t.visitor('POST /api/auth/register-email', { body: details })
  return { ...details, code: await newestCode(t, details.email) }
}

test('[AUTH-VERIFY-SIGNS-IN] the right code confirms the address and signs in', async () => {
  const { email, code, fullName } = await register()
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/auth/verify-email',
    payload: { email: email.toUpperCase(), code },
  })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ id: expect.any(Number), fullName, email, avatarUrl: null, role: 'USER' })
  const me = await t.app.inject({ url: '/api/auth/me', headers: { cookie: cookieOf(response) } })
  expect(me.json()).toEqual(response.json())
})

test.each(['12345', '1234567', '12345a', '１２３４５６', ''])(
  '[AUTH-CODE-FORMAT] “%s” is not six digits and costs no try',
  async (code) => {
    const { problem } = await failureOf(verify('ada@example.com', code))
    expect(problem).toMatchObject({
      code: 'VALIDATION_FAILED',
      detail: 'Please enter a complete 6-digit code',
      errors: [{ path: 'code' }],
    })
  },
)

test('[AUTH-CODE-TRIES] a wrong code says what to do; the fifth try may still be right', async () => {
  const { email, code } = await register()
  for (let tries = 0; tries < 4; tries += 1) {
    const { status, problem } = await failureOf(verify(email, anotherCode(code)))
    expect([status, problem?.code]).toEqual([400, 'INVALID_CODE'])
    expect(problem?.detail).toContain('ask for a new code')
  }
  expect(await verify(email, code)).toMatchObject({ email })
})

test('[AUTH-CODE-TRIES] after five wrong tries the right code works no more, until a new one is sent', async () => {
  const { email, code } = await register()
  for (let tries = 0; tries < 5; tries += 1) await failureOf(verify(email, anotherCode(code)))
  expect(await codeOf(verify(email, code))).toBe('INVALID_CODE')
  await letTimePass(t, email, 61)
  await resend(email)
  expect(await verify(email, await newestCode(t, email))).toMatchObject({ email })
})

test('[AUTH-CODE-TRIES] wrong codes at the same time count one by one', async () => {
  const { email, code } = await register()
  const wrong = Array.from({ length: 6 }, () => codeOf(verify(email, anotherCode(code))))
  expect(new Set(await Promise.all(wrong))).toEqual(new Set(['INVALID_CODE']))
  expect(await codeOf(verify(email, code))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-LIFETIME] a code works for 600 seconds', async () => {
  const young = await register()
  await letTimePass(t, young.email, 590)
  expect(await verify(young.email, young.code)).toMatchObject({ email: young.email })
  const old = await register()
  await letTimePass(t, old.email, 601)
  expect(await codeOf(verify(old.email, old.code))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-ONCE] a code works once, also when it comes twice at once', async () => {
  const { email, code } = await register()
  const outcomes = await Promise.allSettled([verify(email, code), verify(email, code), verify(email, code)])
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect(await codeOf(verify(email, code))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-ONCE] a code belongs to its account and to its purpose', async () => {
  const ada = await register()
  const bola = await register()
  if (ada.code !== bola.code) expect(await codeOf(verify(bola.email, ada.code))).toBe('INVALID_CODE')
  const body = { email: ada.email, code: ada.code }
  expect(await codeOf(t.visitor('POST /api/auth/verify-reset-otp', { body }))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-RESEND-WAIT] within 60 seconds nothing is sent again; then the new code takes the place of the old', async () => {
  const { email, code } = await register()
  await letTimePass(t, email, 58)
  await resend(email)
  expect(await t.mails(email)).toHaveLength(1)

  await letTimePass(t, email, 3)
  await Promise.all([resend(email), resend(email), resend(email)])
  const mails = await t.mails(email)
  expect(mails).toHaveLength(2)
  const fresh = await newestCode(t, email)
  if (fresh !== code) expect(await codeOf(verify(email, code))).toBe('INVALID_CODE')
  expect(await verify(email, fresh)).toMatchObject({ email })
})

test.each(['POST /api/auth/resend-verification', 'POST /api/auth/forgot-password'] as const)(
  '[AUTH-SAME-ANSWER] %s answers the same, and as slowly, whether the address is known or not',
  async (endpoint) => {
    const pending = await register()
    const verified = await openAccount(t)
    for (const email of [pending.email, verified.email, 'nobody@example.com']) {
      const started = performance.now()
      const answer = await t.visitor(endpoint, { body: { email } })
      expect(performance.now() - started).toBeGreaterThan(240)
      expect(answer).toEqual({ email, expiresIn: 600, resendIn: 60 })
    }
    expect(await t.mails('nobody@example.com')).toEqual([])
  },
)

test('[AUTH-SAME-ANSWER] a wrong code answers the same for an address that is unknown, waiting or confirmed', async () => {
  const waiting = await register()
  const verified = await openAccount(t)
  const wrong = anotherCode(waiting.code)
  const [first, ...others] = await Promise.all(
    [waiting.email, verified.email, 'nobody@example.com'].map((email) => failureOf(verify(email, wrong))),
  )
  for (const other of others) expect(other.problem).toEqual(first?.problem)
})

test('a confirmed address is sent no code to confirm it', async () => {
  const { email } = await openAccount(t)
  await letTimePass(t, email, 61)
  await resend(email)
  expect(await t.mails(email)).toHaveLength(1)
})

test.each([
  ['POST', '/api/auth/verify-email', 10, 400],
  ['POST', '/api/auth/verify-reset-otp', 10, 400],
  ['POST', '/api/auth/forgot-password', 10, 200],
  ['POST', '/api/auth/resend-verification', 10, 200],
] as const)(
  '[AUTH-CODE-LIMIT] %s %s: after %i tries from everywhere together one address has to wait',
  async (method, url, allowed, status) => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
    try {
      const calls = Array.from({ length: allowed + 1 }, (_, index) =>
        strict.app.inject({
          method,
          url,
          payload: { email: 'nobody@example.com', code: '123456' },
          remoteAddress: `192.0.2.${index}`,
        }),
      )
      const statuses = (await Promise.all(calls)).map((response) => response.statusCode)
      expect(statuses.filter((each) => each === status)).toHaveLength(allowed)
      expect(statuses.filter((each) => each === 429)).toHaveLength(1)
    } finally {
      await strict.close()
    }
  },
)
