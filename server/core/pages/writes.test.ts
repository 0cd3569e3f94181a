import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let listingId: number
let made = 0

beforeAll(async () => {
  t = await startTestApp(
    { PAGE_CACHE_SECONDS: '600' },
    {
      async renderPages(app) {
        app.get('/page', (request, reply) => {
          const render = async () => {
            made += 1
            return { status: 200, html: `<p>${made}</p>` }
          }
          return app.visitorPages.answer(request, reply.type('text/html'), render)
        })
      },
    },
  )
  ada = await t.user()
  listingId = await insertListing(t, ada)
})
afterAll(() => t.close())

/** Whether the page is made anew after this. */
async function clears(write: () => Promise<unknown>): Promise<boolean> {
  await t.app.inject('/page')
  const before = made
  await write()
  await t.app.inject('/page')
  return made > before
}

const post = (url: string, payload: object = {}, cookie?: string, method: 'POST' | 'PATCH' = 'POST') =>
  t.app.inject({ method, url, payload, headers: cookie ? { cookie } : {} })

test('[PAGE-CACHE-WRITES] nothing that a visitor sends clears the kept pages', async () => {
  const email = 'nobody@example.com'
  const calls: [string, object][] = [
    ['/api/auth/passkey/options', {}],
    ['/api/auth/logout', {}],
    ['/api/auth/forgot-password', { email }],
    ['/api/auth/resend-verification', { email }],
    [`/api/listings/${listingId}/view`, {}],
    ['/api/auth/login', { email, password: 'wrong' }],
    ['/api/listings', { title: 'A good phone' }],
    ['/api/nothing', {}],
    ['/page', {}],
  ]
  for (const [url, payload] of calls) expect(await clears(() => post(url, payload)), url).toBe(false)
})

test('[PAGE-CACHE-WRITES] nor what is refused, nor what no page shows', async () => {
  const bola = await t.user()
  const calls: [string, object, 'POST' | 'PATCH'][] = [
    ['/api/settings/profile', { fullName: '' }, 'PATCH'],
    [`/api/listings/${listingId}`, { title: 'Not hers at all' }, 'PATCH'],
    [`/api/users/${bola.id}/reviews`, { stars: 5 }, 'POST'],
    ['/api/favorites', { listingId }, 'POST'],
    ['/api/threads', { listingId }, 'POST'],
    ['/api/settings/notifications', { messages: false }, 'PATCH'],
    ['/api/settings/phone/send-code', {}, 'POST'],
    ['/api/reports', { targetType: 'LISTING', targetId: listingId, reason: 'Spam' }, 'POST'],
  ]
  for (const [url, payload, method] of calls)
    expect(await clears(() => post(url, payload, bola.cookie, method)), url).toBe(false)
})

test('[PAGE-CACHE-WRITES] what pages show does', async () => {
  const title = 'A title of today'
  const edit = () => post(`/api/listings/${listingId}`, { title }, ada.cookie, 'PATCH')
  expect(await clears(edit)).toBe(true)
  expect(await clears(() => post('/api/settings/profile', { bio: 'New.' }, ada.cookie, 'PATCH'))).toBe(true)
})

/** Writes that no visitor's page shows. A new endpoint is in this list, or its contract says `changesPages`. */
const unseen = [
  /^POST \/api\/auth\//,
  /^(POST|DELETE) \/api\/(blocks|favorites)(\/:id)?$/,
  /^POST \/api\/listings\/:id\/view$/,
  /^POST \/api\/threads(\/:id\/(messages|read))?$/,
  /^POST \/api\/(uploads|reports)$/,
  /^PATCH \/api\/admin\/reports\/:id$/,
  /^POST \/api\/admin\/users\/:id\/sign-out$/,
  /^(PATCH|DELETE) \/api\/settings\/(notifications|password|sessions(\/:id)?)$/,
  /^(POST|DELETE) \/api\/settings\/(totp(\/confirm)?|passkeys(\/options|\/:id)?|recovery-codes)$/,
  /^POST \/api\/settings\/phone\/send-code$/,
]

test('[PAGE-CACHE-WRITES] every write says whether pages show it, and none that do is a visitor’s', () => {
  for (const [key, { changesPages, access }] of Object.entries(contract) as [string, Endpoint][]) {
    if (changesPages)
      expect([key.startsWith('GET '), access], key).toEqual([false, expect.not.stringMatching('anyone')])
    else if (!key.startsWith('GET '))
      expect(
        unseen.some((pattern) => pattern.test(key)),
        key,
      ).toBe(true)
  }
})
