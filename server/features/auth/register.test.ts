import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf, newestCode, openAccount, registration } from '#tests/support/accounts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const register = (body: ReturnType<typeof registration>) =>
  t.visitor('POST /api/auth/register-email', { body })
const storedAs = (email: string) =>
  t.db.selectFrom('pending_registrations').selectAll().where('email', '=', email).executeTakeFirst()

test('[AUTH-REGISTER-ACCOUNT] registration sends a six-digit code; entering it opens the account', async () => {
  const ada = registration()
  const browser = t.browser()
  expect(await browser('POST /api/auth/register-email', { body: ada })).toEqual({
    email: ada.email,
    expiresIn: 600,
    resendIn: 60,
  })
  expect(await storedAs(ada.email)).toMatchObject({ full_name: ada.fullName, username: ada.username })
  const accounts = () =>
    t.db.selectFrom('users').selectAll().where('email', '=', ada.email).executeTakeFirst()
  expect(await accounts()).toBeUndefined()
  const mails = await t.mails(ada.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toMatch(/^\d{6}$/m)
  const code = await newestCode(t, ada.email)
  await browser('POST /api/auth/verify-email', { body: { email: ada.email, code } })
  expect(await accounts()).toMatchObject({
    full_name: ada.fullName,
    username: ada.username,
    phone: ada.phone,
    email_verified_at: expect.any(Date),
    role: 'USER',
  })
  expect(await storedAs(ada.email)).toBeUndefined()
})

test('[AUTH-PASSWORD-HASH] [AUTH-CODE-HASHED] neither password nor code is stored in plain text', async () => {
  const ada = registration()
  await register(ada)
  const stored = await storedAs(ada.email)
  expect(stored?.password_hash).toMatch(/^\$argon2id\$/)
  const code = await newestCode(t, ada.email)
  expect(stored?.code_hash).toHaveLength(32)
  expect(stored?.token_hash).toHaveLength(32)
  expect(JSON.stringify(stored)).not.toContain(code)
})

test.each([
  ['08031234567', '+2348031234567'],
  ['+2348031234567', '+2348031234567'],
  ['+23408031234567', '+2348031234567'],
  ['+12025550123', '+12025550123'],
  ['+4407700900123', '+447700900123'],
  ['+234 (0)803-123-4567', '+2348031234567'],
])(
  '[AUTH-REGISTER-PHONE-E164] [AUTH-REGISTER-PHONE-TYPED] the phone %s is stored as %s',
  async (phone, stored) => {
    const ada = registration({ phone })
    await register(ada)
    expect((await storedAs(ada.email))?.phone).toBe(stored)
  },
)

test.each([
  ['fullName', '  ', 'Full name is required'],
  ['username', 'ab', 'Username must be at least 3 characters'],
  ['username', 'ada-obi', 'Username can only contain letters, numbers, and underscores'],
  ['email', 'ada@', 'Invalid email address'],
  ['password', '1234567', 'Password must be at least 8 characters'],
  ['phone', '080312345', 'Phone number must be at least 10 digits'],
  ['phone', '0803 123 456 or 7', 'Phone number must contain only digits'],
  ['phone', '+2348031234567890', 'Phone number is too long'],
])('[AUTH-REGISTER-RULES] %s “%s” is refused: %s', async (path, value, message) => {
  const { problem, status } = await failureOf(register(registration({ [path]: value })))
  expect(status).toBe(400)
  expect(problem?.errors).toContainEqual({ path, message })
  expect(problem?.detail).toBe(message)
})

test('[AUTH-REGISTER-RULES] missing or wrong fields are refused by name', async () => {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/auth/register-email',
    payload: { email: ['ada@example.com'], password: 12345678 },
  })
  expect(response.statusCode).toBe(400)
  const paths = response.json().errors.map((error: { path: string }) => error.path)
  expect(paths.sort()).toEqual(['email', 'fullName', 'password', 'phone', 'username'])
})

test('[AUTH-REGISTER-RULES] a name is one line of visible characters', async () => {
  const ada = registration({ fullName: 'Ada\u0000\r\nObi\u202E' })
  await register(ada)
  expect((await storedAs(ada.email))?.full_name).toBe('Ada Obi')
  const nobody = registration({ fullName: '\u200B\u3164' })
  expect((await failureOf(register(nobody))).problem?.detail).toBe('Full name is required')
})

test('[TEXT-PLAIN] a name is stored in Unicode’s composed form, with single spaces and no stacked marks', async () => {
  const ada = registration({ fullName: `A\u0323da \u2067 \u034F\u00A0 Obi${'\u0336'.repeat(20)}` })
  await register(ada)
  expect((await storedAs(ada.email))?.full_name).toBe(`Ạda Obi${'\u0336'.repeat(4)}`)
})

test('[AUTH-REGISTER-TAKEN] an e-mail address has one account, in any case', async () => {
  const ada = await openAccount(t)
  const again = registration({ email: ada.email.toUpperCase() })
  const { status, problem } = await failureOf(register(again))
  expect(status).toBe(409)
  expect(problem?.code).toBe('EMAIL_TAKEN')
  expect(problem?.detail).toContain('e-mail address')
  expect(problem?.errors?.[0]?.path).toBe('email')
  expect(await t.mails(again.email)).toEqual([])
})

test('[AUTH-REGISTER-TAKEN] a username has one account, in any case', async () => {
  const ada = await openAccount(t)
  const { status, problem } = await failureOf(
    register(registration({ username: ada.username.toUpperCase() })),
  )
  expect(status).toBe(409)
  expect(problem?.code).toBe('USERNAME_TAKEN')
  expect(problem?.detail).toContain('username')
  expect(problem?.errors?.[0]?.path).toBe('username')
})

test.each(['Oja Support', 'Admin', 'Ọjà  Team', 'Оја Suррort', 'Ad\u200Bmin'])(
  '[NAME-HOUSE] nobody registers as “%s”',
  async (fullName) => {
    const { status, problem } = await failureOf(register(registration({ fullName })))
    expect([status, problem?.errors?.[0]?.path]).toEqual([400, 'fullName'])
    expect(problem?.detail).toContain('Use your own name')
  },
)

test.each(['admin', 'Support', 'OJA', 'oja_support', '__root__', '0ja_Supp0rt', 'Adrnin', 'm0derat0r_1'])(
  '[AUTH-REGISTER-RESERVED] the username %s is refused',
  async (username) => {
    const { status, problem } = await failureOf(register(registration({ username })))
    expect([status, problem?.errors?.[0]?.path]).toEqual([409, 'username'])
  },
)
