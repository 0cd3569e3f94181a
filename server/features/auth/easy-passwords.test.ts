import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf, newestCode, openAccount, registration } from '#tests/support/accounts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { refuseEasyPassword } from './easy-passwords.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const message = 'This password is easy to guess. Please choose another one.'
const ada = { fullName: 'Ada Okafor', username: 'ada_lagos', email: 'ada.okafor77@example.com' }

test.each([
  'password',
  'PassWord1',
  '12345678',
  'qwertyuiop',
  'iloveyou1',
  'ojaojaoja',
  'Oja12345678',
  'adaokafor',
  'Okafor2026!',
  '1990Ada.Okafor',
  'ada_lagos1',
  'Lagos12345',
  'Naija-Market!',
  'ojaAdmin2026',
  'ada.okafor77@example.com',
])('[AUTH-EASY-PASSWORD] “%s” is refused', async (password) => {
  const { problem } = await failureOf(
    refuseEasyPassword(password, 'password', ada).catch((error) => {
      throw Object.assign(error, { problem: { errors: error.errors } })
    }),
  )
  expect(problem?.errors).toEqual([{ path: 'password', message }])
})

test.each([
  'oja-demo-2026',
  'correct horse 42',
  'a good password',
  'another good password',
  'okafor likes mangoes',
  '8473920174',
  'ọjà ní ọjọ́ àìkú',
])('[AUTH-EASY-PASSWORD] “%s” is accepted', async (password) => {
  await expect(refuseEasyPassword(password, 'password', ada)).resolves.toBeUndefined()
})

test('[AUTH-EASY-PASSWORD] at registration, reset and change', async () => {
  const failed = await failureOf(
    t.visitor('POST /api/auth/register-email', { body: registration({ password: 'Password123' }) }),
  )
  expect([failed.status, failed.problem?.errors]).toEqual([400, [{ path: 'password', message }]])

  const { email, username } = await openAccount(t)
  await t.visitor('POST /api/auth/forgot-password', { body: { email } })
  const code = await newestCode(t, email)
  const { resetToken } = await t.visitor('POST /api/auth/verify-reset-otp', { body: { email, code } })
  const reset = (newPassword: string) =>
    t.visitor('POST /api/auth/reset-password', { body: { email, resetToken, newPassword } })
  for (const easy of ['12345678', `${username}1`])
    expect((await failureOf(reset(easy))).problem?.errors).toEqual([{ path: 'newPassword', message }])
  expect(await reset('a better password'), 'the refused ones cost nothing').toBeNull()

  const login = await t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'a better password' },
  })
  const change = await t.app.inject({
    method: 'PATCH',
    url: '/api/settings/password',
    payload: { currentPassword: 'a better password', newPassword: 'football1' },
    headers: { cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  })
  expect(change.json().errors).toEqual([{ path: 'newPassword', message }])
})
