import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { endlessBody, slowClient } from '#tests/support/slow-client.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { shedOverload } from './overload.ts'

/** Milliseconds for the server to notice. */
const limit = 60_000

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
        app.get('/shared', (request, reply) =>
          app.anonymousPages.send(request, reply, async () => {
            await release.promise
            return { status: 200, html: 'shared' }
          }),
        )
        app.get('/kept', (request, reply) =>
          app.anonymousPages.send(request, reply, async () => ({ status: 200, html: 'kept' })),
        )
      },
    },
  )
})
afterAll(() => t.close())

/** Starts `count` requests; resolves when the server has begun all of them. */
async function occupy(count: number) {
  release = Promise.withResolvers()
  const under = Array.from({ length: count }, () => t.app.inject('/slow'))
  await t.app.inject('/healthz')
  return under
}

test('[OVERLOAD] requests above the capacity are refused immediately, and accepted again when there is room', async () => {
  await t.app.inject('/kept')
  const under = await occupy(250)
  const refused = await t.app.inject('/api/categories')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('3')
  expect(refused.json()).toMatchObject({ code: 'OVERLOADED', retryAfter: 3 })
  const page = await t.app.inject({ url: '/listings', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.body).toContain('This page tries again by itself.')
  const cached = await t.app.inject('/kept')
  expect([cached.statusCode, cached.body]).toEqual([200, 'kept'])
  // Probes still get a response.
  for (const url of ['/healthz', '/readyz']) expect((await t.app.inject(url)).statusCode, url).toBe(200)
  expect((await t.app.inject('/metrics')).body).toMatch(/oja_shed_requests_total\{reason="queue"\} [1-9]/)
  release.resolve()
  expect((await Promise.all(under)).map(({ statusCode }) => statusCode)).toEqual(Array(250).fill(200))
  expect((await t.app.inject('/api/categories')).statusCode).toBe(200)
})

test('[OVERLOAD] visitors who wait for the same page hold one place together', async () => {
  release = Promise.withResolvers()
  const first = t.app.inject('/shared')
  await t.app.inject('/healthz')
  const others = Array.from({ length: 300 }, () => t.app.inject('/shared'))
  await t.app.inject('/healthz')
  expect((await t.app.inject('/api/categories')).statusCode).toBe(200)
  release.resolve()
  const answers = await Promise.all([first, ...others])
  expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
    Array(301).fill('200 shared'),
  )
})

test('[OVERLOAD] refusals and failures free their place', async () => {
  for (let count = 0; count < 300; count += 1) await t.app.inject('/api/listings/0')
  const under = await occupy(100)
  expect((await t.app.inject('/api/categories')).statusCode).toBe(200)
  release.resolve()
  await Promise.all(under)
})

test('[OVERLOAD-QUEUE] under constant load fewer are queued than in a burst', async () => {
  const under = await occupy(150)
  // After two measurements the requests no longer count as a burst.
  await vi.waitFor(async () => expect((await t.app.inject('/api/categories')).statusCode).toBe(503), limit)
  release.resolve()
  await Promise.all(under)
  await vi.waitFor(async () => expect((await t.app.inject('/api/categories')).statusCode).toBe(200), limit)
})

test('[OVERLOAD] above the capacity no body is waited for, and of many that arrive at once only some are taken; uploads are', async () => {
  const app = Fastify()
  shedOverload(app)
  app.addContentTypeParser(['text/plain', 'multipart/form-data'], (_, body, done) => {
    body.resume().once('end', () => done(null))
  })
  const { promise: blocked, resolve } = Promise.withResolvers<string>()
  app.post('/slow', () => blocked)
  const send = (type: string) => {
    const payload = new PassThrough()
    return {
      payload,
      answer: app.inject({ method: 'POST', url: '/slow', payload, headers: { 'content-type': type } }),
    }
  }
  const sent = Array.from({ length: 251 }, () => send('text/plain'))
  await app.inject('/healthz')
  for (const { payload } of sent) payload.end('text')
  const refused = await Promise.race(sent.map(({ answer }) => answer))
  expect(refused.statusCode).toBe(503)
  expect((await send('text/plain').answer).statusCode).toBe(503)
  const upload = send('multipart/form-data')
  upload.payload.end()
  await app.inject('/healthz')
  resolve('done')
  expect((await upload.answer).statusCode).toBe(200)
  const statuses = await Promise.all(sent.map(async ({ answer }) => (await answer).statusCode))
  expect(statuses.sort()).toEqual([...Array(250).fill(200), 503])
  await app.close()
})

test('[OVERLOAD-QUEUE] after quiet traffic a burst has room, and more of it where the server was fast', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  shedOverload(app)
  const { promise: blocked, resolve } = Promise.withResolvers<string>()
  app.get('/quick', async () => 'done')
  app.get('/slow', () => blocked)
  const ask = async (url: string, count: number) => {
    const answers = Array.from({ length: count }, () => app.inject(url))
    await app.inject('/healthz')
    return answers
  }
  await Promise.all(await ask('/quick', 1))
  vi.advanceTimersByTime(250)
  const under = await ask('/slow', 200)
  expect((await app.inject('/quick')).statusCode).toBe(200)
  for (let turn = 0; turn < 50; turn += 1) await Promise.all(await ask('/quick', 20))
  vi.advanceTimersByTime(250)
  under.push(...(await ask('/slow', 100)))
  expect((await app.inject('/quick')).statusCode).toBe(200)
  resolve('done')
  expect((await Promise.all(under)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  await app.close()
})

test('[OVERLOAD-SLOW] bodies that never end hold no place: with three hundred of them others are answered', async () => {
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
