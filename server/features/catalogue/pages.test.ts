import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
const count = 23

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  // Few prices and few moments, so that many listings are equal but for their ids.
  for (let n = 0; n < count; n += 1)
    await publish(
      t,
      ada,
      { title: `Chair number ${n}`, price: ((n % 3) + 1) * 100_000 },
      new Date(Date.UTC(2026, 0, 1 + (n % 4))),
    )
})
afterAll(() => t.close())

/** All pages of an address, by following the links. */
async function follow(url: string): Promise<ListingCard[]> {
  const cards: ListingCard[] = []
  let next: string | undefined = url
  while (next) {
    const page: Awaited<ReturnType<typeof t.app.inject>> = await t.app.inject(next)
    expect(page.statusCode).toBe(200)
    expect(page.headers['x-total-count']).toBe(String(count))
    cards.push(...page.json())
    next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
  }
  return cards
}

for (const sort of ['latest', 'price-asc', 'price-desc', 'relevance']) {
  for (const size of [1, 5, 23, 100]) {
    test(`[BROWSE-PAGES] ${sort} in pages of ${size}: each listing once, in order, none missing`, async () => {
      const cards = await follow(`/api/listings?search=chair&sortBy=${sort}&limit=${size}`)
      expect(new Set(cards.map(({ id }) => id)).size).toBe(count)
      const keys = cards.map(({ price, createdAt, id }): [number, number] => [
        sort.startsWith('price') ? price : Date.parse(createdAt),
        id,
      ])
      const direction = sort === 'price-asc' ? 1 : -1
      expect(keys).toEqual([...keys].sort((a, b) => (a[0] - b[0] || a[1] - b[1]) * direction))
    })
  }
}

test('[BROWSE-PAGES] a listing published meanwhile does not disturb later pages', async () => {
  const first = await t.app.inject('/api/listings?limit=10&category=1')
  const { id } = await publish(t, ada, { title: 'Newer than all others' })
  const second = await t.app.inject(/<(.*)>/.exec(String(first.headers.link))?.[1] ?? '')
  const ids = [...first.json(), ...second.json()].map((card: ListingCard) => card.id)
  expect(new Set(ids).size).toBe(20)
  expect(ids).not.toContain(id)
  await ada.api('DELETE /api/listings/:id', { params: { id } })
})

test('[BROWSE-PAGES] the default page has 24 listings, the largest 100', async () => {
  await expect(t.visitor('GET /api/listings', { query: { limit: 101 } })).rejects.toMatchObject({
    status: 400,
  })
  expect(await t.visitor('GET /api/listings', { query: {} })).toHaveLength(count)
})

test('[BROWSE-CURSOR] an invalid cursor is refused with a message', async () => {
  const good = await t.app.inject('/api/listings?limit=2&sortBy=price-asc')
  const cursor = new URL(/<(.*)>/.exec(String(good.headers.link))?.[1] ?? '', 'http://x').searchParams.get(
    'cursor',
  )
  const forged = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')
  const bad = [
    'x',
    '!!!',
    forged({}),
    forged([]),
    forged(['latest', 1e300, 1, 0, false, 1, true]),
    forged(['latest', "1'", 1, 0, false, 1, true]),
    `${cursor}x`.slice(3),
  ]
  for (const each of bad) {
    const answer = await t.app.inject(`/api/listings?cursor=${encodeURIComponent(each)}`)
    expect(answer.statusCode, each).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      detail: 'This link to the next page is no longer good. Please start from the first page.',
      errors: [{ path: 'cursor' }],
    })
  }
  const otherSort = await t.app.inject(`/api/listings?cursor=${cursor}&sortBy=latest`)
  expect(otherSort.statusCode).toBe(400)
  const edge = await t.app.inject(
    `/api/listings?cursor=${forged(['latest', 253_402_300_799_999, 2_147_483_647, 0, false, 1, true])}`,
  )
  expect(edge.statusCode).toBe(200)
})
