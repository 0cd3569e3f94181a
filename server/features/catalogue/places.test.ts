import { afterAll, beforeAll, expect, test } from 'vitest'
import { states } from '#shared/nigeria.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { estimatePlaces } from './places.service.ts'
import { createStatistics } from './search/statistics.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('[PLACES] every state is listed with its public listings, counted at once', async () => {
  const seller = await t.user()
  await insertListing(t, seller, { state: 'Kano', lga: 'Dala' })
  const sold = await insertListing(t, seller, { state: 'Kano', lga: 'Dala' })
  await insertListing(t, seller, { state: 'Kano', lga: 'Dala', status: 'HIDDEN' })
  const places = await t.visitor('GET /api/places')
  expect(places.map(({ state }) => state)).toEqual(states)
  const inKano = async () => (await t.visitor('GET /api/places')).find(({ state }) => state === 'Kano')
  expect(await inKano()).toEqual({ state: 'Kano', listings: 2, exact: true })
  expect(places.find(({ state }) => state === 'Yobe')).toEqual({ state: 'Yobe', listings: 0, exact: true })
  await t.db.updateTable('listings').set({ status: 'SOLD' }).where('id', '=', sold).execute()
  expect((await inKano())?.listings).toBe(1)
})

test('[PLACES-LARGE] in a large market a full state is estimated from the sample, and a rare one is counted', () => {
  const statistics = createStatistics(1_000_000, 1000)
  const states = { Lagos: 623, Kano: 277, Yobe: 100, Taraba: 0 }
  for (const [state, listings] of Object.entries(states))
    for (let one = 0; one < listings; one += 1)
      statistics.add({ id: one, price: 100, createdAt: one, lexemes: [`#s${state}`] })
  const estimates = estimatePlaces(statistics)
  expect([...estimates]).toEqual([
    ['Kano', 280_000],
    ['Lagos', 620_000],
    ['Yobe', 100_000],
  ])
})
