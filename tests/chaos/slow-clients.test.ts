import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { endlessBody, endlessHeaders, slowClient } from './support/slow-client.ts'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await startTestApp()
  origin = await t.listen()
})
afterAll(() => t.close())

test('[FAULT-SLOW] whoever never ends headers or body is sent away with 408, and others are served meanwhile', async () => {
  const { server } = t.app
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([20_000, 600_000, 120_000])
  // The limits themselves in less time.
  server.headersTimeout = 200
  server.requestTimeout = 400
  const ada = await t.user()
  const clients = await Promise.all([
    ...Array.from({ length: 20 }, () => slowClient(origin, endlessHeaders)),
    ...Array.from({ length: 20 }, () => slowClient(origin, endlessBody(ada.cookie))),
  ])
  const gone = Promise.all(clients.map(({ ended }) => ended))
  const answer = await fetch(`${origin}/api/categories`)
  expect(answer.status).toBe(200)
  await gone
  expect(new Set(clients.map((client) => client.heard().split('\r\n')[0]))).toEqual(
    new Set(['HTTP/1.1 408 Request Timeout']),
  )
})

test('[FAULT-PIPELINE] whoever asks a thousand times without waiting for an answer is sent away, and others are served', async () => {
  const asking = 'GET /api/categories HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const impatient = await slowClient(origin, { says: asking.repeat(1000) })
  await impatient.ended
  const polite = await fetch(`${origin}/api/categories`)
  expect(polite.status).toBe(200)
})
