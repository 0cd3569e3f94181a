import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { insertListing } from '#tests/support/listings.ts'
import { postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { startProduction } from './headers-production.ts'

let t: TestApp
let ada: TestUser
let cookie: string
/** Addresses of things that are there. */
let listing: string
let picture: string
let asset: string

beforeAll(async () => {
  t = await startProduction()
  ada = await t.user({ fullName: 'Ada Okafor' })
  cookie = ada.cookie
  listing = `/listings/${await insertListing(t, ada)}`
  const upload = await postUpload(t, cookie, uploadOf(await redCorner(400, 300).jpeg().toBuffer()))
  picture = new URL(upload.body.secure_url).pathname
  asset = /\/assets\/[^"]+\.js/.exec((await get('/')).body)?.[0] ?? ''
})
afterAll(() => t.close())

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })

const pages = ['/', '/listings', '/login', '/register', '/about', '/nothing-here', '/admin']
const membersPages = ['/settings', '/chat', '/favorites', '/profile', '/my-listings', '/sell']

/** One of every kind of answer, errors included. */
const answers: Record<string, () => ReturnType<typeof get>> = {
  page: () => get('/'),
  'page of a listing': () => get(listing),
  'page that is not there': () => get('/nothing-here'),
  'page of a member': () => get('/settings', { cookie }),
  'way to the sign-in': () => get('/settings'),
  'old address': () => get('/listing/1'),
  'address that cannot be decoded': () => get('/%zz'),
  read: () => get('/api/listings'),
  'read of a member': () => get('/api/auth/me', { cookie }),
  'read that is refused': () => get('/api/auth/me'),
  'read with bad input': () => get('/api/listings/0'),
  'address that the API has not': () => get('/api/nothing'),
  'write of another site': () =>
    t.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { 'sec-fetch-site': 'cross-site' } }),
  'body that is no JSON': () =>
    t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    }),
  'body that is too large': () =>
    t.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: 'a'.repeat(300_000) } }),
  picture: () => get(picture),
  'picture that is not there': () => get('/media/photos/none'),
  script: () => get(asset),
  'script of another version': () => get('/assets/other.js'),
  'service worker': () => get('/sw.js'),
  icon: () => get('/favicon.svg'),
  'documentation of the API': () => get('/api/docs/'),
  'OpenAPI document': () => get('/api/openapi.json'),
  'robots.txt': () => get('/robots.txt'),
  sitemap: () => get('/sitemap.xml'),
  health: () => get('/healthz'),
  metrics: () => get('/metrics'),
  'method that nothing takes': () => t.app.inject({ method: 'DELETE', url: '/' }),
}

describe('every response', () => {
  test.each(Object.entries(answers))('[HDR-EVERY] %s', async (what, ask) => {
    const { headers, statusCode, body } = await ask()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': what.startsWith('picture') ? 'cross-origin' : 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
    })
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
    const type = String(headers['content-type'] ?? '')
    // Only a document could use any.
    if (type.startsWith('text/html')) expect(headers['permissions-policy']).toContain('camera=(), ')
    if (body && /^text\/|xml/.test(type)) expect(type).toMatch(/; charset=utf-8$/)
    if (body) expect(type).not.toBe('')
    if (statusCode >= 400) {
      expect(body).not.toMatch(/node_modules|\bat .*:\d+:\d+|FST_|ERR_|stack|select .* from/i)
    }
  })
})

test('[HDR-MAIL-PICTURES] webmail may show the pictures of a mail', async () => {
  for (const url of ['/icon-192.png', picture]) {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
  }
})

/** The directives of a policy. */
function policyOf(headers: Record<string, unknown>): Record<string, string> {
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(directives.map((one) => one.trim().split(/ (.*)/).slice(0, 2)))
}

