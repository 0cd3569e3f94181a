import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeDevice } from '#server/core/http/device.ts'
import { hashPassword } from '#server/core/session/password.ts'
import { thresholds } from '#shared/thresholds.ts'
import { createTokenSession } from '#tests/support/sessions.ts'
import { closeSockets, connectSocket } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const phone =
  'Mozilla/5.0 (Linux; Android 15; TECNO) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test('[SETTINGS-SESSIONS] the list has device, address and time, the current session first, then by last use', async () => {
  const ada = await t.user()
  const [recent, last] = ['2126-01-02T00:00:00.000Z', '2126-01-03T00:00:00.000Z']
  const newest = await createTokenSession(t, ada, { lastSeenAt: last })
  const old = await createTokenSession(t, ada, { userAgent: phone, ip: '10.1.2.3', lastSeenAt: recent })
  await createTokenSession(t, ada, { userAgent: null, lastSeenAt: '2026-01-01', expired: true })
  const sessions = await ada.api('GET /api/settings/sessions')
  expect(sessions).toEqual([
    expect.objectContaining({ device: 'Unknown device', ip: null, isCurrent: true }),
    expect.objectContaining({ id: newest.id, isCurrent: false }),
    {
      id: old.id,
      device: 'Chrome on Android',
      ip: '10.1.2.3',
      createdAt: expect.any(String),
      lastSeenAt: recent,
      isCurrent: false,
    },
  ])
  expect(JSON.stringify(sessions)).not.toContain('hash')
})

test('[SETTINGS-SESSIONS] a user ends one own session by its id, or all others at once', async () => {
  const ada = await t.user()
  const bola = await t.user()
  const [one, two, three] = [
    await createTokenSession(t, ada),
    await createTokenSession(t, ada),
    await createTokenSession(t, ada),
  ]
  const [bolas] = await bola.api('GET /api/settings/sessions')
  const end = (id: number) => ada.api('DELETE /api/settings/sessions/:id', { params: { id } })
  await end(one.id)
  await expect(end(one.id)).rejects.toMatchObject({ status: 404 })
  await expect(end(bolas?.id ?? 0)).rejects.toMatchObject({ status: 404 })
  const works = async (cookie: string) =>
    (await t.app.inject({ url: '/api/auth/me', headers: { cookie } })).statusCode === 200
  expect([await works(one.cookie), await works(two.cookie), await works(bola.cookie)]).toEqual([
    false,
    true,
    true,
  ])
  await ada.api('DELETE /api/settings/sessions')
  expect([await works(two.cookie), await works(three.cookie), await works(ada.cookie)]).toEqual([
    false,
    false,
    true,
  ])
})

test('[SETTINGS-SESSIONS] an ended session loses its live connection at once, not with the next look for ended sessions', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const own = await startTestApp()
  try {
    const ada = await own.user()
    const origin = await own.listen()
    for (const end of [
      (id: number) => ada.api('DELETE /api/settings/sessions/:id', { params: { id } }),
      () => ada.api('DELETE /api/settings/sessions'),
    ]) {
      const other = await createTokenSession(own, ada)
      const socket = await connectSocket(origin, other.cookie, { reconnection: false })
      const disconnected = new Promise((resolve) => socket.once('disconnect', resolve))
      await end(other.id)
      expect(await disconnected).toBe('io server disconnect')
    }
  } finally {
    closeSockets()
    vi.useRealTimers()
    await own.close()
  }
})

test('[SETTINGS-SESSIONS] an account has at most 100 sessions: a login ends the one that was used longest ago', async () => {
  const most = thresholds.signIn.sessions
  const ada = await t.user()
  const password = 'correct horse 42'
  const set = { password_hash: await hashPassword(password) }
  await t.db.updateTable('users').set(set).where('id', '=', ada.id).execute()
  await sql`insert into sessions (token_hash, user_id, expires_at, last_seen_at)
    select sha256(('session ' || n)::bytea), ${ada.id}, now() + interval '1 day', now() - n * interval '1 hour'
    from generate_series(1, ${most - 1}::int) as n`.execute(t.db)
  const ids = async () => (await ada.api('GET /api/settings/sessions')).map(({ id }) => id)
  const before = await ids()
  expect(before).toHaveLength(most)
  await t.visitor('POST /api/auth/login', { body: { email: ada.email, password } })
  const after = await ids()
  expect(after).toHaveLength(most)
  expect(before.filter((id) => !after.includes(id))).toEqual([before.at(-1)])
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome on iPad'],
  [
    'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Opera/9.80 (Android; Opera Mini/89.0) Presto/2.12', 'Opera on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 'Chrome on Linux'],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('[SETTINGS-SESSIONS] %s is %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words)
})
