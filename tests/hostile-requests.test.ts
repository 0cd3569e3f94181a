import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseOf, endpointOf, entitledRole, type Key, keys, prepare, send, successOf } from './roles/calls.ts'
import { changesBy, extrasFor, smuggled } from './security/smuggling.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
  await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

test.each(keys.filter((key) => endpointOf(key).body))(
  '[MAY-FIELDS] %s accepts no undeclared field',
  async (key) => {
    const role = entitledRole(key)
    const plain = await prepare(t, key, role)
    const expected = await changesBy(t, () => send(t, key, plain))
    expect(expected.answer.status).toBe(successOf(key))

    const { caller, request } = await prepare(t, key, role)
    const body = { ...request.body, ...extrasFor(key) }
    const query = { ...request.query, ...extrasFor(key, 'query') }
    const { answer, rows, changes } = await changesBy(t, () =>
      send(t, key, { caller, request: { ...request, body, query } }),
    )
    expect(answer.status, answer.text).toBe(successOf(key))
    expect(changes).toEqual(expected.changes)
    expect(answer.text).not.toMatch(smuggled)
    expect(JSON.stringify(rows)).not.toMatch(smuggled)
  },
)

const nothing = 999_999_999
const oddIds = [0, -1, 1.5, 'abc', 2_147_483_648, nothing]

test.each(keys.filter((key) => key.includes('/:id')))('[MAY-IDS] %s with an odd id', async (key) => {
  const { caller, request } = await prepare(t, key, entitledRole(key))
  for (const id of oddIds) {
    const answer = await send(t, key, { caller, request: { ...request, params: { id } } })
    expect(statusesFor(key, id), `${id}: ${answer.text}`).toContain(answer.status)
  }
  // The same number in another notation: one thing has one address.
  const own = Number(request.params?.id)
  for (const id of [`0${own}`, `0x${own.toString(16)}`, `${own}e0`]) {
    const answer = await send(t, key, { caller, request: { ...request, params: { id } } })
    expect([id, answer.status]).toEqual([id, 400])
  }
})

/** Names of ids in a body: `listingId`, `ids`. */
const idNames = (body: Record<string, unknown> = {}) =>
  Object.keys(body).filter((name) => /Id$|^ids$/.test(name) && typeof body[name] !== 'string')

test('[MAY-IDS] odd ids in bodies', async () => {
  const seen: string[] = []
  for (const key of keys.filter((name) => endpointOf(name).body)) {
    const { caller, request } = await prepare(t, key, entitledRole(key))
    for (const name of idNames(request.body)) {
      seen.push(`${key}: ${name}`)
      for (const id of oddIds) {
        const body = { ...request.body, [name]: name === 'ids' ? [id] : id }
        const answer = await send(t, key, { caller, request: { ...request, body } })
        expect(statusesFor(key, id), `${key} ${name} ${id}: ${answer.text}`).toContain(answer.status)
      }
    }
  }
  expect(seen).toEqual(expect.arrayContaining(['POST /api/threads: listingId', 'POST /api/blocks: userId']))
})

function statusesFor(key: Key, id: unknown): number[] {
  const { nothingThere } = caseOf(key)
  return id === nothing && nothingThere ? [nothingThere] : [400, 404]
}
