import { afterAll, beforeAll, expect, test } from 'vitest'
import { thresholds } from '#shared/thresholds.ts'
import { codeOf, failureOf } from '#tests/support/accounts.ts'
import { insertCrowd } from '#tests/support/crowd.ts'
import { insertListing, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const follow = (who: TestUser, seller: { id: number }) =>
  who.api('POST /api/follows', { body: { sellerId: seller.id } })
const unfollow = (who: TestUser, seller: { id: number }) =>
  who.api('DELETE /api/follows/:id', { params: { id: seller.id } })
const ids = (who: TestUser) => who.api('GET /api/follows')
const followersOf = async (who: TestUser, as = who.api) =>
  (await as('GET /api/users/:id', { params: { id: who.id } })).followers

test('[FOLLOW-SELLER] a seller is followed once, listed until unfollowed, and alone sees by how many', async () => {
  const [ada, bola, seller] = [await t.user(), await t.user(), await t.user({ fullName: 'Sade Seller' })]
  const other = await t.user()
  await publish(t, seller)
  for (const gone of [{ status: 'HIDDEN' }, { deleted_at: new Date() }] as const)
    await insertListing(t, seller, gone)
  expect(await follow(ada, seller)).toEqual({ id: seller.id })
  await Promise.all([follow(ada, other), follow(ada, other), follow(ada, seller), follow(bola, seller)])
  expect(await ids(ada)).toEqual([other.id, seller.id])
  expect(await ada.api('GET /api/follows/sellers')).toEqual([
    expect.objectContaining({ id: other.id, activeListings: 0 }),
    {
      id: seller.id,
      fullName: 'Sade Seller',
      avatarUrl: null,
      ratingAvg: '0.00',
      ratingCount: 0,
      activeListings: 1,
      followedAt: expect.any(String),
    },
  ])
  expect(await followersOf(seller)).toBe(2)
  const admin = await t.user({ role: 'ADMIN' })
  for (const as of [ada.api, t.visitor, admin.api]) expect(await followersOf(seller, as)).toBeUndefined()

  expect(await unfollow(ada, seller)).toBeNull()
  expect(await unfollow(ada, seller)).toBeNull()
  expect(await ids(ada)).toEqual([other.id])
  expect(await followersOf(seller)).toBe(1)
})

test('[FOLLOW-REFUSED] nobody follows themselves, nobody, a closed account, or more than the maximum', async () => {
  const [ada, seller, banned] = [await t.user(), await t.user(), await t.user()]
  await follow(ada, banned)
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  expect(await ids(ada)).toEqual([])
  expect(await codeOf(follow(ada, ada))).toBe('BAD_REQUEST')
  const unconfirmed = await t.user()
  await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unconfirmed.id).execute()
  for (const unknown of [banned, unconfirmed, { id: 2_000_000_000 }])
    expect(await codeOf(follow(ada, unknown))).toBe('NOT_FOUND')

  const { max } = thresholds.follows
  const crowd = await insertCrowd(t, max - 1)
  await t.db
    .insertInto('follows')
    .values(crowd.map((id) => ({ follower_id: ada.id, seller_id: id })))
    .execute()
  const { status, problem } = await failureOf(follow(ada, seller))
  expect([status, problem?.detail]).toEqual([409, expect.stringContaining('Unfollow one')])
  await unfollow(ada, banned)
  const last = [await t.user(), seller, await t.user()]
  const results = await Promise.allSettled(last.map((one) => follow(ada, one)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('[FOLLOW-BLOCK] a block ends follows both ways and refuses new ones, also when both happen at once', async () => {
  const [ada, seller] = [await t.user(), await t.user()]
  await follow(ada, seller)
  await follow(seller, ada)
  await seller.api('POST /api/blocks', { body: { userId: ada.id } })
  expect([await ids(ada), await ids(seller)]).toEqual([[], []])
  for (const [one, other] of [
    [ada, seller],
    [seller, ada],
  ] as const)
    expect(await codeOf(follow(one, other))).toBe('FORBIDDEN')
  await seller.api('DELETE /api/blocks/:id', { params: { id: ada.id } })
  await Promise.allSettled([
    follow(ada, seller),
    seller.api('POST /api/blocks', { body: { userId: ada.id } }),
    follow(seller, ada),
  ])
  expect([await ids(ada), await ids(seller)]).toEqual([[], []])
})
