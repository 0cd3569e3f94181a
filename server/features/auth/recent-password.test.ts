import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { removeOldRecords } from '#server/features/settings/retention.db.ts'
import type { Contract } from '#shared/contract/index.ts'
import { thresholds } from '#shared/thresholds.ts'
import { cookieOf } from '#tests/support/accounts.ts'
import { codeFrom, givePasskey, giveTotp } from '#tests/support/second-factors.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const password = 'a good password'

/** A user who entered the password this many minutes ago. */
async function signedIn(minutesAgo: number): Promise<TestUser> {
  const user = await t.user()
  const authenticated_at = new Date(Date.now() - minutesAgo * 60_000)
  await t.db.updateTable('sessions').set({ authenticated_at }).where('user_id', '=', user.id).execute()
  const password_hash = await hashPassword(password)
  await t.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  return user
}

function call(cookie: string, key: keyof Contract, payload?: object) {
  const [method, url = ''] = key.split(' ')
  return t.app.inject({
    method: method as 'POST',
    url: url.replace(':id', '1'),
    ...(payload ? { payload } : {}),
    headers: { cookie },
  })
}

const sensitive: [key: keyof Contract, body?: object][] = [
  ['PATCH /api/settings/phone', { phone: '+2348031112233' }],
  ['POST /api/settings/totp'],
  ['POST /api/settings/totp/confirm', { code: '123456' }],
  ['DELETE /api/settings/totp'],
  ['POST /api/settings/passkeys/options'],
  ['POST /api/settings/passkeys', {}],
  ['DELETE /api/settings/passkeys/:id'],
  ['POST /api/settings/recovery-codes'],
  ['DELETE /api/settings/sessions'],
  ['DELETE /api/settings/sessions/:id'],
]

test.each(sensitive)(
  '[AUTH-CONFIRM] %s needs the password when it was entered long ago',
  async (key, body) => {
    const old = await signedIn(16)
    const refused = await call(old.cookie, key, body)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    const recent = await signedIn(14)
    const answer = await call(recent.cookie, key, body)
    expect(answer.body).not.toContain('REAUTHENTICATION_REQUIRED')
  },
)

test('[AUTH-CONFIRM] re-entering the password allows it, with a new token of the same session', async () => {
  const ada = await signedIn(60)
  const own = await t.db
    .selectFrom('sessions')
    .select(['id', 'created_at'])
    .where('user_id', '=', ada.id)
    .executeTakeFirst()
  const wrong = await call(ada.cookie, 'POST /api/auth/confirm', { password: 'not it' })
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    400,
    [{ path: 'password', message: 'This is not your password' }],
  ])
  const done = await call(ada.cookie, 'POST /api/auth/confirm', { password })
  expect(done.statusCode).toBe(204)
  const fresh = cookieOf(done) ?? ''
  expect(fresh).not.toBe(ada.cookie)
  expect((await call(ada.cookie, 'GET /api/auth/me')).statusCode, 'the old token').toBe(401)
  expect((await call(fresh, 'DELETE /api/settings/sessions')).statusCode).toBe(204)
  const sessions = await t.db
    .selectFrom('sessions')
    .select(['id', 'created_at'])
    .where('user_id', '=', ada.id)
    .execute()
  expect(sessions).toEqual([own])
})

test('[AUTH-CONFIRM] re-entering the password keeps the session’s second factor', async () => {
  const ada = await signedIn(60)
  await t.db.updateTable('sessions').set({ second_factor: true }).where('user_id', '=', ada.id).execute()
  await call(ada.cookie, 'POST /api/auth/confirm', { password })
  const { second_factor } = await t.db
    .selectFrom('sessions')
    .select('second_factor')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(second_factor).toBe(true)
})

