import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ListingDraft } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { isLgaOf } from '#shared/nigeria.ts'
import { thresholds } from '#shared/thresholds.ts'
import { generateDemo } from './generate.ts'
import { slugs } from './goods.ts'
import { shapeOf, subjectOf } from './photo-album.ts'

const now = new Date('2026-03-02T12:00:00Z')
const demo = generateDemo({ seed: 1, now })
const people = new Map(demo.users.map((user) => [user.username, user]))

test('[DEMO-SEED] the same seed and time give the same marketplace, another seed another one', () => {
  expect(generateDemo({ seed: 1, now })).toEqual(demo)
  expect(generateDemo({ seed: 2, now })).not.toEqual(demo)
})

test('[DEMO-RULES] every listing passes the rules of a posted listing', () => {
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

test('[DEMO-BREADTH] all categories and most states occur, with realistic prices', () => {
  for (const slug of slugs)
    expect(demo.listings.filter((listing) => listing.category === slug).length, slug).toBeGreaterThan(15)
  expect(new Set(demo.listings.map((listing) => listing.state)).size).toBeGreaterThan(22)
  for (const { price, title } of demo.listings) {
    expect(price % 100, title).toBe(0)
    expect(String(price / 100).replace(/0+$/, '').length, title).toBeLessThanOrEqual(4)
  }
})

test('[DEMO-BREADTH] others offer or sold enough telephones of one kind for a price guide; one is far below them', () => {
  const same = demo.listings.filter(({ title }) => title.startsWith('iPhone 12 128GB'))
  const lowest = same.toSorted((a, b) => a.price - b.price)[0]
  const others = same.filter(({ seller }) => seller !== lowest?.seller)
  expect(others.length).toBeGreaterThanOrEqual(limits.priceGuide.similar)
  for (const { price } of others) expect(lowest?.price).toBeLessThan(price * thresholds.priceGuide.farBelow)
  expect(lowest?.status).toBe('ACTIVE')
})

test('no two listings have the same title or the same description', () => {
  expect(new Set(demo.listings.map((listing) => listing.title)).size).toBe(demo.listings.length)
  expect(new Set(demo.listings.map((listing) => listing.description)).size).toBe(demo.listings.length)
})

test('listings span the last 45 days, the oldest first; some sold, one hidden, one ended, ten featured', () => {
  const times = demo.listings.map((listing) => listing.createdAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(Math.max(...times)).toBeLessThan(now.getTime())
  expect(Math.min(...times)).toBeGreaterThan(now.getTime() - 46 * 86_400_000)
  const live = demo.listings.filter((listing) => listing.status === 'ACTIVE')
  expect(demo.listings.filter((listing) => listing.status === 'SOLD').length).toBeGreaterThan(5)
  expect(demo.listings.filter((listing) => listing.status === 'HIDDEN')).toHaveLength(2)
  expect(demo.listings.filter((listing) => listing.endedAt).map(({ seller }) => seller)).toEqual(['ada'])
  const featured = demo.listings.filter((listing) => listing.featuredUntil)
  expect(featured).toHaveLength(10)
  expect(
    featured.every((listing) => live.includes(listing) && Number(listing.featuredUntil) > Number(now)),
  ).toBe(true)
})

test('[DEMO-RULES] people live in existing LGAs, cannot be contacted, and joined before they sold anything', () => {
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

test('[DEMO-RULES] ratings equal the reviews, one by each reviewer', () => {
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

test('[DEMO-BREADTH] Ada has a deal to answer, agreed ones as seller and buyer, and one completed that both reviewed', () => {
  const deals = demo.threads.flatMap(({ listing, buyer, deal }) =>
    deal
      ? [
          {
            ...deal,
            buyer,
            seller: demo.listings[listing]?.seller,
            asked: demo.listings[listing]?.price ?? 0,
          },
        ]
      : [],
  )
  const of = (status: string) => deals.filter((deal) => deal.status === status)
  expect(of('PROPOSED').map(({ seller, proposedBy }) => [seller, proposedBy === 'ada'])).toEqual([
    ['ada', false],
  ])
  expect(of('ACCEPTED').map(({ seller }) => seller === 'ada')).toEqual([false, true])
  for (const { status, meetsAt, createdAt, price, asked } of deals) {
    expect(Number(createdAt)).toBeLessThan(Number(now))
    expect(Number(meetsAt) > Number(now)).toBe(status !== 'COMPLETED')
    expect(price).toBeLessThanOrEqual(asked)
  }
  const [done] = of('COMPLETED')
  const proven = demo.reviews.filter(({ proof }) => proof)
  expect(proven.map(({ user, proof }) => [user, proof])).toEqual([
    [done?.seller, 'BOUGHT'],
    [done?.buyer, 'SOLD'],
  ])
  for (const { createdAt } of proven) expect(Number(createdAt)).toBeGreaterThan(Number(done?.meetsAt))
})

test('people joined before they asked, saved or reported; some in the last weeks', () => {
  for (const [username, moment] of [
    ...demo.questions.map(({ asker, createdAt }) => [asker, createdAt] as const),
    ...demo.favorites.map(({ user, createdAt }) => [user, createdAt] as const),
    ...demo.follows.map(({ follower, createdAt }) => [follower, createdAt] as const),
    ...demo.reports.map(({ reporter, createdAt }) => [reporter, createdAt] as const),
  ])
    expect(Number(people.get(username)?.createdAt), username).toBeLessThanOrEqual(Number(moment))
  const recent = demo.users.filter(({ createdAt }) => Number(createdAt) > Number(now) - 90 * 86_400_000)
  expect(recent.length).toBeGreaterThan(8)
  for (const { createdAt } of recent) expect(Number(createdAt)).toBeLessThan(Number(now))
})

test('reports are about others, some still open, and the history has the outcome of the rest', () => {
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

test('[DEMO-VARIETY] on the first three pages no two neighbours, beside or above, show the same kind of thing', () => {
  for (const seed of [1, 2, 3, 20_260]) {
    const { listings } = generateDemo({ seed, now })
    const live = listings.filter(({ status }) => status === 'ACTIVE').reverse()
    const covers = live.slice(0, 3 * limits.page.default).map(({ photos }) => photos[0] ?? '')
    expect(new Set(covers).size).toBe(covers.length)
    const shapes = covers.map((cover) => shapeOf(subjectOf(cover)))
    // Pages have two to four columns, so the card above is two to four places before.
    for (const [index, shape] of shapes.entries())
      expect(shapes.slice(Math.max(0, index - 4), index), covers[index]).not.toContain(shape)
    const featured = listings.filter(({ featuredUntil }) => featuredUntil)
    expect(new Set(featured.map(({ photos }) => shapeOf(subjectOf(photos[0] ?? '')))).size).toBe(
      featured.length,
    )
  }
})

test('every photo is shown by a listing, every avatar by somebody, and all are small', async () => {
  const photos = new Set(demo.listings.flatMap((listing) => listing.photos))
  const avatars = demo.users.filter(({ face }) => face).map(({ username }) => username)
  let total = 0
  for (const [folder, shown] of [
    ['photos/', [...photos]],
    ['avatars/', avatars],
  ] as const) {
    const files = await readdir(new URL(`../../demo/${folder}`, import.meta.url))
    expect(files.sort()).toEqual(shown.map((name) => `${name}.webp`).sort())
    for (const file of files) {
      const bytes = await readFile(new URL(`../../demo/${folder}${file}`, import.meta.url))
      expect(bytes.length, file).toBeLessThan(40_000)
      total += bytes.length
    }
  }
  expect(total).toBeLessThan(4_000_000)
})
