import { expect, test } from 'vitest'
import { ListingDraft } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { isLgaOf } from '#shared/nigeria.ts'
import { generateDemo } from './generate.ts'
import { slugs } from './goods.ts'
import { subjects } from './pictures/subjects.ts'

const now = new Date('2026-03-02T12:00:00Z')
const demo = generateDemo({ seed: 1, now })
const people = new Map(demo.users.map((user) => [user.username, user]))

test('[DEMO-SEED] the same seed and moment give the same marketplace, another seed another one', () => {
  expect(generateDemo({ seed: 1, now })).toEqual(demo)
  expect(generateDemo({ seed: 2, now })).not.toEqual(demo)
})

test('[DEMO-RULES] every listing keeps the rules of a listing that somebody posts', () => {
  for (const listing of demo.listings) {
    const { title, description, condition, priceType, price, state, lga, photos } = listing
    const draft = { title, description, categoryId: 1, condition, priceType, price, state, lga, photos }
    expect(ListingDraft.safeParse(draft), title).toMatchObject({
      success: true,
      data: { title, description },
    })
    expect(photos.length, title).toBeLessThanOrEqual(6)
  }
})

test('[DEMO-BREADTH] all categories are there, most states, and prices as people say them', () => {
  for (const slug of slugs)
    expect(demo.listings.filter((listing) => listing.category === slug).length, slug).toBeGreaterThan(15)
  expect(new Set(demo.listings.map((listing) => listing.state)).size).toBeGreaterThan(22)
  for (const { price, title } of demo.listings) {
    expect(price % 100, title).toBe(0)
    expect(String(price / 100).replace(/0+$/, '').length, title).toBeLessThanOrEqual(4)
  }
})

test('no two listings have the same title or the same description', () => {
  expect(new Set(demo.listings.map((listing) => listing.title)).size).toBe(demo.listings.length)
  expect(new Set(demo.listings.map((listing) => listing.description)).size).toBe(demo.listings.length)
})

test('listings are the last 45 days, the oldest first; some sold, one hidden, ten featured', () => {
  const times = demo.listings.map((listing) => listing.createdAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(Math.max(...times)).toBeLessThan(now.getTime())
  expect(Math.min(...times)).toBeGreaterThan(now.getTime() - 46 * 86_400_000)
  const live = demo.listings.filter((listing) => listing.status === 'ACTIVE')
  expect(demo.listings.filter((listing) => listing.status === 'SOLD').length).toBeGreaterThan(5)
  expect(demo.listings.filter((listing) => listing.status === 'HIDDEN')).toHaveLength(1)
  const featured = demo.listings.filter((listing) => listing.featuredUntil)
  expect(featured).toHaveLength(10)
  expect(
    featured.every((listing) => live.includes(listing) && Number(listing.featuredUntil) > Number(now)),
  ).toBe(true)
})

test('[DEMO-RULES] people live in LGAs that exist, cannot be reached, and joined before they sold anything', () => {
  for (const user of demo.users) {
    expect(isLgaOf(user.state, user.lga), user.username).toBe(true)
    expect(user.email).toMatch(/@example\.com$/)
    expect(user.phone).toMatch(/^\+2340000000\d{3}$/)
    expect(user.username.length).toBeLessThanOrEqual(limits.username.max)
  }
  expect(new Set(demo.users.map((user) => user.email)).size).toBe(demo.users.length)
  for (const { seller, createdAt } of demo.listings)
    expect(Number(people.get(seller)?.createdAt), seller).toBeLessThan(createdAt.getTime())
})

test('[DEMO-RULES] ratings are those of the reviews, one from each reviewer', () => {
  for (const user of demo.users) {
    const received = demo.reviews.filter((review) => review.user === user.username)
    const average = received.reduce((sum, review) => sum + review.stars, 0) / (received.length || 1)
    expect(user.ratingCount).toBe(received.length)
    expect(user.ratingAvg).toBe(average.toFixed(2))
    expect(new Set(received.map((review) => review.reviewer)).size).toBe(received.length)
    for (const { reviewer, createdAt } of received) {
      expect(reviewer).not.toBe(user.username)
      expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime())
    }
  }
})

test('[DEMO-RULES] questions, favourites and conversations are about listings of others', () => {
  const sellerOf = (listing: number) => demo.listings[listing]?.seller
  for (const { listing, asker, question } of demo.questions) {
    expect(sellerOf(listing)).toBeDefined()
    expect(asker).not.toBe(sellerOf(listing))
    expect(question.length).toBeGreaterThanOrEqual(10)
  }
  for (const { listing, user } of demo.favorites) expect(user).not.toBe(sellerOf(listing))
  expect(demo.threads).toHaveLength(8)
  expect(demo.threads.flatMap(({ messages }) => messages).filter(({ picture }) => picture)).toHaveLength(1)
  for (const { listing, buyer, messages } of demo.threads) {
    expect(buyer).not.toBe(sellerOf(listing))
    const times = messages.map((message) => message.createdAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
})

test('people joined before what they asked, saved or reported; some of them in the last weeks', () => {
  for (const [username, moment] of [
    ...demo.questions.map(({ asker, createdAt }) => [asker, createdAt] as const),
    ...demo.favorites.map(({ user, createdAt }) => [user, createdAt] as const),
    ...demo.reports.map(({ reporter, createdAt }) => [reporter, createdAt] as const),
  ])
    expect(Number(people.get(username)?.createdAt), username).toBeLessThanOrEqual(Number(moment))
  const recent = demo.users.filter(({ createdAt }) => Number(createdAt) > Number(now) - 90 * 86_400_000)
  expect(recent.length).toBeGreaterThan(8)
  for (const { createdAt } of recent) expect(Number(createdAt)).toBeLessThan(Number(now))
})

test('reports are about others, some still open, and the history says what became of the rest', () => {
  for (const { about, reporter } of demo.reports) {
    const owner = typeof about === 'number' ? demo.listings[about]?.seller : about
    expect(people.has(owner ?? '')).toBe(true)
    expect(reporter).not.toBe(owner)
  }
  expect(demo.reports.filter(({ closed }) => closed === null).length).toBeGreaterThan(3)
  const settled = demo.acts.flatMap(({ target }) => ('report' in target ? [target.report] : []))
  expect(settled.toSorted((one, other) => one - other)).toEqual(
    [...demo.reports.keys()].filter((index) => demo.reports[index]?.closed),
  )
  for (const { createdAt } of demo.acts) expect(Number(createdAt)).toBeLessThan(Number(now))
  expect(demo.acts.some(({ action }) => action === 'HIDE')).toBe(true)
})

test('every subject is offered by somebody, and the pictures are few enough for a quick first start', () => {
  const pictures = new Set(demo.listings.flatMap((listing) => listing.photos))
  expect(pictures.size).toBeLessThan(370)
  const shown = new Set([...pictures].map((picture) => picture.split('/')[0]))
  expect(Object.keys(subjects).filter((subject) => !shown.has(subject))).toEqual([])
})
