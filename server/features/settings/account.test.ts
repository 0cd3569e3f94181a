import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { codeOf, failureOf } from '#tests/support/accounts.ts'
import { insertUpload } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user({ fullName: 'Ada Okafor', email: 'ada@example.com' })
})
afterAll(() => t.close())

const everyTopic = {
  ...{ messages: true, questions: true, reviews: true, reports: true },
  ...{ searches: true, saved: true, follows: true, listings: true },
}

const change = (body: object, as = ada) => as.api('PATCH /api/settings/profile', { body })

test('[SETTINGS-PROFILE] profile changes are saved and shown on the public page', async () => {
  expect(await ada.api('GET /api/settings')).toEqual({
    id: ada.id,
    fullName: 'Ada Okafor',
    username: 'user_1',
    email: 'ada@example.com',
    avatarUrl: null,
    bio: null,
    state: null,
    lga: null,
    phone: '+2340000000001',
    phoneVerifiedAt: null,
    notifications: {
      ...everyTopic,
      push: everyTopic,
      quietHours: { from: 22, to: 7 },
      digestHour: 8,
      pushHidesContent: false,
    },
    deletionDueAt: null,
    profileVersion: expect.any(String),
  })
  const avatarUrl = await insertUpload(t, ada)
  const values = {
    fullName: 'Ada N. Okafor',
    bio: 'Phones,\nbought and sold.',
    state: 'Lagos',
    lga: 'Ikeja',
    avatarUrl,
  }
  expect(await change(values)).toMatchObject(values)
  expect(await t.visitor('GET /api/users/:id', { params: { id: ada.id } })).toMatchObject(values)
  expect(await ada.api('GET /api/auth/me')).toMatchObject({ fullName: 'Ada N. Okafor', avatarUrl })
  expect(await change({ bio: '' })).toMatchObject({ bio: null, fullName: 'Ada N. Okafor', state: 'Lagos' })
  // State and LGA go together.
  for (const one of ['state', 'lga']) {
    await change({ state: 'Lagos', lga: 'Ikeja' })
    expect(await change({ [one]: null })).toMatchObject({ state: null, lga: null })
  }
  expect(await change({ avatarUrl: null, state: null, lga: null })).toMatchObject({
    avatarUrl: null,
    state: null,
    lga: null,
  })
})

test('[PROFILE-VERSION] a second tab cannot undo what the first saved; after the conflict it may', async () => {
  const who = await t.user({ fullName: 'Chidi Own' })
  const { profileVersion: version } = await who.api('GET /api/settings')
  const change = (body: object) => who.api('PATCH /api/settings/profile', { body })
  const first = await change({ bio: 'I sell fans.', version })
  expect(first.profileVersion).not.toBe(version)
  await expect(change({ bio: 'I sell tables.', version })).rejects.toMatchObject({
    status: 409,
    problem: { code: 'STALE_VERSION', current: first },
  })
  const second = await change({ state: 'Lagos', lga: 'Ikeja', version: first.profileVersion })
  expect(second).toMatchObject({ bio: 'I sell fans.', lga: 'Ikeja' })
  const onlyTheLga = { state: 'Lagos', lga: 'Epe', version: second.profileVersion }
  const third = await change(onlyTheLga)
  expect(third).toMatchObject({ lga: 'Epe' })
  await expect(change({ ...onlyTheLga, lga: 'Ikeja' })).rejects.toMatchObject({ problem: { current: third } })
  expect(await change({ fullName: 'Chidi Eze' })).toMatchObject({
    fullName: 'Chidi Eze',
    bio: 'I sell fans.',
  })
  await who.api('PATCH /api/settings/notifications', { body: { reviews: false } })
})

test('[SETTINGS-PROFILE] a picture must be uploaded here by the same user', async () => {
  const bola = await t.user()
  const message = 'This photo was not uploaded here. Please upload it again'
  for (const avatarUrl of [await insertUpload(t, bola), 'https://elsewhere.example/a.jpg', 'javascript:1']) {
    const failure = await failureOf(change({ avatarUrl }))
    expect(failure.status).toBe(400)
    expect(failure.problem?.errors).toEqual([{ path: 'avatarUrl', message }])
  }
  const own = await insertUpload(t, ada)
  expect(await change({ avatarUrl: `http://localhost${own}` })).toMatchObject({ avatarUrl: own })
  await t.db.deleteFrom('uploads').where('url', '=', own).execute()
  expect(await change({ avatarUrl: own }), 'the one that is there').toMatchObject({ avatarUrl: own })
})

