import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  const titles = [
    'iPhone 11 64GB',
    'iPhone 12 Pro',
    'iPhone 12 Pro',
    'iphone 12 pro',
    'Wooden chair',
    'Plan B for beginners',
    // The newest: without an order by beginnings it would lead.
    'Case for iPhone 11',
  ]
  for (const [n, title] of titles.entries())
    await publish(
      t,
      ada,
      { title, description: 'Comes with a manual, a bag and a smile of the seller.' },
      new Date(Date.UTC(2026, 0, 1, 12, n)),
    )
})
afterAll(() => t.close())

const suggest = (q: string) => t.visitor('GET /api/listings/search-suggestions', { query: { q } })
const titles = async (q: string) => (await suggest(q)).map(({ title }) => title)

test('[CALL-SUGGESTIONS] [ENTITY-SUGGESTION] a suggestion has id, title, photo, price and priceType', async () => {
  const [suggestion] = await suggest('wooden')
  expect(suggestion).toEqual({
    id: expect.any(Number),
    title: 'Wooden chair',
    photo: expect.stringMatching(/^\/media\/photos\/.+\.webp$/),
    price: 12_500_000,
    priceType: 'FIXED',
  })
})

test('[SUGGEST-MIN] fewer than 2 characters return no suggestions', async () => {
  expect(await suggest('')).toEqual([])
  expect(await suggest('i')).toEqual([])
  expect(await suggest(' i ')).toEqual([])
  // Also where a title has it as a word.
  expect(await suggest('b')).toEqual([])
  const bare = await t.app.inject('/api/listings/search-suggestions')
  expect(bare.json()).toEqual([])
})

test('[SUGGEST-PREFIX] words match titles by prefix; each title once, those that begin with the input first', async () => {
  expect(await titles('ip')).toEqual(['iphone 12 pro', 'iPhone 11 64GB', 'Case for iPhone 11'])
  expect(await titles('iphone 11')).toEqual(['iPhone 11 64GB', 'Case for iPhone 11'])
  expect(await titles('11 ca')).toEqual(['Case for iPhone 11'])
})

test('[SUGGEST-PREFIX] a last word of one letter or digit leads to titles of the other words, those that begin as typed first', async () => {
  expect(await titles('iphone 1')).toEqual(['iphone 12 pro', 'iPhone 11 64GB', 'Case for iPhone 11'])
  expect(await titles('wooden c')).toEqual(['Wooden chair'])
  expect(await titles('c i')).toEqual([])
})

test('[SUGGEST-PREFIX] words of the description alone return no suggestions', async () => {
  expect(await titles('manual')).toEqual([])
})

test('[SUGGEST-TYPO] a typo is corrected', async () => {
  expect(await titles('ihpone')).toHaveLength(3)
})

test('[SUGGEST-VISIBLE] listings that are not for sale are not suggested', async () => {
  const { id } = await publish(t, ada, { title: 'Zebra print carpet' })
  expect(await titles('zebra')).toHaveLength(1)
  await ada.api('PATCH /api/listings/:id', { params: { id }, body: { status: 'SOLD' } })
  expect(await titles('zebra')).toEqual([])
})
