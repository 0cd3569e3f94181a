import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { contract } from '#shared/contract/index.ts'
import { publish } from '#tests/support/listings.ts'
import { postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { openSocket } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { publicUrl, startProduction } from './headers-production.ts'

let t: TestApp
let ada: TestUser
let cookie: string
beforeAll(async () => {
  t = await startProduction()
  ada = await t.user()
  cookie = ada.cookie
})
afterAll(() => t.close())

const evil = 'https://evil.example'
const keys = Object.keys(contract).map((key) => key.split(' ') as ['GET' | 'POST', string])
const writes = keys.filter(([method]) => method !== 'GET')
/** An address of the contract with some id in it. */
const addressOf = (url: string) => url.replace(/:\w+/g, '1')

describe('requests from another site', () => {
  test.each([
    ['a request of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a request of a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['a form of another site', { origin: evil }],
    ['a frame without an origin', { origin: 'null' }],
    ['a site that ends alike', { origin: 'https://oja.example.evil.example' }],
    ['a site that begins alike', { origin: 'https://notoja.example' }],
    ['another port', { origin: 'https://oja.example:8443' }],
    ['what is no origin', { origin: '//oja.example' }],
  ])('[HDR-CROSS] %s changes nothing: every write of the contract refuses it', async (_, headers) => {
    for (const [method, url] of writes) {
      const answer = await t.app.inject({
        method,
        url: addressOf(url),
        headers: { host: 'oja.example', cookie, ...headers },
        payload: {},
      })
      expect([method, url, answer.statusCode]).toEqual([method, url, 403])
      expect(answer.body).toContain('This request came from another site.')
    }
  })

  test.each([
    ['its own pages', { host: 'oja.example', origin: publicUrl, 'sec-fetch-site': 'same-origin' }],
    ['its own pages behind a proxy that asks by another name', { host: '10.0.0.7:3000', origin: publicUrl }],
    ['a program', { host: 'oja.example' }],
  ])('[HDR-CROSS] %s may write', async (_, headers) => {
    const answer = await t.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { ...headers } })
    expect(answer.statusCode).toBe(204)
  })

  test('[HDR-CROSS] no read changes anything: reads are GETs, and writes are not', () => {
    for (const [method, url] of keys)
      expect([url, /^(GET|POST|PUT|PATCH|DELETE)$/.test(method)]).toEqual([url, true])
  })

  test('[HDR-CORS] no other site reads a response: no CORS headers, requested or not', async () => {
    for (const [method, url] of keys) {
      const headers = { origin: evil, cookie, 'access-control-request-method': method }
      for (const asked of [method, 'OPTIONS'] as const) {
        const answer = await t.app.inject({ method: asked, url: addressOf(url), headers })
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        if (asked === 'OPTIONS') expect(answer.statusCode).toBe(404)
      }
    }
  })

  test('[HDR-CROSS] a socket opens for its own pages only', async () => {
    const origin = await t.listen()
    const opens = (extraHeaders: Record<string, string>) =>
      new Promise<boolean>((resolve) => {
        const socket = openSocket(origin, cookie, { extraHeaders, reconnection: false })
        socket.once('connect', () => resolve(true))
        socket.once('connect_error', () => resolve(false))
      })
    expect(await opens({ origin: evil })).toBe(false)
    expect(await opens({ origin: 'null' })).toBe(false)
    expect(await opens({ origin: publicUrl })).toBe(true)
  })
})

describe('request bodies', () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ]

  // The form of a mail program (RFC 8058) carries nothing that is read, and no cookie counts: unsubscribe.test.ts.
  const takesForms = ['/api/uploads', '/api/unsubscribe']

  test.each(types)('[HDR-TYPES] no write accepts %s, which a form could send', async (type) => {
    for (const [method, url] of writes) {
      if (takesForms.includes(url)) continue
      const headers = { 'content-type': type, cookie }
      const answer = await t.app.inject({
        method,
        url: addressOf(url),
        headers,
        payload: '{"email":"a@example.com"}',
      })
      expect([method, url, answer.statusCode]).toEqual([method, url, 415])
    }
  })

  test('[HDR-TYPES] the upload accepts a form and nothing else', async () => {
    for (const type of ['text/plain', 'application/json', 'image/svg+xml']) {
      const headers = { 'content-type': type, cookie }
      const answer = await t.app.inject({ method: 'POST', url: '/api/uploads', headers, payload: '{}' })
      expect([type, answer.statusCode]).toEqual([type, 415])
    }
  })
})

