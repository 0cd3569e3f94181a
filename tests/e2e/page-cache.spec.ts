import { expect, test } from './support/browser.ts'
import { person } from './support/people.ts'
import { type OjaServer, startServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

/**
 * Oja with its cache of visitors' pages, as installed. No fixture of workers: this file would have one of its own, with a browser and a
 * second server.
 */
let keeping: OjaServer
test.beforeAll(async () => {
  keeping = await startServer({ PAGE_CACHE_SECONDS: '600' })
})
test.afterAll(async () => {
  const errors = keeping.errors()
  await keeping.stop()
  expect(errors, 'errors in the log of the server').toEqual([])
})

test('[PAGE-CACHE] [NEAR-PRIVATE] a visitor’s page is cached, may be cached by a CDN (but not with a place), and gives 304', async ({
  request,
}) => {
  const near = await request.get(`${keeping.url}/listings?near=6.60,3.35`)
  expect(near.headers()['cache-control']).toBe('private, no-cache')
  const first = await request.get(`${keeping.url}/listings`)
  expect(first.headers()).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=600',
    vary: 'Cookie, Save-Data, Accept-Encoding',
    'content-encoding': 'br',
  })
  const { etag = '' } = first.headers()
  const second = await request.get(`${keeping.url}/listings`)
  expect(second.headers().etag).toBe(etag)
  const known = await request.get(`${keeping.url}/listings`, { headers: { 'if-none-match': etag } })
  expect([known.status(), (await known.body()).length]).toEqual([304, 0])
})

test('[PAGE-CACHE] every visitor sees a change immediately', async ({ request }) => {
  const seller = await person(keeping)
  const id = await listing(keeping, seller, { title: 'Clay water pot' })
  const page = `${keeping.url}/listings/${id}`
  expect(await (await request.get(page)).text()).toContain('Clay water pot')
  await seller.api('PATCH /api/listings/:id', { params: { id }, body: { title: 'Brass water pot' } })
  expect(await (await request.get(page)).text()).toContain('<title>Brass water pot')
  await seller.api('DELETE /api/listings/:id', { params: { id } })
  expect((await request.get(page)).status()).toBe(410)
})

test('[PAGE-CACHE] theme and data saver have their own cached pages; a member’s page is nobody else’s', async ({
  request,
}) => {
  const ada = await person(keeping, { fullName: 'Ada Onlyhers' })
  const html = async (cookie: string) =>
    (await request.get(`${keeping.url}/about`, { headers: { cookie } })).text()
  const plain = await html('')
  expect(await html('theme=dark')).toContain('<html lang="en-NG" data-theme="dark">')
  expect(await html('saver=on')).toContain('<html lang="en-NG" data-saver>')
  const hers = await request.get(`${keeping.url}/about`, { headers: { cookie: ada.cookie } })
  expect(hers.headers()['cache-control']).toBe('private, no-store')
  expect(await hers.text()).toContain('Ada Onlyhers')
  expect(await html('')).toBe(plain)
  expect(plain).not.toContain('Ada Onlyhers')
})
