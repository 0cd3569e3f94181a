import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpointOf, entitledRole, type Key, keys, prepare, send } from './roles/calls.ts'
import { closeSockets, connectSocket, emitWithAck } from './support/sockets.ts'
import { tablesFingerprint } from './support/table-contents.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'
import { createTestDisk, lines } from './support/test-disk.ts'

/** What is answered while the disk is full: every call of the contract. */

const roomy = 50e9
const disk = createTestDisk()
let t: TestApp
let fingerprint: () => Promise<string>
beforeAll(async () => {
  t = await startTestApp({}, { readDisk: disk.read })
  fingerprint = await tablesFingerprint(t)
})
beforeEach(() => setFree(roomy))
afterAll(async () => {
  closeSockets()
  await t.close()
})

async function setFree(bytes: number): Promise<void> {
  disk.data.free = bytes
  await t.disk.check()
}

/** Somebody who may, with all that the call needs; their session was last noted hours ago, so that its use would be written. */
async function prepareCall(key: Key) {
  const call = await prepare(t, key, entitledRole(key))
  await sql`update sessions set last_seen_at = now() - interval '2 hours'`.execute(t.db)
  return call
}

const sentence = 'Oja has no room to save anything right now. Nothing was changed; please try again later.'
const reads = keys.filter((key) => key.startsWith('GET '))
const writes = keys.filter((key) => !reads.includes(key))
const refused = writes.filter((key) => [undefined, 'pictures'].includes(endpointOf(key).diskSpace))

test.each(refused)(
  '[DISK-FULL-WRITES] %s is refused while the disk is full, and changes nothing',
  async (key) => {
    const call = await prepareCall(key)
    const before = await fingerprint()
    await setFree(lines.full - 1)
    const { status, text } = await send(t, key, call)
    expect(status).toBe(503)
    expect(text).toContain(sentence)
    expect(await fingerprint()).toBe(before)
  },
)

test.each(reads)(
  '[DISK-FULL-READS] %s is answered while the disk is full, and writes nothing',
  async (key) => {
    const call = await prepareCall(key)
    // An administrator's look at private data is recorded even then: a row a person, kind and day.
    const forgetLooks = () => t.db.deleteFrom('account_accesses').execute()
    await forgetLooks()
    const before = await fingerprint()
    await setFree(0)
    const { status } = await send(t, key, call)
    expect(status).toBeLessThan(400)
    await forgetLooks()
    expect(await fingerprint()).toBe(before)
  },
)

test('[DISK-FULL-SIGN-IN] people can sign in until half of the reserve is used, and sign out always', async () => {
  const needing = (space: string) => writes.filter((key) => endpointOf(key).diskSpace === space).sort()
  expect(needing('sign-in')).toEqual([
    'POST /api/auth/login',
    'POST /api/auth/passkey',
    'POST /api/auth/passkey/options',
    'POST /api/auth/second-factor',
  ])
  expect(needing('none')).toEqual([
    'DELETE /api/drafts/:id',
    'DELETE /api/messages/:id',
    'DELETE /api/push',
    'DELETE /api/saved-searches/:id',
    'DELETE /api/settings/sessions',
    'DELETE /api/settings/sessions/:id',
    'DELETE /api/stolen-phones/:id',
    'POST /api/admin/users/:id/sign-out',
    'POST /api/auth/logout',
  ])
  const statusOf = async (key: Key) => (await send(t, key, await prepareCall(key))).status
  for (const [free, space, isRefused] of [
    [lines.full / 2, 'sign-in', false],
    [lines.full / 2 - 1, 'sign-in', true],
    [0, 'none', false],
  ] as const) {
    await setFree(free)
    for (const key of needing(space)) expect([key, (await statusOf(key)) === 503]).toEqual([key, isRefused])
  }
})

test('[DISK-FULL-WRITES] writes resume at a quarter above the threshold, so that they do not stop again at once', async () => {
  const call = await prepareCall('POST /api/favorites')
  const statuses: number[] = []
  for (const share of [1, 0.99, 1, 1.24, 1.25, 1, 0.99]) {
    await setFree(lines.full * share)
    statuses.push((await send(t, 'POST /api/favorites', call)).status)
  }
  expect(statuses).toEqual([201, 503, 503, 503, 201, 201, 503])
})

test('[DISK-FULL-WRITES] a full disk of pictures stops only uploads', async () => {
  disk.pictures = { device: 2, free: 0, size: 100e9 }
  await t.disk.check()
  const status = async (key: Key) => (await send(t, key, await prepareCall(key))).status
  expect(await status('POST /api/uploads')).toBe(503)
  expect(await status('POST /api/listings')).toBe(201)
  disk.pictures = null
  await t.disk.check()
  expect(await status('POST /api/uploads')).toBe(200)
})

test('[DISK-FULL-WRITES] refusals have Retry-After, for every request', async () => {
  await setFree(0)
  for (const url of ['/api/favorites', '/api/uploads', '/api/nothing', '/elsewhere']) {
    const { statusCode, headers } = await t.app.inject({ method: 'POST', url })
    expect([url, statusCode, headers['retry-after']]).toEqual([url, 503, '60'])
  }
})

test('[DISK-FULL-READS] sockets still deliver events, and their use is not stored', async () => {
  const origin = await t.listen()
  const { request, caller } = await prepareCall('GET /api/threads/:id')
  await setFree(0)
  const before = await fingerprint()
  const socket = await connectSocket(origin, caller?.cookie)
  const { id } = request.params as { id: number }
  expect(await emitWithAck(socket, 'join_thread', Number(id))).toEqual({ ok: true })
  expect(await fingerprint()).toBe(before)
})
