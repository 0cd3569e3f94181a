import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { codeOf } from '#tests/support/accounts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { lockDemoAccounts } from './lock-accounts.ts'
import { demoAccounts } from './people.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const login = (email: string, password: string) =>
  t.visitor('POST /api/auth/login', { body: { email, password } })

test('[DEMO-PUBLISHED] accounts of the demo with the published password are locked; other accounts are not touched', async () => {
  const { seller, administrator, password } = demoAccounts
  const admin = await t.user({ email: administrator, role: 'ADMIN' })
  const ada = await t.user({ email: seller })
  const other = await t.user({ email: 'somebody@oja.example' })
  const password_hash = await hashPassword(password)
  await t.db.updateTable('users').set({ password_hash }).execute()
  const ownPassword = await hashPassword('a password of their own')
  await t.db.updateTable('users').set({ password_hash: ownPassword }).where('id', '=', ada.id).execute()

  expect(await lockDemoAccounts(t.db)).toBe(1)
  expect(await codeOf(login(administrator, password))).toBe('INVALID_CREDENTIALS')
  expect(await codeOf(admin.api('GET /api/settings/sessions'))).toBe('UNAUTHENTICATED')
  expect(await login(seller, 'a password of their own')).toMatchObject({ id: ada.id })
  expect(await ada.api('GET /api/auth/me')).toMatchObject({ id: ada.id })
  expect(await login(other.email, password)).toMatchObject({ id: other.id })
  expect(await t.db.selectFrom('users').select('id').where('role', '=', 'ADMIN').execute()).toEqual([])
  expect(await lockDemoAccounts(t.db)).toBe(0)
})
