import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingCard, ListingFilters } from '#shared/contract/catalogue.ts'
import { publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { lgaPoints } from './lga-points.ts'
import { displayedDistance, nearestLgas, withinRadius } from './near.ts'

let t: TestApp
let ada: TestUser
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n))
const places = [
  ['Lagos', 'Surulere'],
  ['Lagos', 'Ikeja'],
  ['Oyo', 'Surulere'],
  ['Kano', 'Dala'],
  ['Lagos', 'Epe'],
] as const

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  for (let n = 0; n < 15; n += 1) {
    const [state, lga] = places[n % 5] ?? places[0]
    await publish(t, ada, { title: `${n % 2 ? 'Red' : 'Blue'} lamp ${n}`, state, lga }, minute(n))
  }
})
afterAll(() => t.close())

type Query = { [K in keyof ListingFilters]?: string }

/** All pages of Browse. */
async function browse(query: Query, limit = 4): Promise<{ cards: ListingCard[]; total: number }> {
  const cards: ListingCard[] = []
  let total = 0
  let next: string | undefined = `/api/listings?${new URLSearchParams({ ...query, limit: String(limit) })}`
  while (next) {
    const page: Awaited<ReturnType<typeof t.app.inject>> = await t.app.inject(next)
    expect(page.statusCode).toBe(200)
    total = Number(page.headers['x-total-count'])
    cards.push(...page.json())
    next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
  }
  return { cards, total }
}
const numbers = ({ cards }: { cards: ListingCard[] }) => cards.map(({ title }) => Number(title.split(' ')[2]))

test('[NEAR-POINTS] each LGA has a point in Nigeria; where it is unknown, the mean of its state', () => {
  expect(lgaPoints).toHaveLength(774)
  for (const { place, lat, lng } of lgaPoints) {
    expect(lat, place).toSatisfy((degrees) => degrees > 4 && degrees < 14)
    expect(lng, place).toSatisfy((degrees) => degrees > 2.6 && degrees < 14.8)
  }
  const abaji = lgaPoints.find(({ lga }) => lga === 'Abaji')
  expect(abaji?.lat).toBeCloseTo(9, 0)
})

test('[NEAR-SORT] the nearest LGA first, the newest first in each; every listing once, whatever the page size', async () => {
  const wanted = [11, 6, 1, 10, 5, 0, 14, 9, 4, 12, 7, 2, 13, 8, 3]
  for (const limit of [1, 4, 15]) {
    const found = await browse({ near: 'Lagos/Ikeja', sortBy: 'near' }, limit)
    expect(numbers(found)).toEqual(wanted)
    expect(found.total).toBe(15)
  }
  const red = await browse({ near: 'Lagos/Ikeja', sortBy: 'near', search: 'red' }, 2)
  expect(numbers(red)).toEqual(wanted.filter((n) => n % 2 === 1))
  expect(red.total).toBe(7)
})

test('[NEAR-DISTANCE] a card shows about how far away its LGA is, and only where a place is named', async () => {
  const { cards } = await browse({ near: 'Lagos/Ikeja', sortBy: 'near' }, 15)
  const distances = Object.fromEntries(
    cards.map(({ state, lga, distanceKm }) => [`${state}/${lga}`, distanceKm]),
  )
  expect(distances).toEqual({
    'Lagos/Ikeja': 0,
    'Lagos/Surulere': expect.toSatisfy((km) => km > 5 && km < 20),
    'Lagos/Epe': expect.toSatisfy((km) => km > 50 && km < 90 && km % 5 === 0),
    'Oyo/Surulere': expect.toSatisfy((km) => km > 120 && km < 250 && km % 10 === 0),
    'Kano/Dala': expect.toSatisfy((km) => km > 750 && km < 900 && km % 10 === 0),
  })
  expect((await browse({})).cards[0]).not.toHaveProperty('distanceKm')
})

test('[NEAR-RADIUS] whole LGAs within 10, 25, 50 or 100 km, or the state, with every order', async () => {
  const within = async (radius: string, more: Query = {}) => {
    const found = await browse({ near: 'Lagos/Ikeja', radius, ...more })
    expect(found.total).toBe(found.cards.length)
    return numbers(found)
  }
  expect(await within('10')).toEqual([11, 6, 1])
  expect(await within('25')).toEqual([11, 10, 6, 5, 1, 0])
  expect(await within('100')).toEqual([14, 11, 10, 9, 6, 5, 4, 1, 0])
  expect(await within('state')).toEqual([14, 11, 10, 9, 6, 5, 4, 1, 0])
  expect(await within('25', { sortBy: 'near' })).toEqual([11, 6, 1, 10, 5, 0])
  expect(await within('25', { search: 'blue', sortBy: 'relevance' })).toEqual([10, 6, 0])
  expect(await within('25', { lga: 'Ikeja', state: 'Lagos' })).toEqual([11, 6, 1])
  expect(await within('state', { state: 'Kano' })).toEqual([])
})

test('[NEAR-RADIUS] of a place with no middle of an LGA around it, the nearest LGA is within any radius', () => {
  const nearest = nearestLgas('13.9,13.9')
  expect(nearest[0]?.distance).toBeGreaterThan(10)
  expect(withinRadius(nearest, '10')).toEqual([nearest[0]])
})

test('[NEAR-DISTANCE] only the area itself is 0 km away', () => {
  expect([0, 0.2, 1.4, 19.6, 22, 104].map(displayedDistance)).toEqual([0, 1, 1, 20, 20, 100])
})

test('[NEAR-POSITION] a position is rounded to 0.05 degrees and has the distance to the middle of each LGA', async () => {
  const [exact, rounded] = await Promise.all(
    ['6.6123456,3.3412', '6.60,3.35'].map((near) => browse({ near, radius: '50', sortBy: 'near' })),
  )
  expect(exact).toEqual(rounded)
  expect(numbers(rounded ?? { cards: [] }).slice(0, 3)).toEqual([11, 6, 1])
  expect(nearestLgas('6.60,3.35')[0]?.state).toBe('Lagos')
})

test.each([
  ['near=Lagos/Dala&sortBy=near', 'near,sortBy'],
  ['near=51.5,0.1', 'near'],
  ['near=Lagos', 'near'],
  ['near=Lagos/Ikeja&radius=30', 'radius'],
  ['radius=25', 'radius'],
  ['sortBy=near', 'sortBy'],
])('[NEAR-IGNORED] %s: leaves out %s', async (query, ignored) => {
  const answer = await t.app.inject(`/api/listings?${query}`)
  expect(answer.headers['x-ignored-filters']).toBe(ignored)
  expect(answer.json()).toHaveLength(15)
})
