import { afterAll, beforeAll, expect, test } from 'vitest'
import { ListingChanges } from '#shared/contract/listings.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { blockCommits } from '#tests/support/commit-barrier.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { insertUpload, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let database: TestDatabase
let t: TestApp
let seller: TestUser
beforeAll(async () => {
  database = await cloneDatabase()
  t = await startTestApp({}, {}, database)
  seller = await t.user()
})
afterAll(() => t.close())

const change = (id: number, body: ListingChanges) =>
  seller.api('PATCH /api/listings/:id', { params: { id }, body })
const read = (id: number, who = seller.api) => who('GET /api/listings/:id', { params: { id } })
const begin = async () => {
  const { id } = await publish(t, seller, { title: 'Standing fan' })
  return await read(id)
}

test('[EDIT-VERSION] an empty edit changes nothing: no field has a default', () => {
  expect(ListingChanges.parse({})).toEqual({})
})

test('[EDIT-VERSION] an edit of an older version gets the current listing, and changes nothing', async () => {
  const { id, version } = await begin()
  const first = await change(id, { title: 'Standing fan, silver', version })
  const refused = await failureOf(change(id, { price: 500_000, version }))
  expect(refused).toMatchObject({
    status: 409,
    problem: {
      code: 'STALE_VERSION',
      detail: 'This listing was changed while you edited it. Look at what changed, then save again.',
      current: { id, title: 'Standing fan, silver', price: first.price, version: first.version },
    },
  })
  expect(refused.problem?.current).toEqual(await read(id))
  // Having seen it, the same edit goes through, and changes what it names.
  const saved = await change(id, { price: 500_000, version: first.version })
  expect(saved).toMatchObject({ title: 'Standing fan, silver', price: 500_000 })
})

test('[EDIT-VERSION] a stale tab can neither reopen a sold listing nor show a listing that an administrator hid', async () => {
  const { id, version } = await begin()
  await change(id, { status: 'SOLD', version })
  expect(
    await failureOf(change(id, { status: 'ACTIVE', title: 'Standing fan, new', version })),
  ).toMatchObject({
    status: 409,
    problem: { current: { status: 'SOLD' } },
  })
  const admin = await t.user({ role: 'ADMIN' })
  const other = await begin()
  await admin.api('PATCH /api/admin/listings/:id', { params: { id: other.id }, body: { status: 'HIDDEN' } })
  expect(await failureOf(change(other.id, { title: 'Still here', version: other.version }))).toMatchObject({
    status: 409,
    problem: { current: { status: 'HIDDEN', moderationState: 'HIDDEN' } },
  })
})

const each: [string, () => Promise<ListingChanges>][] = [
  ['title', async () => ({ title: 'Another title' })],
  ['description', async () => ({ description: 'Another description, long enough to be one.' })],
  ['category', async () => ({ categoryId: 2 })],
  ['price', async () => ({ price: 1 })],
  ['price type', async () => ({ priceType: 'NEGOTIABLE' })],
  ['condition', async () => ({ condition: 'NEW' })],
  ['place', async () => ({ state: 'Lagos', lga: 'Eti-Osa' })],
  ['photos', async () => ({ photos: [await insertUpload(t, seller)] })],
  ['status', async () => ({ status: 'SOLD' })],
]

test.each(each)('[EDIT-VERSION] every field is part of the version: %s', async (_, changes) => {
  const { id, version } = await begin()
  const changed = await change(id, await changes())
  expect(changed.version).not.toBe(version)
  expect(await failureOf(change(id, { title: 'Of a stale tab', version }))).toMatchObject({ status: 409 })
})

test('[EDIT-VERSION] views, questions, favourites and edits without a change keep the version', async () => {
  const { id, version, title } = await begin()
  const other = await t.user()
  await other.api('POST /api/listings/:id/view', { params: { id } })
  await other.api('POST /api/favorites', { body: { listingId: id } })
  await seller.api('PATCH /api/listings/:id/toggle-questions', { params: { id }, body: {} })
  await change(id, { title })
  expect((await read(id)).version).toBe(version)
})

test('[EDIT-VERSION] an edit sent again after a lost response is no conflict with itself', async () => {
  const { id, version } = await begin()
  const edit = { title: 'Standing fan, sent twice', photos: [await insertUpload(t, seller)], version }
  expect(await change(id, edit)).toEqual(await change(id, edit))
  // The address of a new photo is sent as the upload answered it.
  const now = await read(id)
  const added = new URL(await insertUpload(t, seller), 'http://localhost').href
  const next = { photos: [...now.photos.map(({ url }) => url), added], version: now.version }
  expect(await change(id, next)).toEqual(await change(id, next))
})

test('[EDIT-VERSION] without a version the sent fields are changed and the rest stays', async () => {
  const { id, version } = await begin()
  await change(id, { title: 'Standing fan, silver', version })
  expect(await change(id, { price: 700_000 })).toMatchObject({
    title: 'Standing fan, silver',
    price: 700_000,
  })
})

test('[EDIT-VERSION] of two simultaneous edits of one version the second gets a conflict', async () => {
  const { id, version } = await begin()
  const barrier = await blockCommits(database.url, 'listings')
  const edits = [
    { price: 600_000, version },
    { condition: 'NEW' as const, version },
  ]
  const answers = Promise.allSettled(edits.map((edit) => change(id, edit)))
  // One waits at its commit, the other for the row.
  await barrier.waiting(2)
  await barrier.release()
  expect((await answers).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('[EDIT-VERSION] only the owner gets the version', async () => {
  const { id, version } = await begin()
  expect(version).toEqual(expect.any(String))
  expect(await read(id, t.visitor)).not.toHaveProperty('version')
  expect(await read(id, (await t.user({ role: 'ADMIN' })).api)).not.toHaveProperty('version')
})
