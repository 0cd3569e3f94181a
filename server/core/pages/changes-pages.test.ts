import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { changesPages } from './anonymous-page-cache.ts'

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
          return app.anonymousPages.send(request, reply, render)
        })
      },
    },
  )
  ada = await t.user()
  listingId = await insertListing(t, ada)
})
afterAll(() => t.close())

/** Whether the page is rendered again after this. */
async function clears(write: () => Promise<unknown>): Promise<boolean> {
  await t.app.inject('/page')
  const before = made
  await write()
  await t.app.inject('/page')
  return made > before
}

const post = (url: string, payload: object = {}, cookie?: string, method: 'POST' | 'PATCH' = 'POST') =>
  t.app.inject({ method, url, payload, headers: cookie ? { cookie } : {} })

test('[PAGE-CACHE-WRITES] no request of a visitor clears the page cache', async () => {
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

test('[PAGE-CACHE-WRITES] a refused request clears no cached page, nor does one that changes nothing on a page', async () => {
  const bola = await t.user()
  const calls: [string, object, 'POST' | 'PATCH'][] = [
    ['/api/settings/profile', { fullName: '' }, 'PATCH'],
    [`/api/listings/${listingId}`, { title: 'Not hers at all' }, 'PATCH'],
    [`/api/users/${bola.id}/reviews`, { stars: 5 }, 'POST'],
    ['/api/favorites', { listingId }, 'POST'],
    ['/api/follows', { sellerId: ada.id }, 'POST'],
    ['/api/threads', { listingId }, 'POST'],
    ['/api/settings/notifications', { messages: false }, 'PATCH'],
    ['/api/settings/phone/send-code', {}, 'POST'],
    ['/api/reports', { targetType: 'LISTING', targetId: listingId, reason: 'Spam' }, 'POST'],
  ]
  for (const [url, payload, method] of calls)
    expect(await clears(() => post(url, payload, bola.cookie, method)), url).toBe(false)
})

test('[PAGE-CACHE-WRITES] a change that pages show does', async () => {
  const title = 'A title of today'
  const edit = () => post(`/api/listings/${listingId}`, { title }, ada.cookie, 'PATCH')
  expect(await clears(edit)).toBe(true)
  expect(await clears(() => post('/api/settings/profile', { bio: 'New.' }, ada.cookie, 'PATCH'))).toBe(true)
})

test('[PAGE-CACHE-WRITES] no endpoint open to visitors clears the page cache', () => {
  const endpoints: Endpoint[] = Object.values(contract)
  expect(endpoints.filter(changesPages).filter(({ access }) => access === 'anyone')).toEqual([])
})