describe('hosts in links', () => {
  const claims = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  }

  test('[HDR-HOST] no response repeats the Host header of a request', async () => {
    for (const url of [
      '/',
      '/listings',
      '/robots.txt',
      '/sitemap.xml',
      '/nothing',
      '/listing/1',
      '/settings',
      '/api/openapi.json',
    ]) {
      const { body, headers } = await t.app.inject({ url, headers: claims })
      expect(`${body} ${headers.location}`).not.toContain('evil.example')
    }
    expect((await t.app.inject({ url: '/robots.txt', headers: claims })).body).toContain(
      `${publicUrl}/sitemap.xml`,
    )
  })

  test('[HDR-HOST] an uploaded picture has the public address', async () => {
    const bytes = await redCorner(200, 200).jpeg().toBuffer()
    const { body } = await postUpload(t, cookie, uploadOf(bytes))
    expect(body.secure_url).toMatch(new RegExp(`^${publicUrl}/media/photos/`))
  })

  test('[HDR-HOST] links in mails begin with PUBLIC_URL', async () => {
    const mailing = await startTestApp({ PUBLIC_URL: publicUrl })
    try {
      const [seller, buyer] = [await mailing.user(), await mailing.user()]
      const { id } = await publish(mailing, seller)
      const asked = await mailing.app.inject({
        method: 'POST',
        url: `/api/listings/${id}/questions`,
        headers: { ...claims, cookie: buyer.cookie },
        payload: { question: 'Is it still to be had this week?' },
      })
      expect(asked.statusCode).toBeLessThan(300)
      const mail = (await mailing.mails(seller.email)).at(-1)
      expect(mail?.text).toContain(`${publicUrl}/login?next=%2Flistings%2F${id}%23questions`)
      expect(JSON.stringify(mail)).not.toContain('evil.example')
    } finally {
      await mailing.close()
    }
  })
})

describe('redirects', () => {
  test.each([
    '//evil.example',
    '//evil.example/settings',
    '/\\evil.example/settings',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/settings//evil.example',
    '/listing//evil.example',
    '/listing/%2f%2fevil.example',
    '/listing/..%2f..%2f%2fevil.example',
    '/listing/https:%2f%2fevil.example',
    '/listing/1%0d%0aLocation:%20https:%2f%2fevil.example',
    '/login?next=//evil.example',
    '/login?next=/%5cevil.example',
    '/login?next=https://evil.example',
    '/login?next=javascript:alert(1)',
    '/register?next=//evil.example',
    '/settings?next=//evil.example',
    '/profile//evil.example',
    '/edit-listing/%2f%2fevil.example',
  ])('[HDR-REDIRECT] %s redirects nowhere else', async (url) => {
    for (const headers of [{}, { cookie }]) {
      const { headers: answered, body } = await t.app.inject({ url, headers })
      const { location } = answered
      if (location !== undefined) {
        const base = 'https://here.invalid'
        expect(String(location)).toMatch(/^\/(?![/\\])/)
        expect(new URL(String(location), base).origin).toBe(base)
      }
      expect(answered).not.toHaveProperty('refresh')
      expect(body).not.toMatch(/http-equiv="?refresh/i)
      expect(body).not.toMatch(/href="(?:https?:)?\/\/evil|href="javascript/i)
    }
  })
})

describe('the client’s address', () => {
  const claims = {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'cf-connecting-ip': '203.0.113.9',
  }

  async function addressSeen({ app }: TestApp, remoteAddress: string, headers: Record<string, string>) {
    return (await app.inject({ url: '/address-of-the-caller', remoteAddress, headers })).body
  }

  async function withProxy(settings: Record<string, string>) {
    return startTestApp(settings, {
      async renderPages(app) {
        app.get('/address-of-the-caller', async (request) => request.ip)
      },
    })
  }

  test('[HDR-PROXY] without a trusted proxy no header sets the client’s address', async () => {
    const app = await withProxy({})
    expect(await addressSeen(app, '198.51.100.4', claims)).toBe('198.51.100.4')
    await app.close()
  })

  test('[HDR-PROXY] a trusted proxy sets it; a client that bypasses the proxy or appends to the header does not', async () => {
    const app = await withProxy({ TRUST_PROXY: '10.0.0.0/8' })
    expect(await addressSeen(app, '198.51.100.4', claims)).toBe('198.51.100.4')
    expect(await addressSeen(app, '10.0.0.2', claims)).toBe('203.0.113.9')
    const added = { 'x-forwarded-for': '192.0.2.1, 203.0.113.9, 10.0.0.3' }
    expect(await addressSeen(app, '10.0.0.2', added)).toBe('203.0.113.9')
    await app.close()
  })

  test.each(['1', 'true', 'all', '10.0.0.0/99', '127.0.0.1,,10.0.0.1'])(
    '[HDR-PROXY] TRUST_PROXY=%s is refused at the start: it would trust everybody, or nobody',
    (value) => {
      expect(() => readEnv({ TRUST_PROXY: value })).toThrow('TRUST_PROXY must be addresses')
    },
  )
})
