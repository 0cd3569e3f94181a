import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PriceGuide } from '#shared/contract/prices.ts'
import { thresholds } from '#shared/thresholds.ts'
import { insertListing, insertSimilar } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { usablePrices } from './summarise.ts'

let t: TestApp
let seller: TestUser
beforeAll(async () => {
  t = await startTestApp()
  seller = await t.user()
})
afterAll(() => t.close())

const naira = (amount: number) => amount * 100
const typed = async (title: string, fields: object = {}): Promise<PriceGuide | null> => {
  const query = { title, category: 1, condition: 'USED' as const, state: 'Lagos', ...fields }
  return (await seller.api('GET /api/price-guide', { query })).guide
}
const guideOf = async (id: number, as = t.visitor) =>
  (await as('GET /api/listings/:id/price-guide', { params: { id } })).guide

test('[PRICE-RANGE] from eight similar listings, active or sold, the guide has the range and its basis', async () => {
  const fields = (number: number) => ({
    title: 'Clean Gionee M12 64GB, urgent',
    price: naira(100_000 + number * 10_000),
    status: number < 3 ? ('SOLD' as const) : ('ACTIVE' as const),
  })
  await insertSimilar(t, fields, 7)
  expect(await typed('Gionee M12 64GB')).toBeNull()
  // One's own, hidden and deleted ones, and those of banned sellers do not count.
  await insertListing(t, seller, fields(8))
  await insertListing(t, await t.user(), { ...fields(8), status: 'HIDDEN' })
  const banned = await t.user()
  await insertListing(t, banned, { ...fields(8), status: 'SOLD' })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  expect(await typed('Gionee M12 64GB')).toBeNull()

  await insertSimilar(t, () => fields(7), 1)
  expect(await typed('Gionee M12 64GB, never opened')).toEqual({
    count: 8,
    sold: 3,
    low: naira(114_000),
    median: naira(135_000),
    high: naira(156_000),
    basis: { words: ['gionee', 'm12', '64gb'], categoryId: 1, condition: 'USED', state: 'Lagos' },
    plot: { from: naira(100_000), to: naira(170_000), counts: [2, 1, 2, 1, 2] },
    farBelow: false,
    zeroMissing: false,
  })
  expect(await typed('Gionee M12 64GB', { category: 2 })).toBeNull()
})

test('[PRICE-WIDEN] the state is given up first, then the condition, then the rarer words', async () => {
  const states = ['Lagos', 'Lagos', 'Kano', 'Oyo', 'Ogun', 'Edo', 'Kano', 'Kano']
  await insertSimilar(t, (number) => ({
    title: 'Blackview BV5300 rugged',
    state: states[number] ?? '',
    condition: 'USED',
  }))
  const words = ['blackview', 'bv5300', 'rugged']
  const basis = async (title: string, fields?: object) => (await typed(title, fields))?.basis
  expect(await basis('Blackview BV5300 rugged')).toMatchObject({ words, condition: 'USED', state: null })
  expect(await basis('Blackview BV5300 rugged', { condition: 'NEW' })).toMatchObject({
    words,
    condition: null,
    state: null,
  })
  // Nobody else writes "Kunle"; eight others write "Oukitel", but not with "Blackview BV5300".
  await insertSimilar(t, () => ({ title: 'Oukitel tablet' }))
  expect(await basis('Blackview BV5300 Kunle')).toMatchObject({ words: ['blackview', 'bv5300'] })
  await insertSimilar(t, () => ({ title: 'Blackview BV9200' }))
  expect(await basis('Blackview BV5300 Oukitel')).toMatchObject({ words: ['blackview', 'bv5300'] })
  // Numbers and praise say nothing of what it is.
  expect(await basis('Clean original 64 2020')).toBeUndefined()
})

test('[PRICE-JUNK] junk prices and a seller with very many listings do not move the range', async () => {
  const asked = (number: number) => ({ title: 'Ulefone Armor 21', price: naira(180_000 + number * 5000) })
  await insertSimilar(t, asked, 12)
  const before = await typed('Ulefone Armor 21')
  const junk = [1, 1, 1_111_111, 123_456_789, 19_000_000, 1900, 10]
  await insertSimilar(t, (number) => ({ ...asked(0), price: naira(junk[number] ?? 1) }), junk.length)
  expect(await typed('Ulefone Armor 21')).toEqual(before)

  const flooder = await t.user()
  for (let number = 0; number < 130; number += 1)
    await insertListing(t, flooder, { ...asked(0), price: naira(60_000) })
  const flooded = await typed('Ulefone Armor 21')
  expect(flooded?.count).toBe(12 + thresholds.priceGuide.perSeller)
  expect(flooded?.median).toBeGreaterThan(naira(190_000))

  // A hundred times the price, half of the time: the rest still makes the range, or there is none.
  const wild = Array.from({ length: 20 }, (_, number) => ({
    price: naira(number % 3 === 0 ? 20_000_000 : 200_000 + number),
    condition: 'USED' as const,
    state: 'Lagos',
    sellerId: number,
  }))
  expect(usablePrices(wild).every(({ price }) => price < naira(300_000))).toBe(true)
})

test('[PRICE-FAR-BELOW] far below is a warning on the listing and a question to its seller, never a refusal', async () => {
  await insertSimilar(
    t,
    (number) => ({ title: 'Doogee S100 Pro', price: naira(190_000 + number * 4000) }),
    10,
  )
  const owner = await t.user()
  const cheap = await insertListing(t, owner, { title: 'Doogee S100 Pro', price: naira(70_000) })
  const usual = await insertListing(t, owner, { title: 'Doogee S100 Pro', price: naira(120_000) })
  expect(await guideOf(cheap)).toMatchObject({ count: 10, farBelow: true, zeroMissing: false })
  expect(await guideOf(cheap, owner.api)).toMatchObject({ farBelow: true })
  expect(await guideOf(usual)).toMatchObject({ farBelow: false })

  expect(await typed('Doogee S100 Pro', { price: naira(20_000) })).toMatchObject({
    farBelow: true,
    zeroMissing: true,
  })
  // A part of the thing, which too few sell: it is not far below what the whole costs.
  await insertSimilar(t, (number) => ({ title: `Doogee ${number} charger` }), 8)
  expect(await typed('Doogee S100 Pro charger', { price: naira(6000) })).toMatchObject({ farBelow: false })
  // What it fits is not what it is.
  expect(await typed('Leather pouch for Doogee S100 Pro', { price: naira(6000) })).toBeNull()
})