describe('Content-Security-Policy', () => {
  test('[HDR-CSP] pages run scripts and styles from their own files only', async () => {
    for (const ask of [answers.page, answers['page of a member'], answers['page that is not there']]) {
      const headers: Record<string, unknown> = (await ask?.())?.headers ?? {}
      expect(policyOf(headers)).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'script-src-attr': "'none'",
        'style-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'connect-src': "'self'",
        'frame-ancestors': "'none'",
      })
      expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|https?:|\*/)
    }
  })

  test('[HDR-INLINE] no page has an inline script, a style element, an event handler or a base element: only data blocks', async () => {
    const asked = [...[...pages, listing, `/users/${ada.id}`].map((url) => get(url))]
    const signedIn = [...pages, ...membersPages, listing].map((url) => get(url, { cookie }))
    for (const { body, statusCode } of await Promise.all([...asked, ...signedIn])) {
      expect([200, 302, 404]).toContain(statusCode)
      if (statusCode === 302) continue
      expect(body).toContain('<!doctype html>')
      for (const [, attributes = ''] of body.matchAll(/<script\b([^>]*)>/g))
        expect(attributes).toMatch(/ src="\/assets\/|type="application\/(ld\+)?json"/)
      expect(body).not.toMatch(
        /<style\b|<base\b|<[a-z][^<>]*\son[a-z]+=|(?:href|src)="\s*(?:javascript|data:text)/i,
      )
    }
  })

  test('[HDR-DATA] a response of the API may load nothing, wherever it is opened', async () => {
    for (const ask of [answers.read, answers['read that is refused'], answers['OpenAPI document']])
      expect(policyOf((await ask?.())?.headers ?? {})).toEqual({
        'default-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      })
  })

  test('[HDR-MEDIA] an upload is served as a picture, in a sandbox, whatever its name', async () => {
    const { headers } = await get(picture)
    expect(headers['content-type']).toBe('image/webp')
    expect(policyOf(headers)).toMatchObject({ 'default-src': "'none'", sandbox: undefined })
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('cookies', () => {
  const password = 'a quiet harmattan evening'

  test('[HDR-COOKIE] the session cookie is HttpOnly, host-only and same-site', async () => {
    const password_hash = await hashPassword(password)
    await t.db.updateTable('users').set({ password_hash }).where('id', '=', ada.id).execute()
    const login = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: ada.email, password },
    })
    expect(login.statusCode).toBe(200)
    expect(login.cookies.length).toBeGreaterThan(0)
    for (const set of login.cookies) {
      expect(set).toMatchObject({
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: expect.stringMatching(/Lax|Strict/),
      })
      expect(set.name).toMatch(/^__Host-/)
      expect(set).not.toHaveProperty('domain')
    }
    const session = login.cookies.find(({ name }) => name === '__Host-oja_session')
    expect(session?.value).toMatch(/^[\w-]{43}$/)
    // The secret is in the header alone.
    expect(login.body).not.toContain(session?.value)

    const headers = { cookie: `__Host-oja_session=${session?.value}` }
    expect((await get('/api/auth/me', headers)).statusCode).toBe(200)
    // The name of development's cookie opens nothing here.
    expect((await get('/api/auth/me', { cookie: `oja_session=${session?.value}` })).statusCode).toBe(401)
    const logout = await t.app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(logout.cookies.find(({ name }) => name === '__Host-oja_session')).toMatchObject({
      value: '',
      path: '/',
    })
    expect((await get('/api/auth/me', headers)).statusCode).toBe(401)
  })

  test('[HDR-COOKIE] the cookie of a pending second step is HttpOnly, host-only and same-site', async () => {
    const { cookies } = await t.app.inject({ method: 'POST', url: '/api/auth/passkey/options' })
    expect(cookies).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/^__Host-/),
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: expect.stringMatching(/Lax|Strict/),
      }),
    ])
  })

  test('[HDR-COOKIE] cookies of preferences have a name that no other host can set', async () => {
    const html = async (chosen: string) => (await get('/about', { cookie: chosen })).body
    expect(await html('__Host-theme=dark')).toContain('data-theme="dark"')
    expect(await html('theme=light; __Host-theme=dark')).toContain('data-theme="dark"')
    expect(await html('__Host-saver=on')).toContain(' data-saver')
  })

  test('[HDR-COOKIE] no page and no read sets a cookie', async () => {
    for (const url of ['/', '/login', '/api/listings', listing]) {
      expect((await get(url)).headers).not.toHaveProperty('set-cookie')
      expect((await get(url, { cookie })).headers).not.toHaveProperty('set-cookie')
    }
  })
})

