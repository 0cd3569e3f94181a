import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduction } from './security/headers-production.ts'
import { insertListing } from './support/listings.ts'
import type { TestApp } from './support/test-app.ts'

// Pages whose data cannot be read.
let t: TestApp
beforeAll(async () => {
  t = await startProduction()
})
afterAll(() => t.close())

const read = async (url: string, cookie = '') => {
  const { statusCode, headers, body } = await t.app.inject({ url, headers: { cookie } })
  return { status: statusCode, cacheControl: headers['cache-control'], location: headers.location, body }
}

/** Runs it while a table is gone. */
async function without<T>(table: string, run: () => Promise<T>): Promise<T> {
  await sql`alter table ${sql.table(table)} rename to gone`.execute(t.db)
  try {
    return await run()
  } finally {
    await sql`alter table gone rename to ${sql.table(table)}`.execute(t.db)
  }
}

test('[PAGE-CACHE] a page that lacks a part that could not be read has the status of the failure, and is not cached', async () => {
  const id = await insertListing(t, await t.user(), { title: 'A very fine chair' })
  // The categories, which are then kept for a minute: what fails is never the first query of home and Browse.
  await read('/')
  for (const [url, table] of [
    ['/', 'listing_search'],
    ['/listings', 'listing_search'],
    [`/listings/${id}`, 'listings'],
  ] as const) {
    const failed = await without(table, () => read(`${url}?utm_source=a`))
    expect([url, failed.status, failed.cacheControl]).toEqual([url, 500, 'no-store'])
    const repaired = await read(`${url}?utm_source=a`)
    expect([url, repaired.status]).toEqual([url, 200])
    expect(repaired.body).toContain('A very fine chair')
  }
})

test('[SELL-LOGIN] a page for members does not lead to the login where the session could not be read', async () => {
  const ada = await t.user()
  for (const url of ['/sell', '/chat', '/favorites', '/about']) {
    const { status, location, cacheControl } = await without('sessions', () => read(url, ada.cookie))
    expect([url, status, location, cacheControl]).toEqual([url, 500, undefined, 'no-store'])
  }
  expect((await read('/sell', ada.cookie)).status).toBe(200)
  expect(await read('/sell')).toMatchObject({ status: 302, location: '/login?next=/sell' })
})

test('[BROWSE-CURSOR] the page of an invalid cursor has status 400', async () => {
  const { status, body } = await read('/listings?cursor=x')
  expect(status).toBe(400)
  expect(body).toContain('This link to the next page is no longer good.')
})

test('[NOTIFY-PAGE] [ROUTE-404] what is wrong with the address of a member’s page is said without scripts too', async () => {
  const ada = await t.user()
  const cursor = await read('/notifications?cursor=x', ada.cookie)
  expect(cursor.status).toBe(400)
  expect(cursor.body).toContain('role="alert">This link to the next page is no longer good.')
  const deal = await read('/deals/999', ada.cookie)
  expect(deal.status).toBe(404)
  expect(deal.body).toMatch(/<h1[^>]*>[^<]*not found/i)
  for (const { body } of [cursor, deal]) expect(body).not.toContain('skeleton')
})

test('[PAGE-NAMED] a page that cannot be shown has a title, and says what could not be loaded', async () => {
  const ada = await t.user()
  const id = await insertListing(t, ada)
  const failures = [
    { url: `/users/${ada.id}`, table: 'users', says: 'This profile could not be loaded' },
    { url: `/listings/${id}`, table: 'listings', says: 'Loading the listing' },
    { url: '/transparency', table: 'reports', says: 'The numbers could not be loaded' },
  ]
  const found = []
  for (const { url, table, says } of failures) {
    const { status, body } = await without(table, () => read(url))
    found.push([status, /<title>(.*?)<\/title>/.exec(body)?.[1], body.includes(says)])
  }
  expect(found).toEqual([
    [500, 'Profile · Oja', true],
    [500, 'Listing · Oja', true],
    [500, 'Moderation in numbers · Oja', true],
  ])
})
