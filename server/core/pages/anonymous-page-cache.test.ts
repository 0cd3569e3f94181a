import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { collectLines } from '#tests/support/log-lines.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { originOf } from '../http/origin.ts'
import { hasSessionCookie } from '../session/session.ts'

const { lines, stream } = collectLines()

let t: TestApp
let origin: string
/** How often a page was rendered. */
let rendered = 0
/** Larger than what is not compressed. */
const incompressible = randomBytes(1200).toString('hex')
const broken = Promise.withResolvers<never>()
beforeAll(async () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://oja.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'help@example.com',
    MAIL_FROM: 'Oja <no-reply@example.com>',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
  }
  t = await startTestApp(production, {
    logger: { level: 'info', stream },
    async renderPages(app) {
      app.get('/things/:id', (request, reply) => {
        if (hasSessionCookie(t.env, request)) return reply.send('a page of their own')
        return app.anonymousPages.send(request, reply, async () => {
          rendered += 1
          if (request.url === '/things/broken') return broken.promise
          if (request.url === '/things/moved') return { status: 302, html: '', location: '/things/1' }
          return { status: 200, html: `<p>${'Made once. '.repeat(200)}${rendered}</p>${incompressible}` }
        })
      })
    },
  })
  origin = await t.listen()
})
beforeEach(() => {
  lines.length = 0
})
afterAll(() => t.close())

/** What a proxy says on behalf of a visitor. */
const visitor = { 'x-forwarded-for': '203.0.113.5', 'x-request-id': 'from-the-proxy-1' }
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers: { ...visitor, ...headers } })

async function counted(): Promise<number> {
  const { body } = await t.app.inject('/metrics')
  const line = body.split('\n').find((text) => text.includes('duration_seconds_count{route="/things/:id"'))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('[PAGE-CACHE] a cached page has the headers of the first response, and gets a request id, counts and a log line', async () => {
  const first = await ask('/things/1')
  const before = await counted()
  const second = await ask('/things/1', { 'x-request-id': 'from-the-proxy-2' })
  const [text, again] = [await first.text(), await second.text()]
  expect([text.includes('Made once.'), again]).toEqual([true, text])
  const own = new Set(['x-request-id', 'date', 'content-length', 'transfer-encoding'])
  const others = ({ headers }: Response) => [...headers].filter(([name]) => !own.has(name))
  expect(others(second)).toEqual(others(first))
  expect(second.headers.get('x-request-id')).toBe('from-the-proxy-2')
  expect((await counted()) - before).toBe(1)
  const [one, other] = lines.filter(({ msg }) => msg === 'a request was answered')
  const same = { route: '/things/:id', status: 200, req: { method: 'GET', remoteAddress: '203.0.113.5' } }
  expect(one).toMatchObject({ ...same, requestId: 'from-the-proxy-1' })
  expect(other).toMatchObject({ ...same, requestId: 'from-the-proxy-2' })
})

test('[PAGE-CACHE] a client with the current page gets 304; signed-in users and other preferences get their own page', async () => {
  const first = await ask('/things/2')
  const etag = first.headers.get('etag') ?? ''
  const again = await ask('/things/2', { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const before = rendered
  await ask('/things/2')
  expect(rendered).toBe(before)
  await ask('/things/2', { cookie: '__Host-theme=dark' })
  await ask('/things/2', { 'save-data': 'on' })
  await ask('/things/2', { 'accept-encoding': 'identity' })
  expect(rendered).toBe(before + 3)
  const signedIn = await ask('/things/2', { cookie: '__Host-oja_session=any' })
  expect(await signedIn.text()).toBe('a page of their own')
})

test('[PAGE-CACHE] a request with two hosts gets no cached page, and unread responses do not pile up', async () => {
  await ask('/things/3')
  const request = 'GET /things/3 HTTP/1.1\r\nHost: oja.example\r\n'
  const { port } = new URL(origin)
  const twice = connect(Number(port), '127.0.0.1')
  twice.write(`${request}Host: elsewhere.example\r\n\r\n`)
  expect(String(await once(twice, 'data'))).toMatch(/^HTTP\/1.1 400 /)
  twice.destroy()

  const greedy = connect(Number(port), '127.0.0.1')
  greedy.on('error', () => undefined)
  greedy.pause()
  greedy.write(`${request}\r\n`.repeat(1000))
  await once(greedy.resume(), 'close')
  expect(greedy.bytesRead).toBeLessThan(200 * 6000)
})

test('[PAGE-CACHE] visitors who wait for the same page share its failure, and a redirect', async () => {
  const failed = [t.app.inject('/things/broken'), t.app.inject('/things/broken')]
  await t.app.inject('/healthz')
  broken.reject(new Error('on purpose'))
  expect((await Promise.all(failed)).map(({ statusCode }) => statusCode)).toEqual([500, 500])
  const moved = () => t.app.inject('/things/moved')
  for (const { statusCode, headers } of [await moved(), await moved()])
    expect([statusCode, headers.location]).toEqual([302, '/things/1'])
})

test('[PAGE-CACHE] writes that follow quickly reach the other processes once more, after the last one', async () => {
  const seller = await t.user()
  const id = await insertListing(t, seller)
  const broadcast = vi.spyOn(t.realtime, 'broadcastToServers')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    broadcast.mockRestore()
  })
  for (const price of [100, 200, 300])
    await seller.api('PATCH /api/listings/:id', { params: { id }, body: { price: price * 100 } })
  expect(broadcast).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60)
  expect(broadcast).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60)
  expect(broadcast).toHaveBeenCalledTimes(2)
})

test('[NEAR-PRIVATE] a page with a place in its address is for no shared cache, also where it is sent from this one', async () => {
  const cacheControl = async (query: string) =>
    (await ask(`/things/4?search=lamp${query}`)).headers.get('cache-control')
  const near = '&near=6.60%2C3.35&sortBy=near'
  expect([await cacheControl(near), await cacheControl(near)]).toEqual(Array(2).fill('private, no-cache'))
  expect(await cacheControl('')).toMatch(/^public/)
})

test('[PAGE-CACHE] without PUBLIC_URL, a page that was cached for one name of the machine is not sent to another', async () => {
  const home = await startTestApp(
    { PAGE_CACHE_SECONDS: '60' },
    {
      async renderPages(app, { env }) {
        app.get('/things', (request, reply) =>
          app.anonymousPages.send(request, reply, async () => ({
            status: 200,
            html: originOf(env, request),
          })),
        )
      },
    },
  )
  onTestFinished(() => home.close())
  for (const host of ['localhost:3000', '192.168.1.5:3000', 'localhost:3000'])
    expect((await home.app.inject({ url: '/things', headers: { host } })).body).toBe(`http://${host}`)
})