describe('caching', () => {
  test('[HDR-CACHE] no response for a signed-in user is cached', async () => {
    for (const url of [
      '/',
      ...membersPages,
      listing,
      '/api/auth/me',
      '/api/settings',
      '/api/threads',
      '/api/listings',
    ])
      expect([url, (await get(url, { cookie })).headers['cache-control']]).toEqual([
        url,
        expect.stringMatching(/^(private, )?no-store$/),
      ])
  })

  test('[HDR-CACHE] refusals are not cached; public responses are revalidated; files with a hash are immutable', async () => {
    const caching = async (name: string) => (await answers[name]?.())?.headers['cache-control']
    expect(await caching('read that is refused')).toBe('no-store')
    expect(await caching('read with bad input')).toBe('no-store')
    expect(await caching('address that cannot be decoded')).toBe('no-store')
    expect(await caching('read')).toBe('no-cache')
    expect(await caching('page')).toMatch(/^public, max-age=0/)
    expect(await caching('script')).toBe('public, max-age=31536000, immutable')
    expect(await caching('service worker')).toBe('no-cache')
  })

  test('[HDR-CACHE] a file that is not the one of If-Match is refused with 412', async () => {
    const ifMatch = (tag: string) => get(asset, { 'if-match': tag })
    expect((await ifMatch('"another"')).statusCode).toBe(412)
    expect((await ifMatch('*')).statusCode).toBe(200)
  })

  test.each([
    '/listings?near=6.60,3.35',
    '/meeting?token=x',
    '/appeal?token=x',
    '/renew?token=x',
    '/unsubscribe?token=x',
  ])('[HDR-CACHE] no shared cache stores %s', async (url) => {
    expect((await get(url)).headers['cache-control']).toBe('private, no-cache')
  })

  test.each(['/settings', '/listing/1', '/api/openapi.json', '/api/docs', '/healthz'])(
    '[HDR-CACHE] %s, which sets no Cache-Control, is revalidated each time',
    async (url) => {
      expect((await get(url)).headers['cache-control']).toBe('no-cache')
    },
  )

  test('[HDR-CACHE] a cached page of visitors has no data of a member, nor the other way round', async () => {
    const [visitors, members] = [await get('/'), await get('/', { cookie })]
    expect(visitors.body).not.toContain(ada.email)
    expect(members.body).toContain(ada.email)
    expect((await get('/')).body).not.toContain(ada.email)
    expect(String(visitors.headers.vary)).toContain('Cookie')
    for (const who of ['', cookie])
      expect((await get('/', { cookie: who, 'accept-encoding': 'br' })).headers).toMatchObject({
        'content-encoding': 'br',
        vary: expect.stringMatching(/Cookie.*Accept-Encoding/),
      })
  })
})

describe('files that must not be served', () => {
  test.each([
    '/.git/HEAD',
    '/.git/config',
    '/.env',
    '/.vite/manifest.json',
    '/package.json',
    '/package-lock.json',
    '/server/main.ts',
    '/web/entry-client.tsx',
    '/src/',
    '/dist/',
    '/node_modules/fastify/package.json',
    '/.data/secret.key',
    '/backup.zip',
    '/phpinfo.php',
    '/server-status',
    '/debug',
    '/__vite_ping',
    '/@vite/client',
    '/api/graphql',
  ])('[HDR-LEAK] %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  test('[HDR-LEAK] folders are not listed', async () => {
    for (const url of [
      '/assets',
      '/assets/',
      '/media',
      '/media/',
      '/media/photos/',
      '/api/',
      '/api/docs/static/',
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })

  test('[HDR-LEAK] no source map is served or referenced', async () => {
    expect((await get(`${asset}.map`)).statusCode).toBe(404)
    const scripts = new Set((await get('/')).body.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
    expect(scripts.size).toBeGreaterThan(2)
    for (const url of scripts) expect((await get(url)).body).not.toContain('sourceMappingURL')
  })
})