test('[AUTH-SESSION-LONGEST] a session ends 180 days after sign-in, however much it is used', async () => {
  const ada = await signedIn(0)
  const day = 86_400_000
  const used = async (createdDaysAgo: number) => {
    const created_at = new Date(Date.now() - createdDaysAgo * day)
    await t.db
      .updateTable('sessions')
      .set({
        created_at,
        last_seen_at: new Date(Date.now() - day / 2),
        expires_at: new Date(Date.now() + day),
      })
      .where('user_id', '=', ada.id)
      .execute()
    await call(ada.cookie, 'GET /api/auth/me')
    const { expires_at } = await t.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    return (expires_at.getTime() - Date.now()) / day
  }
  expect(await used(100)).toBeCloseTo(30, 1)
  expect(await used(170)).toBeCloseTo(10, 1)
  expect(await used(181)).toBeLessThan(0)
  expect((await call(ada.cookie, 'GET /api/auth/me')).statusCode).toBe(401)
})

test('[AUTH-EVENTS] account events are stored with their origin, and shown to the owner and administrators', async () => {
  const ada = await signedIn(0)
  const email = ada.email
  await call('', 'POST /api/auth/login', { email, password: 'not it' })
  const entered = await call('', 'POST /api/auth/login', { email, password })
  await call(cookieOf(entered) ?? '', 'POST /api/auth/logout')
  await call(ada.cookie, 'PATCH /api/settings/phone', { phone: '+2348031112244' })
  await call(ada.cookie, 'POST /api/auth/confirm', { password: 'not it' })
  const secret = await giveTotp(t, ada.id)
  const pending = await call('', 'POST /api/auth/login', { email, password })
  const step = pending.cookies.map(({ name, value }) => `${name}=${value}`).join('')
  await call(step, 'POST /api/auth/second-factor', { code: '000000' })
  await call(step, 'POST /api/auth/second-factor', { code: codeFrom(secret) })
  const { id } = await givePasskey(t, ada.id)
  await t.app.inject({
    method: 'DELETE',
    url: `/api/settings/passkeys/${id}`,
    headers: { cookie: ada.cookie },
  })

  const admin = await t.user({ role: 'ADMIN' })
  const readEvents = () => admin.api('GET /api/admin/users/:id/activity', { params: { id: ada.id } })
  const events = await readEvents()
  expect(events.map(({ type, method }) => [type, method])).toEqual([
    ['PASSKEY_REMOVED', null],
    ['SIGNED_IN', 'TOTP'],
    ['SIGN_IN_FAILED', 'TOTP'],
    ['REAUTHENTICATION_FAILED', 'PASSWORD'],
    ['PHONE_CHANGED', null],
    ['SIGNED_OUT', null],
    ['SIGNED_IN', 'PASSWORD'],
    ['SIGN_IN_FAILED', 'PASSWORD'],
  ])
  expect(events[0]).toMatchObject({ ip: '127.0.0.1', device: 'Unknown device', byAdmin: false })
  expect(JSON.stringify(events)).not.toContain(secret)
  await sql`insert into account_events (user_id, type)
    select ${ada.id}, 'SIGNED_OUT' from generate_series(1, ${thresholds.signIn.eventsShown})`.execute(t.db)
  expect((await readEvents()).map(({ type }) => type)).toEqual(
    Array(thresholds.signIn.eventsShown).fill('SIGNED_OUT'),
  )
})

