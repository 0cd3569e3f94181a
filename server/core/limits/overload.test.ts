import { afterAll, beforeAll, expect, test } from 'vitest'
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
  const under = await occupy(249)
  expect((await t.app.inject('/api/categories')).statusCode).toBe(200)
  release.resolve()
  await Promise.all(under)
})
