import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindOfUnread } from '#server/features/chat/reminders.service.ts'
import { findThreads } from '#server/features/chat/threads.db.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { generateDemo } from './generate.ts'
import { demoAccounts } from './people.ts'
import { seedDemo } from './seed.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const now = new Date()
const whole = generateDemo({ seed: 1, now })
/** Encodes only a few photos: those of some cars, and of the listings in conversations. */
const talkedOf = new Set(whole.threads.map(({ listing }) => listing))
const remaining = [...whole.listings.keys()].filter(
  (index) => talkedOf.has(index) || whole.listings[index]?.photos[0] === 'car-silver-0',
)
/** Keeps the items about remaining listings. */
function about<T extends { listing: number }>(things: T[]): T[] {
  return things
    .filter(({ listing }) => remaining.includes(listing))
    .map((thing) => ({ ...thing, listing: remaining.indexOf(thing.listing) }))
}
const remainingReportIndexes = [...whole.reports.keys()].filter(
  (index) => typeof whole.reports[index]?.about === 'string',
)
const remainingReports = whole.reports.filter(({ about }) => typeof about === 'string')
const demo = {
  ...whole,
  users: whole.users.map((user, index) => ({ ...user, face: index < 3 ? user.face : null })),
  listings: whole.listings.filter((_, index) => remaining.includes(index)),
  favorites: about(whole.favorites),
  questions: about(whole.questions),
  threads: about(whole.threads),
  reports: remainingReports,
  acts: whole.acts.flatMap((act) => {
    const [from, to] =
      'listing' in act.target ? [act.target.listing, remaining] : [act.target.report, remainingReportIndexes]
    const index = to.indexOf(from)
    if (index < 0) return []
    return [{ ...act, target: 'listing' in act.target ? { listing: index } : { report: index } }]
  }),
}
const messages = demo.threads.flatMap((thread) => thread.messages)

async function counts(): Promise<number[]> {
  const tables = [
    'users',
    'listings',
    'listing_search',
    'reviews',
    'favorites',
    'follows',
    'questions',
    'threads',
    'deals',
    'reports',
    'moderation_acts',
    'messages',
  ] as const
  const count = sql<number>`count(*)`.as('count')
  const rows = tables.map((table) => t.db.selectFrom(table).select(count).executeTakeFirstOrThrow())
  return (await Promise.all(rows)).map((row) => row.count)
}

test('[DEMO-ONCE] a seeding that is cut short leaves an empty marketplace, which the next start fills once', async () => {
  const cut = seedDemo({
    ...t,
    now,
    onProgress: (share) => {
      if (share > 0) throw new Error('cut short')
    },
  })
  await expect(cut).rejects.toThrow('cut short')
  expect(new Set(await counts())).toEqual(new Set([0]))

  expect(await seedDemo({ ...t, now, demo })).toBe(true)
  const live = demo.listings.filter((listing) => listing.status === 'ACTIVE')
  const filled = [
    demo.users,
    demo.listings,
    live,
    demo.reviews,
    demo.favorites,
    demo.follows,
    demo.questions,
    demo.threads,
    demo.threads.filter(({ deal }) => deal),
    demo.reports,
    demo.acts,
    messages,
  ].map(({ length }) => length)
  expect(await counts()).toEqual(filled)

  expect(await seedDemo({ ...t, now, demo })).toBe(false)
  expect(await counts()).toEqual(filled)
})

test('[DEMO-BREADTH] listings of the demo are found by search, and their pictures are served in every size', async () => {
  const found = await t.app.inject({ url: '/api/listings?search=toyota' })
  expect(found.json().length).toBeGreaterThan(0)
  const [{ photos }] = found.json()
  for (const size of ['320.avif', '640.avif', '640.webp', '640.jpg']) {
    const url = photos[0].url.replace(/[^/]+$/, size)
    expect((await t.app.inject({ url })).statusCode, url).toBe(200)
  }
  const ada = await t.db
    .selectFrom('users')
    .select('avatar_url')
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow()
  expect((await t.app.inject({ url: ada.avatar_url ?? '' })).statusCode).toBe(200)
})

test('[DEMO-ACCOUNTS] the demo accounts that it prints can sign in, one as an administrator', async () => {
  for (const [email, role] of [
    [demoAccounts.seller, 'USER'],
    [demoAccounts.administrator, 'ADMIN'],
  ]) {
    const payload = { email, password: demoAccounts.password }
    const login = await t.app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(login.statusCode, login.body).toBe(200)
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await t.app.inject({ url: '/api/auth/me', headers: { cookie } })).json().role).toBe(role)
  }
})

test('[DEMO-BREADTH] Ada has conversations about her things and those of others, some unread, one with a picture', async () => {
  const { id } = await t.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow()
  const threads = await findThreads(t.db, id, null, 100)
  const shown = threads.map(({ thread }) => thread)
  expect(shown).toHaveLength(demo.threads.length)
  expect(shown.filter((thread) => thread.sellerId === id)).toHaveLength(4)
  expect(shown.filter((thread) => thread.unreadCount > 0).length).toBeGreaterThan(1)
  expect(shown.filter((thread) => thread.unreadCount === 0).length).toBeGreaterThan(1)
  const [picture] = await t.db
    .selectFrom('messages')
    .select('attachment')
    .where('attachment', 'is not', null)
    .execute()
  expect((await t.app.inject({ url: picture?.attachment?.url ?? '' })).statusCode).toBe(200)
  // Events before the opening cause no mails.
  expect(await remindOfUnread(t, new Date(now.getTime() + 7 * 60_000))).toBe(0)
})
