import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageInfo } from '#shared/pagination.ts'
import { insertListing, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser
let admin: TestUser

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user({ fullName: 'Ada Okafor', email: 'ada@example.com' })
  bola = await t.user({ fullName: 'Bola Ade' })
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

const profile = (id: number, as = t.visitor) => as('GET /api/users/:id', { params: { id } })

test('[CALL-USER] [ENTITY-USER] a profile shows what is public, with the number of active listings', async () => {
  await publish(t, ada)
  const sold = await publish(t, ada)
  await ada.api('PATCH /api/listings/:id', { params: { id: sold.id }, body: { status: 'SOLD' } })
  const deleted = await publish(t, ada)
  await ada.api('DELETE /api/listings/:id', { params: { id: deleted.id } })
  await t.db
    .updateTable('users')
    .set({ bio: 'I sell phones.', state: 'Lagos', lga: 'Ikeja', rating_avg: 4.5, rating_count: 2 })
    .where('id', '=', ada.id)
    .execute()
  const answer = await t.app.inject(`/api/users/${ada.id}`)
  expect(answer.json()).toEqual({
    id: ada.id,
    fullName: 'Ada Okafor',
    username: 'user_1',
    role: 'USER',
    isBanned: false,
    avatarUrl: null,
    bio: 'I sell phones.',
    state: 'Lagos',
    lga: 'Ikeja',
    ratingAvg: '4.50',
    ratingCount: 2,
    verifiedEmail: true,
    phoneVerifiedAt: null,
    createdAt: expect.any(String),
    activeListings: 1,
    reviewCounts: [],
  })
  await expect(profile(2_000_000_000)).rejects.toMatchObject({
    status: 404,
    problem: { detail: 'There is no such user.' },
  })
})

test('[ENTITY-USER-EMAIL] the e-mail address is shown to its owner and to administrators only; the phone to nobody', async () => {
  expect(await profile(ada.id)).not.toHaveProperty('email')
  expect(await profile(ada.id, bola.api)).not.toHaveProperty('email')
  expect(await profile(ada.id, ada.api)).toMatchObject({ email: 'ada@example.com' })
  expect(await profile(ada.id, admin.api)).toMatchObject({ email: 'ada@example.com' })
  expect(JSON.stringify(await profile(ada.id, admin.api))).not.toContain('+234')
})

test('[CALL-USER] a user’s listings are the ACTIVE ones, the newest first', async () => {
  const chidi = await t.user()
  const [one, two, three] = [await publish(t, chidi), await publish(t, chidi), await publish(t, chidi)]
  await chidi.api('PATCH /api/listings/:id', { params: { id: two.id }, body: { status: 'HIDDEN' } })
  for (const as of [t.visitor, chidi.api]) {
    const found = await as('GET /api/users/:id/listings', { params: { id: chidi.id }, query: {} })
    expect(found.map(({ id }) => id)).toEqual([three.id, one.id])
  }
})

test('[CALL-USER] a user’s listings come 24 at a time; Link names the next page, and the last page has none', async () => {
  const chidi = await t.user()
  // Half of them at the same time.
  const created_at = new Date(Date.now() - 60_000)
  for (let count = 0; count < 49; count += 1) await insertListing(t, chidi, count % 2 ? { created_at } : {})
  const sorted = await t.db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', chidi.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const pages: number[][] = []
  for (let url: string | null = `/api/users/${chidi.id}/listings`; url; ) {
    const answer = await t.app.inject(url)
    pages.push(answer.json<{ id: number }[]>().map(({ id }) => id))
    url = readPageInfo({ get: (name) => (answer.headers[name] as string | undefined) ?? null }).next
  }
  expect(pages.map((page) => page.length)).toEqual([24, 24, 1])
  expect(pages.flat()).toEqual(sorted.map(({ id }) => id))
  for (const cursor of ['x', '0', '-1', '99999999999'])
    expect((await t.app.inject(`/api/users/${chidi.id}/listings?cursor=${cursor}`)).statusCode).toBe(400)
})

test('[PROFILE-BANNED] a banned user’s profile, listings and reviews return 404 except to administrators', async () => {
  const chidi = await t.user()
  await publish(t, chidi)
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', chidi.id).execute()
  const request = { params: { id: chidi.id }, query: {} }
  for (const call of [
    'GET /api/users/:id',
    'GET /api/users/:id/listings',
    'GET /api/users/:id/reviews',
  ] as const)
    await expect(t.visitor(call, request)).rejects.toMatchObject({ status: 404 })
  expect(await profile(chidi.id, admin.api)).toMatchObject({ isBanned: true })
  expect(await admin.api('GET /api/users/:id/listings', request)).toHaveLength(1)
})

test('[PROFILE-UNCONFIRMED] an account without a confirmed address has no public profile', async () => {
  const stranger = await t.user()
  await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', stranger.id).execute()
  await expect(profile(stranger.id, t.visitor)).rejects.toMatchObject({ status: 404 })
  expect(await profile(stranger.id, admin.api)).toMatchObject({ verifiedEmail: false })
})

test('[PROFILE-LEAVING] a leaving account is visible to its owner only; a deleted one returns 404', async () => {
  const leaving = await t.user()
  await publish(t, leaving)
  const change = (fields: { deletion_due_at?: Date; deleted_at?: Date }) =>
    t.db.updateTable('users').set(fields).where('id', '=', leaving.id).execute()
  const request = { params: { id: leaving.id }, query: {} }
  const calls = ['GET /api/users/:id', 'GET /api/users/:id/listings', 'GET /api/users/:id/reviews'] as const

  await change({ deletion_due_at: new Date(Date.now() + 86_400_000) })
  for (const call of calls)
    for (const as of [t.visitor, bola.api])
      await expect(as(call, request)).rejects.toMatchObject({ status: 404 })
  expect(await profile(leaving.id, leaving.api)).toMatchObject({ id: leaving.id, activeListings: 1 })
  expect(await leaving.api('GET /api/users/:id/listings', request)).toHaveLength(1)
  expect(await profile(leaving.id, admin.api)).toMatchObject({ id: leaving.id })

  await change({ deleted_at: new Date() })
  for (const call of calls)
    for (const as of [t.visitor, bola.api, admin.api])
      await expect(as(call, request)).rejects.toMatchObject({ status: 404 })
})
