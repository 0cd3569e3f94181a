import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { thresholds } from '#shared/thresholds.ts'
import { codeOf, failureOf } from '#tests/support/accounts.ts'
import { type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let seller: TestUser
let order: Interleaving
let nextMinute = 0

beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  seller = await t.user({ fullName: 'Sade Seller' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const save = (who: TestUser, listingId: number) => who.api('POST /api/favorites', { body: { listingId } })
const remove = (who: TestUser, id: number) => who.api('DELETE /api/favorites/:id', { params: { id } })
const ids = (who: TestUser) => who.api('GET /api/favorites')
const listings = (who: TestUser) => who.api('GET /api/favorites/listings')
const listing = (fields?: Parameters<typeof insertListing>[2]) => insertListing(t, seller, fields)

/** Both lists, which must agree. */
async function saved(who: TestUser): Promise<number[]> {
  const shown = await ids(who)
  expect((await listings(who)).map(({ listingId }) => listingId)).toEqual(shown)
  return shown
}

async function savedAt(who: TestUser, listingId: number): Promise<void> {
  nextMinute += 1
  await save(who, listingId)
  await t.db
    .updateTable('favorites')
    .set({ created_at: new Date(Date.UTC(2026, 0, 1, 12, nextMinute)) })
    .where('user_id', '=', who.id)
    .where('listing_id', '=', listingId)
    .execute()
}

test('[CALL-FAVORITES] [CALL-FAVORITES-LISTINGS] saved listings are listed, the last saved first, to their user only', async () => {
  const ada = await t.user()
  const bola = await t.user()
  const [first, second, third] = [await listing(), await listing(), await listing()]
  expect(await save(ada, first)).toEqual({ id: first, listingId: first })
  await savedAt(ada, second)
  await savedAt(ada, third)
  await savedAt(ada, first)
  await savedAt(bola, second)
  expect(await saved(ada)).toEqual([first, third, second])
  expect(await saved(bola)).toEqual([second])
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/favorites',
    headers: { cookie: bola.cookie },
    payload: { listingId: third },
  })
  expect(answer.statusCode).toBe(201)
})

test('[ENTITY-FAVORITE] a favourite has the fields of a listing, its seller, listingId and favoritedAt', async () => {
  const ada = await t.user()
  const id = await listing({ title: 'Solar panel 300 W', price_type: 'NEGOTIABLE', status: 'SOLD' })
  const before = Date.now()
  await save(ada, id)
  const [favorite] = await listings(ada)
  const {
    description: _,
    hiddenByModerator: __,
    moderationState: ___,
    moderationReason: ____,
    photoNotice: _____,
    reserved: ______,
    sellerFacts: _______,
    ...card
  } = await ada.api('GET /api/listings/:id', { params: { id } })
  expect(favorite).toEqual({ ...card, listingId: id, favoritedAt: favorite?.favoritedAt })
  expect(favorite).toMatchObject({
    id,
    title: 'Solar panel 300 W',
    status: 'SOLD',
    seller: { id: seller.id, fullName: 'Sade Seller', ratingAvg: '0.00', ratingCount: 0 },
  })
  expect(Math.abs(Date.parse(favorite?.favoritedAt ?? '') - before)).toBeLessThan(60_000)
})

test('[STATE-FAVORITE] [CALL-FAVORITES-POST] a toggle saves and removes; an explicit value sent twice has the effect of one', async () => {
  const ada = await t.user()
  const id = await listing()
  await save(ada, id)
  const [first] = await listings(ada)
  await save(ada, id)
  expect(await listings(ada)).toEqual([first])
  expect(await remove(ada, id)).toBeNull()
  expect(await saved(ada)).toEqual([])
  expect(await remove(ada, id)).toBeNull()
  await save(ada, id)
  expect(await saved(ada)).toEqual([id])
})

test('[STATE-FAVORITE] double clicks and two tabs: simultaneous calls all succeed, and one favourite is left', async () => {
  const ada = await t.user()
  const id = await listing()
  await Promise.all(Array.from({ length: 8 }, () => save(ada, id)))
  expect(await saved(ada)).toEqual([id])
  await Promise.all(Array.from({ length: 8 }, () => remove(ada, id)))
  expect(await saved(ada)).toEqual([])
  await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 ? save(ada, id) : remove(ada, id))))
  expect([[], [id]]).toContainEqual(await saved(ada))
})

test('[STATE-FAVORITE] a second save of a listing that is removed meanwhile is not told that the list is full', async () => {
  const ada = await t.user()
  const id = await listing()
  await save(ada, id)
  const again = order.pauseBefore(/^select\b.* from "?favorites"?/s, () => save(ada, id))
  await again.reached
  await remove(ada, id)
  expect(await again.release()).toMatchObject({ listingId: id })
})

test('[CALL-FAVORITES-DELETE] DELETE takes the id of the listing or of the favourite: they are equal', async () => {
  const ada = await t.user()
  const [one, other] = [await listing(), await listing()]
  await save(ada, one)
  const { id: favoriteId } = await save(ada, other)
  const [newest] = await listings(ada)
  expect(newest?.id).toBe(newest?.listingId)
  const answer = await t.app.inject({
    method: 'DELETE',
    url: `/api/favorites/${favoriteId}`,
    headers: { cookie: ada.cookie },
  })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(await saved(ada)).toEqual([one])
  await remove(ada, one)
  expect(await saved(ada)).toEqual([])
})

