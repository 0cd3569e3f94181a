import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildUrl } from '#shared/client.ts'
import { endpointOf, entitledRole, type Key, keys, prepare, send, successOf } from '../roles/calls.ts'
import type { AnyRequest } from '../roles/cast.ts'
import { tablesFingerprint } from '../support/table-contents.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { changesBy, extrasFor, smuggled } from './smuggling.ts'

/** Fields that nobody asked for; tests/hostile-requests.test.ts has those beside a body that a call declares. */

let t: TestApp
let fingerprint: () => Promise<string>
beforeAll(async () => {
  t = await startTestApp()
  await t.user({ role: 'ADMIN' })
  // The first view of a day also writes the day's salt.
  const view = 'POST /api/listings/:id/view'
  await send(t, view, await prepare(t, view, entitledRole(view)))
  fingerprint = await tablesFingerprint(t)
})
afterAll(() => t.close())

const writes = keys.filter((key) => !key.startsWith('GET '))

/** The same call without and with something smuggled in is answered alike, and leaves the same behind. */
async function compare(key: Key, smuggle: (request: AnyRequest) => AnyRequest): Promise<void> {
  const role = entitledRole(key)
  const plain = await prepare(t, key, role)
  const expected = await changesBy(t, () => send(t, key, plain))
  expect(expected.answer.status).toBe(successOf(key))
  const { caller, request } = await prepare(t, key, role)
  const { answer, rows, changes } = await changesBy(t, () =>
    send(t, key, { caller, request: smuggle(request) }),
  )
  expect(answer.status, answer.text).toBe(successOf(key))
  expect(changes).toEqual(expected.changes)
  expect(JSON.stringify(rows)).not.toMatch(smuggled)
  expect(answer.text).not.toMatch(smuggled)
}

describe('[MASS-BODY] a write without a declared body reads none, nor its query', () => {
  const bodiless = writes.filter((key) => !endpointOf(key).body && key !== 'POST /api/uploads')
  test.each(bodiless)('%s', (key) =>
    compare(key, (request) => ({
      ...request,
      body: extrasFor(key),
      query: { ...extrasFor(key, 'query'), ...request.query },
    })),
  )

  test('POST /api/uploads accepts no field but its own', () =>
    compare('POST /api/uploads', (request) => {
      const fields = Object.entries(extrasFor('POST /api/uploads')).slice(0, 8)
      const more = fields.map(([name, value]): [string, string] => [name, String(value)])
      return { ...request, form: [...more, ...(request.form ?? [])] }
    }))
})

describe('[MASS-PROTOTYPE] prototype keys are refused, and set no prototype', () => {
  test.each(writes.filter((key) => endpointOf(key).body))('%s', async (key) => {
    const [method = '', path = ''] = key.split(' ')
    const { caller, request } = await prepare(t, key, entitledRole(key))
    const cookie = [caller?.cookie, request.cookies].filter(Boolean).join('; ')
    const inherited = JSON.stringify(extrasFor(key))
    const before = await fingerprint()
    for (const start of [`{"__proto__":${inherited}`, `{"constructor":{"prototype":${inherited}}`]) {
      const response = await t.app.inject({
        method: method as 'POST',
        url: buildUrl(path, request.params as Record<string, string>),
        headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
        payload: `${start},${JSON.stringify(request.body).slice(1)}`.replace(/,}$/, '}'),
      })
      expect(response.statusCode, response.body).toBe(400)
    }
    expect(await fingerprint()).toBe(before)
    expect(({} as Record<string, unknown>).isBanned).toBeUndefined()
  })
})