test.each([
  [{ fullName: ' ' }, 'fullName', 'Full name is required'],
  [{ fullName: 'x'.repeat(81) }, 'fullName', 'Full name must be at most 80 characters'],
  [{ bio: 'x'.repeat(501) }, 'bio', 'About you has at most 500 characters'],
  [{ state: 'Nowhere', lga: 'Ikeja' }, 'state', 'Please select a state'],
  [{ state: 'Lagos' }, 'lga', 'Please select an LGA'],
  [{ state: 'Lagos', lga: 'Nsukka' }, 'lga', 'Please select an LGA'],
  [{ lga: 'Ikeja' }, 'lga', 'Please select an LGA'],
])('[SETTINGS-PROFILE] %o is refused', async (body, path, message) => {
  const failure = await failureOf(change(body))
  expect(failure.problem?.errors).toEqual([{ path, message }])
})

test('[SETTINGS-NOTIFY] each kind of e-mail has its own switch', async () => {
  const set = (body: object) => ada.api('PATCH /api/settings/notifications', { body })
  expect((await set({ questions: false })).notifications).toMatchObject({
    messages: true,
    questions: false,
    reviews: true,
    reports: true,
  })
  expect((await set({ messages: false, questions: true })).notifications).toMatchObject({
    messages: false,
    questions: true,
    reviews: true,
    reports: true,
  })
  expect((await set({})).notifications).toMatchObject({ messages: false })
})

test('[NAME-HOUSE] only administrators may take a house name', async () => {
  for (const fullName of ['Oja Support', 'ADMIN', 'Ọjà\u00A0Team', '𝐎𝐣𝐚 Official']) {
    const { status, problem } = await failureOf(change({ fullName }))
    expect([status, problem?.errors?.[0]?.path]).toEqual([400, 'fullName'])
  }
  expect(await change({ fullName: 'Adminu Ojaide' })).toMatchObject({ fullName: 'Adminu Ojaide' })
  const admin = await t.user({ role: 'ADMIN' })
  expect(await change({ fullName: 'Oja Support' }, admin)).toMatchObject({ fullName: 'Oja Support' })
})

async function withPassword(password: string): Promise<TestUser> {
  const user = await t.user()
  const hash = await hashPassword(password)
  await t.db.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute()
  return user
}

const logIn = (email: string, password: string) =>
  t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36' },
  })

test('[SETTINGS-PASSWORD] a password change ends every other session and renews this one’s token', async () => {
  const bola = await withPassword('old password 1')
  const other = await logIn(bola.email, 'old password 1')
  const { name, value } = other.cookies[0] ?? { name: '', value: '' }
  const change = (body: object, cookie = bola.cookie) =>
    t.app.inject({ method: 'PATCH', url: '/api/settings/password', payload: body, headers: { cookie } })
  const me = (cookie: string) => t.app.inject({ url: '/api/auth/me', headers: { cookie } })

  const wrong = await change({ currentPassword: 'not it', newPassword: 'new password 2' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().errors).toEqual([{ path: 'currentPassword', message: 'This is not your password' }])
  const short = await change({ currentPassword: 'old password 1', newPassword: 'short' })
  expect(short.json().errors).toEqual([
    { path: 'newPassword', message: 'Password must be at least 8 characters' },
  ])
  expect((await me(`${name}=${value}`)).statusCode).toBe(200)

  const done = await change({ currentPassword: 'old password 1', newPassword: 'new password 2' })
  expect(done.statusCode).toBe(204)
  const fresh = done.cookies.find((cookie) => cookie.value !== '')
  expect((await me(`${fresh?.name}=${fresh?.value}`)).json()).toMatchObject({ id: bola.id })
  expect((await me(`${name}=${value}`)).statusCode).toBe(401)
  expect((await me(bola.cookie)).statusCode).toBe(401)
  expect((await logIn(bola.email, 'old password 1')).statusCode).toBe(401)
  expect((await logIn(bola.email, 'new password 2')).statusCode).toBe(200)
  const [mail] = await t.mails(bola.email)
  expect(mail?.subject).toBe('Your Oja password was changed')
  expect(mail?.text).toContain('every other device was logged out')
})

test('[SETTINGS-PASSWORD] wrong current passwords are limited', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.2' })
  try {
    const bola = await strict.user()
    const guess = () =>
      codeOf(
        bola.api('PATCH /api/settings/password', {
          body: { currentPassword: 'a guess', newPassword: 'new password 2' },
        }),
      )
    expect([await guess(), await guess(), await guess()]).toEqual([
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'RATE_LIMITED',
    ])
  } finally {
    await strict.close()
  }
})