test('[FAV-VISIBLE] a hidden or deleted listing, or one of an inactive seller, cannot be saved and leaves both lists', async () => {
  const ada = await t.user()
  const inactive = await t.user()
  const hidden = await listing()
  const deleted = await listing()
  const sold = await listing()
  const ofInactive = await insertListing(t, inactive)
  for (const id of [hidden, deleted, sold, ofInactive]) await save(ada, id)
  const set = (id: number, values: object) =>
    t.db.updateTable('listings').set(values).where('id', '=', id).execute()
  await set(hidden, { status: 'HIDDEN' })
  await set(deleted, { deleted_at: new Date() })
  await set(sold, { status: 'SOLD' })
  for (const reason of ['banned_at', 'deletion_due_at', 'deleted_at'] as const) {
    await t.db
      .updateTable('users')
      .set({ [reason]: new Date() })
      .where('id', '=', inactive.id)
      .execute()
    expect(await saved(ada)).toEqual([sold])
    expect(await codeOf(save(ada, ofInactive))).toBe('NOT_FOUND')
    await t.db
      .updateTable('users')
      .set({ [reason]: null })
      .where('id', '=', inactive.id)
      .execute()
  }
  expect(await codeOf(save(ada, hidden))).toBe('NOT_FOUND')
  expect(await codeOf(save(ada, deleted))).toBe('GONE')
  expect(await codeOf(save(ada, 2_000_000_000))).toBe('NOT_FOUND')
  await remove(ada, deleted)
  await set(hidden, { status: 'ACTIVE' })
  expect((await saved(ada)).sort((one, other) => one - other)).toEqual([hidden, sold, ofInactive])
})

test('[FAV-UNAVAILABLE] a listing that became invisible stays saved as last public, until it is removed or shown again', async () => {
  const ada = await t.user()
  const inactive = await t.user()
  const cover = { url: '/media/x.jpg', width: 4, height: 3, placeholder: null }
  const hidden = await listing({ title: 'Rocking chair', photos: JSON.stringify([cover, cover]) })
  const deleted = await listing({ title: 'Folding chair' })
  const ofInactive = await insertListing(t, inactive, { title: 'Garden chair' })
  const shown = await listing()
  for (const id of [hidden, deleted, ofInactive, shown]) await savedAt(ada, id)
  const unavailable = (who = ada) => who.api('GET /api/favorites/unavailable')
  expect(await unavailable()).toEqual([])

  const set = (id: number, values: object) =>
    t.db.updateTable('listings').set(values).where('id', '=', id).execute()
  await set(hidden, { status: 'HIDDEN' })
  await set(hidden, { title: 'SECRET', photos: '[]' })
  await set(deleted, { deleted_at: new Date() })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', inactive.id).execute()
  expect(await saved(ada)).toEqual([shown])
  const favoritedAt = expect.any(String)
  expect(await unavailable()).toMatchObject([
    { id: ofInactive, title: 'Garden chair', favoritedAt },
    { id: deleted, title: 'Folding chair', favoritedAt },
    { id: hidden, listingId: hidden, title: 'Rocking chair', photos: [cover], favoritedAt },
  ])
  expect(Object.keys((await unavailable())[0] ?? {}).sort()).toEqual([
    'favoritedAt',
    'id',
    'listingId',
    'photos',
    'title',
  ])
  expect(await unavailable(seller)).toEqual([])

  await set(hidden, { status: 'ACTIVE' })
  await remove(ada, deleted)
  expect((await unavailable()).map(({ id }) => id)).toEqual([ofInactive])
  expect(await saved(ada)).toEqual([shown, hidden])
})

test('[FAV-VISIBLE] a hidden listing is in the favourites of those who may see it', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  const id = await listing()
  await save(admin, id)
  await save(seller, id)
  await t.db.updateTable('listings').set({ status: 'HIDDEN' }).where('id', '=', id).execute()
  expect(await saved(admin)).toEqual([id])
  expect(await saved(seller)).toContain(id)
})

test('[MAY-FAVORITES] visitors get 401, and an invalid id a message', async () => {
  const id = await listing()
  const ada = await t.user()
  const calls = [
    t.visitor('GET /api/favorites'),
    t.visitor('GET /api/favorites/listings'),
    t.visitor('POST /api/favorites', { body: { listingId: id } }),
    t.visitor('DELETE /api/favorites/:id', { params: { id } }),
  ]
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'UNAUTHENTICATED'))
  const bodies = [{}, { listingId: 'x' }, { listingId: 0 }, { listingId: 1.5 }, { listingId: 1e12 }, null]
  for (const body of bodies) {
    const failure = await failureOf(ada.api('POST /api/favorites', { body: body as never }))
    expect(failure.status, JSON.stringify(body)).toBe(400)
  }
  expect(await codeOf(ada.api('DELETE /api/favorites/:id', { params: { id: 'x' as never } }))).toBe(
    'VALIDATION_FAILED',
  )
  expect(await saved(ada)).toEqual([])
})

test('[FAV-LIMIT] an account saves so many listings; saved ones stay and can be saved again', async () => {
  const { max } = thresholds.favorites
  const ada = await t.user()
  const [kept, refused] = [await listing(), await listing()]
  await sql`with copies as (
      insert into listings (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos)
      select seller_id, category_id, 'Mug ' || n, description, price, price_type, condition, state, lga, photos
      from listings, generate_series(2, ${max}) n where id = ${kept} returning id
    ) insert into favorites (user_id, listing_id, known_price) select ${ada.id}, id, 1 from copies`.execute(
    t.db,
  )
  await save(ada, kept)
  await save(ada, kept)
  const { problem } = await failureOf(save(ada, refused))
  expect(problem).toMatchObject({
    code: 'CONFLICT',
    detail: 'You have saved 1,000 listings, the most that is possible. Remove one from your favorites first.',
  })
  expect(await ids(ada)).toHaveLength(max)

  await remove(ada, kept)
  await save(ada, refused)
  expect((await ids(ada))[0]).toBe(refused)
})