test('[AUTH-EVENTS] [SETTINGS-SESSIONS] each change of how somebody signs in is an event of theirs, and closes the connections that it ends', async () => {
  const ada = await signedIn(0)
  const disconnect = vi.spyOn(t.realtime, 'disconnectUser')
  onTestFinished(() => disconnect.mockRestore())
  let { cookie } = ada
  const act = async (key: keyof Contract, payload?: object) => {
    disconnect.mockClear()
    const answer = await call(cookie, key, payload)
    expect(answer.statusCode, key).toBeLessThan(300)
    cookie = cookieOf(answer) ?? cookie
    const [newest] = (await call(cookie, 'GET /api/settings/activity')).json()
    expect(disconnect.mock.calls.every(([id]) => id === ada.id)).toBe(true)
    return [newest.type, newest.method, disconnect.mock.calls.length]
  }
  expect(await act('POST /api/auth/confirm', { password })).toEqual(['REAUTHENTICATED', 'PASSWORD', 1])
  const hasFactor = () =>
    t.db.selectFrom('sessions').select('second_factor').where('user_id', '=', ada.id).execute()
  const code = codeFrom(await giveTotp(t, ada.id, 'waiting'))
  expect(await act('POST /api/settings/totp/confirm', { code })).toEqual(['SECOND_FACTOR_ON', null, 1])
  expect(await hasFactor()).toEqual([{ second_factor: true }])
  expect(await act('POST /api/settings/recovery-codes')).toEqual(['RECOVERY_CODES_MADE', null, 0])
  expect((await t.mails(ada.email)).at(-1)?.subject).toContain('New recovery codes were made')
  expect(await act('DELETE /api/settings/totp')).toEqual(['SECOND_FACTOR_OFF', null, 1])
  expect(await hasFactor()).toEqual([{ second_factor: false }])
  const change = { currentPassword: password, newPassword: 'another good password' }
  expect(await act('PATCH /api/settings/password', change)).toEqual(['PASSWORD_CHANGED', null, 1])
  const { email } = ada
  await call('', 'POST /api/auth/login', { email, password: change.newPassword })
  expect(await act('DELETE /api/settings/sessions')).toEqual(['SESSIONS_ENDED', null, 1])
  const asked = { password: change.newPassword }
  expect(await act('POST /api/settings/deletion', asked)).toEqual(['SESSIONS_ENDED', null, 1])
})

test('[AUTH-EVENTS] an administrator signs somebody out everywhere, and it is in their history', async () => {
  const ada = await signedIn(0)
  const admin = await t.user({ role: 'ADMIN' })
  const params = { id: ada.id }
  const disconnect = vi.spyOn(t.realtime, 'disconnectUser')
  onTestFinished(() => disconnect.mockRestore())
  expect(await admin.api('POST /api/admin/users/:id/sign-out', { params })).toBeNull()
  expect(disconnect.mock.calls).toEqual([[ada.id]])
  expect((await call(ada.cookie, 'GET /api/auth/me')).statusCode).toBe(401)
  const again = await call('', 'POST /api/auth/login', { email: ada.email, password })
  const own = await call(cookieOf(again) ?? '', 'GET /api/settings/activity')
  expect(own.json()).toMatchObject([{ type: 'SIGNED_IN' }, { type: 'SESSIONS_ENDED', byAdmin: true }])
  const nobody = await t.app.inject({
    method: 'POST',
    url: '/api/admin/users/99999/sign-out',
    headers: { cookie: admin.cookie },
  })
  expect(nobody.statusCode).toBe(404)
})

test('[AUTH-EVENTS] events are append-only, and deleted after 180 days or with the account', async () => {
  const ada = await signedIn(0)
  await call(ada.cookie, 'POST /api/auth/confirm', { password: 'not it' })
  const ofAda = () => t.db.selectFrom('account_events').select('id').where('user_id', '=', ada.id).execute()
  const change = t.db.updateTable('account_events').set({ ip: null }).where('user_id', '=', ada.id)
  await expect(change.execute()).rejects.toThrow('rows are only added')
  const remove = t.db.deleteFrom('account_events').where('user_id', '=', ada.id)
  await expect(remove.execute()).rejects.toThrow('rows are only added')
  const old = {
    user_id: ada.id,
    type: 'SIGNED_IN' as const,
    created_at: new Date(Date.now() - 181 * 86_400_000),
  }
  await t.db.insertInto('account_events').values(old).execute()
  await removeOldRecords(t.db)
  expect(await ofAda()).toHaveLength(1)

  await t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(0) })
    .where('id', '=', ada.id)
    .execute()
  const { finishDeletions } = await import('#server/features/settings/deletion.service.ts')
  await finishDeletions(t)
  expect(await ofAda()).toEqual([])
})
