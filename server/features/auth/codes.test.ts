import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anotherCode,
  codeOf,
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

/** A registration in its own browser, with its API. */
async function register() {
  const details = registration()
  const { email } = details
  const browser = t.browser()
  await browser('POST /api/auth/register-email', { body: details })
  const verify = (code: string) => browser('POST /api/auth/verify-email', { body: { email, code } })
  const resend = () => browser('POST /api/auth/resend-verification', { body: { email } })
  return { ...details, browser, verify, resend, code: await newestCode(t, email) }
}

test('[AUTH-VERIFY-SIGNS-IN] the right code confirms the address and signs in', async () => {
  const { email, code, fullName, browser } = await register()
  const body = { email: email.toUpperCase(), code }
  const opened = await browser('POST /api/auth/verify-email', { body })
  expect(opened).toEqual({
    id: expect.any(Number),
    fullName,
    email,
    avatarUrl: null,
    role: 'USER',
    isLeaving: false,
  })
  expect(await browser('GET /api/auth/me')).toEqual(opened)
})

test.each(['12345', '1234567', '12345a', '１２３４５６', ''])(
  '[AUTH-CODE-FORMAT] “%s” is not six digits and costs no try',
  async (code) => {
    const { problem } = await failureOf(
      t.visitor('POST /api/auth/verify-email', { body: { email: 'ada@example.com', code } }),
    )
    expect(problem).toMatchObject({
      code: 'VALIDATION_FAILED',
      detail: 'Please enter a complete 6-digit code',
      errors: [{ path: 'code' }],
    })
  },
)

test('[AUTH-CODE-TRIES] a wrong code shows what to do; the fifth try may be right', async () => {
  const { email, code, verify } = await register()
  for (let tries = 0; tries < 4; tries += 1) {
    const { status, problem } = await failureOf(verify(anotherCode(code)))
    expect([status, problem?.code]).toEqual([400, 'INVALID_CODE'])
    expect(problem?.detail).toContain('ask for a new code')
  }
  expect(await verify(code)).toMatchObject({ email })
})

test('[AUTH-CODE-TRIES] after five wrong tries the right code no longer works, until a new one is sent', async () => {
  const { email, code, verify, resend } = await register()
  for (let tries = 0; tries < 5; tries += 1) await failureOf(verify(anotherCode(code)))
  expect(await codeOf(verify(code))).toBe('INVALID_CODE')
  await letTimePass(t, email, 61)
  await resend()
  expect(await verify(await newestCode(t, email))).toMatchObject({ email })
})

test('[AUTH-CODE-TRIES] simultaneous wrong codes are counted one by one', async () => {
  const { code, verify } = await register()
  const wrong = Array.from({ length: 6 }, () => codeOf(verify(anotherCode(code))))
  expect(new Set(await Promise.all(wrong))).toEqual(new Set(['INVALID_CODE']))
  expect(await codeOf(verify(code))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-LIFETIME] a code works for 600 seconds', async () => {
  const young = await register()
  await letTimePass(t, young.email, 590)
  expect(await young.verify(young.code)).toMatchObject({ email: young.email })
  const old = await register()
  await letTimePass(t, old.email, 601)
  expect(await codeOf(old.verify(old.code))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-ONCE] a code works once, also when submitted twice at once', async () => {
  const { code, verify } = await register()
  const outcomes = await Promise.allSettled([verify(code), verify(code), verify(code)])
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect(await codeOf(verify(code))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-ONCE] a code belongs to its account and to its purpose', async () => {
  const ada = await register()
  const bola = await register()
  if (ada.code !== bola.code) expect(await codeOf(bola.verify(ada.code))).toBe('INVALID_CODE')
  const body = { email: ada.email, code: ada.code }
  expect(await codeOf(t.visitor('POST /api/auth/verify-reset-otp', { body }))).toBe('INVALID_CODE')
})

test('[AUTH-CODE-RESEND-WAIT] within 60 seconds no second code is sent; then the new code replaces the old one', async () => {
  const { email, code, verify, resend } = await register()
  await letTimePass(t, email, 58)
  await resend()
  expect(await t.mails(email)).toHaveLength(1)

  await letTimePass(t, email, 3)
  await Promise.all([resend(), resend(), resend()])
  const mails = await t.mails(email)
  expect(mails).toHaveLength(2)
  const fresh = await newestCode(t, email)
  if (fresh !== code) expect(await codeOf(verify(code))).toBe('INVALID_CODE')
  expect(await verify(fresh)).toMatchObject({ email })
})

test.each([
  ['POST /api/auth/forgot-password', 240],
  // A browser without a registration causes no lookup.
  ['POST /api/auth/resend-verification', 0],
] as const)(
  '[AUTH-SAME-ANSWER] %s gives the same response after at least %i ms, for known and unknown addresses',
  async (endpoint, minMs) => {
    const pending = await register()
    const verified = await openAccount(t)
    for (const email of [pending.email, verified.email, 'nobody@example.com']) {
      const started = performance.now()
      const answer = await t.visitor(endpoint, { body: { email } })
      expect(performance.now() - started).toBeGreaterThan(minMs)
      expect(answer).toEqual({ email, expiresIn: 600, resendIn: 60 })
    }
    expect(await t.mails('nobody@example.com')).toEqual([])
  },
)

test('[AUTH-SAME-ANSWER] without the registering browser the response is the same for an unknown, waiting or confirmed address', async () => {
  const pending = await register()
  const verified = await openAccount(t)
  const [first, ...others] = await Promise.all(
    [pending.email, verified.email, 'nobody@example.com'].map((email) =>
      failureOf(t.visitor('POST /api/auth/verify-email', { body: { email, code: pending.code } })),
    ),
  )
  expect(first?.problem?.code).toBe('INVALID_CODE')
  for (const other of others) expect(other.problem).toEqual(first?.problem)
})

test('a confirmed address gets no confirmation code', async () => {
  const { email, verify, resend, code } = await register()
  await verify(code)
  await letTimePass(t, email, 61)
  await resend()
  expect(await t.mails(email)).toHaveLength(1)
})

test.each([
  ['POST', '/api/auth/verify-reset-otp', 10, 400],
  ['POST', '/api/auth/forgot-password', 10, 200],
] as const)(
  '[AUTH-CODE-LIMIT] %s %s: after %i tries from all clients together an address has to wait',
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
