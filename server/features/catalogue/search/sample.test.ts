import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readStatistics } from './statistics.db.ts'

// So many listings that the search planner has a sample: 1,200 mugs, then 1,200 plates.
let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
  const id = await insertListing(t, await t.user())
  await sql`insert into listings (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos, created_at)
    select seller_id, category_id, case when n <= 1200 then 'Mug ' else 'Plate ' end || n, description, price, price_type, condition, state, lga,
      photos, timestamptz '2026-01-01' + n * interval '1 minute'
    from listings, generate_series(1, 2400) as n where id = ${id}`.execute(t.db)
  await sql`analyze listing_search`.execute(t.db)
})
afterAll(() => t.close())

const suggest = (q: string) => t.visitor('GET /api/listings/search-suggestions', { query: { q } })
const mugs = () => suggest('mu')

test('[CALL-SIMILAR] listings that share a frequent word are similar, also where many newer ones of the category do not', async () => {
  const { id } = await t.db
    .selectFrom('listings')
    .select('id')
    .where('title', '=', 'Mug 7')
    .executeTakeFirstOrThrow()
  const similar = await t.visitor('GET /api/listings/:id/similar', { params: { id } })
  expect(similar.map(({ title }) => title.replace(/\d+/, ''))).toEqual(Array(8).fill('Mug '))
  expect(similar.map((one) => one.id)).not.toContain(id)
})

test('[SEARCH-PLAN] the sample serves while another is collected, and longer if that fails', async () => {
  let isBroken = false
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  const db = t.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isBroken) resolve()
      if (isBroken) throw new Error('The database is gone.')
      return result
    },
  })
  const old = await readStatistics(db)
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 700_000)
  onTestFinished(() => clock.mockRestore())
  isBroken = true
  expect(await readStatistics(db)).toBe(old)
  await failed
  await new Promise(setImmediate)
  expect(await readStatistics(db)).toBe(old)
  isBroken = false
  clock.mockImplementation(() => now() + 800_000)
  await expect.poll(() => readStatistics(db)).not.toBe(old)
})

test('[SUGGEST-PREFIX] a single letter that no frequent title of the other words has is left out', async () => {
  const found = await suggest('mug q')
  expect(found.map(({ title }) => title.slice(0, 4))).toEqual(Array(6).fill('Mug '))
})

test('[SUGGEST-VISIBLE] [SUGGEST-PREFIX] what was sold or renamed since the sample was drawn is not suggested', async () => {
  const first = await mugs()
  expect(new Set(first.map(({ title }) => title.slice(0, 4)))).toEqual(new Set(['Mug ']))
  const [sold, ...renamed] = first.map(({ id }) => id)
  expect(renamed).toHaveLength(5)
  await t.db.updateTable('listings').set({ status: 'SOLD' }).where('id', '=', Number(sold)).execute()
  await t.db.updateTable('listings').set({ title: 'Jug' }).where('id', 'in', renamed).execute()
  const second = await mugs()
  expect(second).toHaveLength(6)
  for (const { id } of second) expect([sold, ...renamed]).not.toContain(id)
})

test('[SUGGEST-VISIBLE] where almost all of the sample are sold, the index finds the others', async () => {
  const kept = (await mugs()).slice(0, 3)
  const ids = kept.map(({ id }) => id)
  await t.db.updateTable('listings').set({ status: 'SOLD' }).where('id', 'not in', ids).execute()
  expect(await mugs()).toEqual(kept)
})
