import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { endlessBody, endlessHeaders, slowClient } from '../support/slow-client.ts'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await startTestApp()
  origin = await t.listen()
})
afterAll(() => t.close())

test('[FAULT-SLOW] a client that never ends headers or body gets 408, and others are served meanwhile', async () => {
  const { server } = t.app
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([20_000, 600_000, 120_000])
  // The real limits, shortened.
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
  expect(new Set(clients.map((client) => client.received().split('\r\n')[0]))).toEqual(
    new Set(['HTTP/1.1 408 Request Timeout']),
  )
  expect(clients[0]?.received()).toContain('This request took too long to arrive.')
})

test('[FAULT-PIPELINE] a client that pipelines a thousand requests is disconnected, and others are served', async () => {
  const asking = 'GET /api/categories HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const pipelining = await slowClient(origin, { sends: asking.repeat(1000) })
  await pipelining.ended
  const ordinary = await fetch(`${origin}/api/categories`)
  expect(ordinary.status).toBe(200)
})
