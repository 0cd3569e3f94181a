import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectLines } from '#tests/support/log-lines.ts'
import { connectSocket, emitWithAck } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

const { lines, stream } = collectLines()

let t: TestApp
let ada: TestUser
beforeAll(async () => {
  t = await startTestApp({}, { logger: { level: 'info', stream } })
  ada = await t.user()
})
beforeEach(() => {
  lines.length = 0
})
afterAll(() => t.close())

const refusals = () => lines.filter(({ security }) => security === 'REFUSED')

test.each([
  ['an administrator’s call', 'GET', '/api/admin/stats', {}, 'NOT_FOUND', '/api/admin/stats'],
  ['somebody else’s listing', 'DELETE', '/api/listings/987654321', {}, 'NOT_FOUND', '/api/listings/:id'],
  [
    'another site',
    'POST',
    '/api/favorites',
    { 'sec-fetch-site': 'cross-site' },
    'CROSS_SITE_REQUEST',
    '/api/favorites',
  ],
  ['bad input', 'POST', '/api/threads', {}, 'VALIDATION_FAILED', '/api/threads'],
] as const)(
  '[OPS-REFUSALS] %s is logged with endpoint, user and address',
  async (_, method, url, headers, refusal, route) => {
    await t.app.inject({
      method,
      url,
      headers: { ...headers, cookie: ada.cookie },
      payload: { secret: 'words of Ada' },
    })
    const line = { level: 'info', refusal, method, route, ip: '127.0.0.1', requestId: expect.any(String) }
    expect(refusals()).toEqual([expect.objectContaining(line)])
    // The caller is known only after the session was read, and a cross-site request is refused before.
    if (refusal !== 'CROSS_SITE_REQUEST') expect(refusals()[0]).toMatchObject({ userId: ada.id })
    expect(JSON.stringify(lines)).not.toContain('words of Ada')
  },
)

test('[OPS-REFUSALS] a refused access attempt is logged; normal browsing is not', async () => {
  await t.app.inject({ url: '/api/settings' })
  expect(refusals()).toMatchObject([{ refusal: 'UNAUTHENTICATED', route: '/api/settings' }])
  lines.length = 0
  for (const url of ['/api/auth/me', '/api/listings', '/nothing', '/api/listings/5'])
    await t.app.inject({ url })
  expect(refusals()).toEqual([])
})

test('[OPS-REFUSALS] a socket that asks for data of others is logged', async () => {
  const socket = await connectSocket(await t.listen(), ada.cookie)
  expect(await emitWithAck(socket, 'join_thread', { threadId: 987_654_321 })).toMatchObject({ ok: false })
  expect(refusals()).toMatchObject([{ userId: ada.id, event: 'join_thread' }])
  socket.disconnect()
})

test('[OPS-REFUSALS] user input cannot break out of its log line', async () => {
  const url = '/api/listings/%0A%7B%22level%22:%22fatal%22%7D%0D'
  await t.app.inject({ url, headers: { 'user-agent': 'a\tb', cookie: ada.cookie } })
  expect(refusals()).toHaveLength(1)
  expect(lines.filter(({ level }) => level === 'fatal')).toEqual([])
})
