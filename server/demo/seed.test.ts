import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { generateDemo } from './generate.ts'
import { demoAccounts, seedDemo } from './seed.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const now = new Date()
const whole = generateDemo({ seed: 1, now })
const demo = {
  ...whole,
  users: whole.users.map((user, index) => ({ ...user, face: index < 3 ? user.face : null })),
  listings: whole.listings.filter((listing) => listing.photos[0] === 'car-silver/0'),
}

async function counts(): Promise<number[]> {
  const tables = ['users', 'listings', 'listing_search', 'reviews'] as const
  const rows = await Promise.all(tables.map((table) => t.db.selectFrom(table).select('id').execute()))
  return rows.map(({ length }) => length)
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
  expect(await counts()).toEqual([0, 0, 0, 0])

  expect(await seedDemo({ ...t, now, demo })).toBe(true)
  const live = demo.listings.filter((listing) => listing.status === 'ACTIVE')
  const filled = [demo.users.length, demo.listings.length, live.length, demo.reviews.length]
  expect(await counts()).toEqual(filled)

  expect(await seedDemo({ ...t, now, demo })).toBe(false)
  expect(await counts()).toEqual(filled)
})

test('[DEMO-BREADTH] its listings are found by search, and its pictures are served in every size', async () => {
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

test('[DEMO-ACCOUNTS] the accounts that it tells of sign in, one of them as an administrator', async () => {
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
