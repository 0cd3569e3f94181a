import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endlessBody, slowClient } from '#tests/chaos/support/slow-client.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
let release = Promise.withResolvers<void>()

beforeAll(async () => {
  t = await startTestApp(
    {},
    {
      async renderPages(app) {
        app.get('/slow', async () => {
          await release.promise
          return 'done'
        })
      },
    },
  )
})
afterAll(() => t.close())

/** Starts so many requests; resolves when the server has begun with all of them. */
async function occupy(count: number) {
  release = Promise.withResolvers()
  const under = Array.from({ length: count }, () => t.app.inject('/slow'))
  await t.app.inject('/healthz')
  return under
}

test('[OVERLOAD] more than can be answered are refused at once, and taken again when there is room', async () => {
  const under = await occupy(250)
  const refused = await t.app.inject('/api/categories')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('3')
  expect(refused.json()).toMatchObject({ code: 'OVERLOADED', retryAfter: 3 })
  const page = await t.app.inject({ url: '/listings', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.body).toContain('This page tries again by itself.')
  // Whoever watches the process is answered.
  for (const url of ['/healthz', '/readyz']) expect((await t.app.inject(url)).statusCode, url).toBe(200)
  expect((await t.app.inject('/metrics')).body).toMatch(/oja_shed_requests_total\{reason="queue"\} [1-9]/)
  release.resolve()
  expect((await Promise.all(under)).map(({ statusCode }) => statusCode)).toEqual(Array(250).fill(200))
  expect((await t.app.inject('/api/categories')).statusCode).toBe(200)
})

test('[OVERLOAD] refusals and failures leave their place to others', async () => {
  for (let count = 0; count < 300; count += 1) await t.app.inject('/api/listings/0')
  const under = await occupy(100)
  expect((await t.app.inject('/api/categories')).statusCode).toBe(200)
  release.resolve()
  await Promise.all(under)
})

test('[OVERLOAD-QUEUE] where many wait all the time, fewer are taken than of a burst', async () => {
  const under = await occupy(150)
  // Two looks later: those are no burst.
  await vi.waitFor(async () => expect((await t.app.inject('/api/categories')).statusCode).toBe(503), 5000)
  release.resolve()
  await Promise.all(under)
  await vi.waitFor(async () => expect((await t.app.inject('/api/categories')).statusCode).toBe(200), 5000)
})

test('[OVERLOAD-SLOW] bodies that never end take no place: with three hundred of them others are answered', async () => {
  const origin = await t.listen()
  const ada = await t.user()
  let begun = 0
  const allThere = Promise.withResolvers<void>()
  const count = () => {
    begun += 1
    if (begun === 300) allThere.resolve()
  }
  t.app.server.on('request', count)
  const slow = await Promise.all(
    Array.from({ length: 300 }, () => slowClient(origin, endlessBody(ada.cookie))),
  )
  await allThere.promise
  t.app.server.off('request', count)
  expect((await fetch(`${origin}/api/categories`)).status).toBe(200)
  for (const client of slow) client.leave()
})
