import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import { paths } from '#web/lib/paths.ts'
import { keys } from '../roles/calls.ts'
import { insertListing } from '../support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts'

/** Bugs that fuzzing has found. */

let t: TestApp
let admin: TestUser
let port: number
/** Errors that the server logged. */
const logged: string[] = []
beforeAll(async () => {
  t = await startTestApp(
    {},
    { logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } },
  )
  admin = await t.user({ role: 'ADMIN' })
  port = Number(new URL(await t.listen()).port)
})
afterAll(() => t.close())

test('[FUZZ-FOUND] half a surrogate pair is removed from a text: JSON columns refuse it', async () => {
  const id = await insertListing(t, await t.user())
  const { moderationReason } = await admin.api('PATCH /api/admin/listings/:id', {
    params: { id },
    body: { status: 'HIDDEN', reason: '\ud800Sold\udfff twice 🙂\udc00' },
  })
  expect(moderationReason).toBe('Sold twice 🙂')
})

test.each(keys.filter((key) => 'body' in contract[key] && contract[key].access !== 'owner'))(
  '[FUZZ-FOUND] null is no body: %s',
  async (key) => {
    const [method = '', path = ''] = key.split(' ')
    const headers = { cookie: admin.cookie, 'content-type': 'application/json' }
    const url = path.replace(':id', '1')
    const answer = await t.app.inject({ method: method as 'POST', url, headers, payload: 'null' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED'])
  },
)

test('[FUZZ-FOUND] a client that disconnects during a request is not logged as an error', async () => {
  const begun = once(t.app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = 'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  socket.write(`${head}content-length: 1000\r\n\r\n{"email":`)
  const [request] = await begun
  const ended = once(request, 'close').catch(() => {})
  socket.destroy()
  await ended
  // The previous request has finished when the next one gets its response.
  await t.visitor('GET /api/site')
  expect(logged).toEqual([])
})

test('[FUZZ-FOUND] a client that has left before its request is read is not logged as an error', async () => {
  // Its address is unknown from then on.
  t.app.server.prependOnceListener('request', (request) => request.socket.destroy())
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /api/site HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket.resume(), 'close')
  await t.visitor('GET /api/site')
  expect(logged).toEqual([])
})

test('[FUZZ-FOUND] the return address after login is omitted when it is longer than a header may be', () => {
  expect(paths.loginThen('/sell')).toBe('/login?next=/sell')
  expect(paths.loginThen(`/sell?q=${'<'.repeat(9000)}`)).toBe('/login')
})
