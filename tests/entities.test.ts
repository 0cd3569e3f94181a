import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts'

let t: TestApp
let seller: TestUser
let other: TestUser
let admin: TestUser

beforeAll(async () => {
  t = await startTestApp()
  seller = await t.user({ fullName: 'Sade Seller' })
  other = await t.user({ fullName: 'Obi Other' })
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

const keys = (value: object) => Object.keys(value).sort()

test('[ENTITY-CURRENT-USER] signed-in users', async () => {
  const me = await seller.api('GET /api/auth/me')
  expect(me).toEqual({
    id: seller.id,
    fullName: 'Sade Seller',
    email: seller.email,
    avatarUrl: null,
    role: 'USER',
    isLeaving: false,
  })
})

const profileFields = [
  'activeListings',
  'avatarUrl',
  'bio',
  'createdAt',
  'fullName',
  'id',
  'isBanned',
  'lga',
  'phoneVerifiedAt',
  'ratingAvg',
  'ratingCount',
  'reviewCounts',
  'role',
  'state',
  'username',
  'verifiedEmail',
]

test('[ENTITY-USER] [ENTITY-USER-EMAIL] a profile, with the e-mail address for its owner and administrators', async () => {
  const request = { params: { id: seller.id } }
  for (const viewer of [t.visitor, other.api]) {
    const profile = await viewer('GET /api/users/:id', request)
    expect(keys(profile)).toEqual(profileFields)
    expect(profile).toMatchObject({ ratingAvg: '0.00', ratingCount: 0, isBanned: false, verifiedEmail: true })
    expect(JSON.stringify(profile)).not.toContain('+234')
  }
  for (const viewer of [seller.api, admin.api])
    expect(await viewer('GET /api/users/:id', request)).toMatchObject({ email: seller.email })
})

test('[ENTITY-CATEGORY] id, name and slug, and the slugs that have icons', async () => {
  const categories = await t.visitor('GET /api/categories')
  for (const category of categories) expect(keys(category)).toEqual(['id', 'name', 'slug'])
  expect(categories.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining([
      'electronics',
      'vehicles',
      'property',
      'fashion',
      'furniture',
      'books',
      'services',
      'kids',
      'other',
    ]),
  )
  expect(categories.map(({ name }) => name)).toContain('Phones & Tablets')
})
