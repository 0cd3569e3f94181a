import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicUrl, startProduction } from '#tests/security/headers-production.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
})
afterAll(() => t.close())

const read = async (url: string) => (await t.app.inject({ url })).body

test('[SEO-ROBOTS] robots.txt excludes private pages and names the sitemap', async () => {
  const robots = await read('/robots.txt')
  expect(robots).toContain('Disallow: /api/\n')
  expect(robots).toContain('Sitemap: https://oja.example/sitemap.xml')
})

test('[SEO-SITEMAP] the sitemap has every public listing and no hidden, sold or deleted one', async () => {
  const seller = await t.user()
  const shown = await insertListing(t, seller)
  const hidden = await insertListing(t, seller, { status: 'HIDDEN' })
  const sold = await insertListing(t, seller, { status: 'SOLD' })
  const deleted = await insertListing(t, seller, { deleted_at: new Date() })

  const index = await read('/sitemap.xml')
  const parts = [...index.matchAll(/<loc>https:\/\/oja\.example(\/sitemaps\/[^<]+)<\/loc>/g)].map(
    (match) => match[1] ?? '',
  )
  const all = (await Promise.all(parts.map(read))).join('')
  expect(all).toContain(`<loc>https://oja.example/listings/${shown}</loc>`)
  for (const id of [hidden, sold, deleted]) expect(all).not.toContain(`/listings/${id}<`)
  expect(all).toContain('<loc>https://oja.example/listings?category=1</loc>')
})

test('[SEO-SITEMAP] the index names only parts that have a listing; any other part returns 404', async () => {
  const other = await startTestApp()
  try {
    const seller = await other.user()
    await insertListing(other, seller, { status: 'SOLD' })
    for (const id of [45_000, 60_000, 60_001]) {
      await sql`select setval(pg_get_serial_sequence('listings', 'id'), ${id}, false)`.execute(other.db)
      await insertListing(other, seller)
    }
    const { body } = await other.app.inject({ url: '/sitemap.xml' })
    const named = [...body.matchAll(/\/sitemaps\/([^<]+)</g)].map(([, part]) => part)
    expect(named).toEqual(['pages.xml', 'listings-3.xml', 'listings-4.xml'])
    for (const part of named)
      expect((await other.app.inject({ url: `/sitemaps/${part}` })).body).toContain('<url>')
    for (const part of [
      'listings-1.xml',
      'listings-5.xml',
      'listings-999999.xml',
      'listings-0.xml',
      'listings-x.xml',
    ])
      expect((await other.app.inject({ url: `/sitemaps/${part}` })).statusCode, part).toBe(404)
  } finally {
    await other.close()
  }
})

test('[SEO-SITEMAP] the sitemap has every page that search engines may index and the start page leads to, and no other', async () => {
  const production = await startProduction()
  try {
    const body = async (url: string) => (await production.app.inject({ url })).body
    const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => path)
    const sitemap = found(await body('/sitemaps/pages.xml'), /<loc>https:\/\/oja\.example([^<?]+)<\/loc>/g)
    const canonical = async (path: string) =>
      found(await body(path), /<link rel="canonical" href="([^"]+)"/g).includes(publicUrl + path)
    const queue = new Set(['/', ...sitemap])
    const indexed: string[] = []
    // Links that a page adds are visited too.
    for (const path of queue) {
      for (const link of found(await body(path), / href="(\/[a-z-]*)["?#]/g)) queue.add(link)
      if (await canonical(path)) indexed.push(path)
    }
    expect(queue.size).toBeGreaterThan(12)
    expect(
      sitemap.filter((path) => !indexed.includes(path)),
      'without `canonical` in their PageHead',
    ).toEqual([])
    expect(
      indexed.filter((path) => !sitemap.includes(path)),
      'missing in `pages` of sitemap.routes.ts',
    ).toEqual([])
  } finally {
    await production.close()
  }
})

test('[START-PUBLIC-URL] links in mails and sitemaps begin with PUBLIC_URL, whatever the Host header', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  await buyer.api('POST /api/users/:id/reviews', { params: { id: seller.id }, body: { stars: 5 } })
  const [mail] = await t.mails(seller.email)
  expect(mail?.text).toContain(`https://oja.example/users/${seller.id}`)
  for (const url of ['/robots.txt', '/sitemap.xml']) {
    const { body } = await t.app.inject({ url, headers: { host: 'elsewhere.example' } })
    expect(body).toContain('https://oja.example/')
    expect(body).not.toContain('elsewhere.example')
  }
})
