import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { insertListing, insertUpload, listingDraft, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser
let admin: TestUser

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user({ fullName: 'Ada Okafor' })
  bola = await t.user()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

const read = (id: number, as = t.visitor) => as('GET /api/listings/:id', { params: { id } })
const browseIds = async () =>
  (await t.visitor('GET /api/listings', { query: { limit: 100 } })).map(({ id }) => id)
const setListing = (id: number, values: object) =>
  t.db.updateTable('listings').set(values).where('id', '=', id).execute()
const setBanned = (user: TestUser, banned: boolean) =>
  t.db
    .updateTable('users')
    .set({ banned_at: banned ? new Date() : null })
    .where('id', '=', user.id)
    .execute()

test('[CALL-LISTINGS-POST] [STATE-LIVE] a new listing is live immediately, and the response has its id', async () => {
  const draft = await listingDraft(t, ada, { title: 'Fresh listing here' })
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/listings',
    headers: { cookie: ada.cookie },
    payload: draft,
  })
  expect(answer.statusCode).toBe(201)
  const listing = answer.json()
  expect(listing).toMatchObject({
    sellerId: ada.id,
    status: 'ACTIVE',
    views: 0,
    title: 'Fresh listing here',
    price: draft.price,
  })
  expect((await browseIds())[0]).toBe(listing.id)
})

test('[MAY-CREATE] a visitor cannot publish, change, delete or list own listings', async () => {
  const { id } = await publish(t, ada)
  const unauthenticated = { status: 401, problem: { code: 'UNAUTHENTICATED' } }
  await expect(t.visitor('POST /api/listings', { body: await listingDraft(t, ada) })).rejects.toMatchObject(
    unauthenticated,
  )
  await expect(t.visitor('PATCH /api/listings/:id', { params: { id }, body: {} })).rejects.toMatchObject(
    unauthenticated,
  )
  await expect(t.visitor('DELETE /api/listings/:id', { params: { id } })).rejects.toMatchObject(
    unauthenticated,
  )
  await expect(t.visitor('GET /api/my-listings', { query: {} })).rejects.toMatchObject(unauthenticated)
})

test('[CALL-LISTING-GET] [ENTITY-LISTING] a listing has its description, category and seller', async () => {
  const { id } = await publish(t, ada, { description: 'The whole text of this listing stands here.' })
  expect(await read(id)).toMatchObject({
    id,
    description: 'The whole text of this listing stands here.',
    category: { id: 1, name: 'Phones & Tablets' },
    seller: { id: ada.id, fullName: 'Ada Okafor', ratingAvg: '0.00', ratingCount: 0 },
    hiddenByModerator: false,
  })
  for (const bad of ['abc', '0', '-1', '1.5', '99999999999', '1e3x', '%00']) {
    const answer = await t.app.inject(`/api/listings/${bad}`)
    expect([400, 404], bad).toContain(answer.statusCode)
  }
  await expect(read(2_000_000_000)).rejects.toMatchObject({ status: 404 })
})

test('[PHOTO-COVER] lists have the cover only, a listing all its photos', async () => {
  const photos = [await insertUpload(t, ada), await insertUpload(t, ada)]
  const { id, ...published } = await publish(t, ada, { photos })
  const urls = (listing: { photos: { url: string }[] } | undefined) => listing?.photos.map(({ url }) => url)
  expect(urls(published)).toEqual(photos)
  expect(urls(await ada.api('GET /api/listings/:id', { params: { id } }))).toEqual(photos)
  const lists = [
    await t.visitor('GET /api/listings', { query: {} }),
    await ada.api('GET /api/my-listings', { query: {} }),
  ]
  for (const list of lists) expect(urls(list.find((card) => card.id === id))).toEqual([photos[0]])
})

describe('[CALL-LISTING-PATCH] editing', () => {
  test('the whole form with the status', async () => {
    const { id } = await publish(t, ada)
    const photos = [await insertUpload(t, ada)]
    const body = {
      title: 'Another title now',
      description: 'Another description that is long enough for the rule.',
      categoryId: 3,
      condition: 'NEW',
      priceType: 'NEGOTIABLE',
      price: 77_700,
      state: 'Kano',
      lga: 'Dala',
      photos,
      status: 'ACTIVE',
    } as const
    const changed = await ada.api('PATCH /api/listings/:id', { params: { id }, body })
    expect(changed).toMatchObject({
      ...body,
      photos: [{ url: photos[0] }],
      category: { id: 3, name: 'Vehicles' },
    })
    const { version, endsAt, endedAt, ...seen } = changed
    expect(await read(id)).toEqual(seen)
    expect(version).toEqual(expect.any(String))
    const found = await t.visitor('GET /api/listings', {
      query: { category: 3, state: 'Kano', condition: 'NEW' },
    })
    expect(found.map((card) => card.id)).toContain(id)
  })

  test('one field leaves the others; an empty edit changes nothing', async () => {
    const before = await publish(t, ada)
    const params = { id: before.id }
    const cheaper = await ada.api('PATCH /api/listings/:id', { params, body: { price: 100 } })
    expect(cheaper).toEqual({ ...before, price: 100, version: expect.any(String) })
    expect(await ada.api('PATCH /api/listings/:id', { params, body: {} })).toEqual(cheaper)
    expect(await ada.api('PATCH /api/listings/:id', { params, body: { lga: 'Eti-Osa' } })).toMatchObject({
      state: 'Lagos',
      lga: 'Eti-Osa',
    })
    await expect(
      ada.api('PATCH /api/listings/:id', { params, body: { state: 'Kano' } }),
    ).rejects.toMatchObject({
      problem: { errors: [{ path: 'lga', message: 'Please select an LGA' }] },
    })
  })

  test('unknown fields are not written', async () => {
    const { id } = await publish(t, ada)
    const body = {
      sellerId: bola.id,
      views: 999,
      hiddenByModerator: false,
      featuredUntil: '2099-01-01',
      id: 1,
    }
    await ada.api('PATCH /api/listings/:id', { params: { id }, body: body as never })
    expect(await read(id)).toMatchObject({ sellerId: ada.id, views: 0, featured: false })
  })

  test('[STATE-OWNER] [SPEC-L10] the owner sets any of the three statuses; an unknown one is refused', async () => {
    const { id } = await publish(t, ada)
    for (const status of ['SOLD', 'HIDDEN', 'ACTIVE', 'HIDDEN', 'SOLD', 'ACTIVE'] as const) {
      const changed = await ada.api('PATCH /api/listings/:id', { params: { id }, body: { status } })
      expect(changed.status).toBe(status)
      expect((await browseIds()).includes(id)).toBe(status === 'ACTIVE')
    }
    await expect(
      ada.api('PATCH /api/listings/:id', { params: { id }, body: { status: 'GONE' as never } }),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('[MAY-EDIT] [MAY-DELETE] only the owner edits or deletes', () => {
  test('others get an error, administrators too', async () => {
    const { id } = await publish(t, ada)
    for (const other of [bola, admin]) {
      const forbidden = {
        status: 403,
        problem: { code: 'FORBIDDEN', detail: 'You can only edit your own listings' },
      }
      await expect(
        other.api('PATCH /api/listings/:id', { params: { id }, body: { price: 1 } }),
      ).rejects.toMatchObject(forbidden)
      await expect(other.api('DELETE /api/listings/:id', { params: { id } })).rejects.toMatchObject(forbidden)
    }
    expect(await read(id)).toMatchObject({ price: 12_500_000, deletedAt: null })
  })
})

describe('[CALL-LISTING-DELETE] deletion', () => {
  test('[STATE-DELETED] is soft: the page returns 410, lists and search omit it', async () => {
    const { id } = await publish(t, ada, { title: 'Soon to be deleted' })
    const answer = await t.app.inject({
      method: 'DELETE',
      url: `/api/listings/${id}`,
      headers: { cookie: ada.cookie },
    })
    expect(answer.statusCode).toBe(204)
    const gone = { status: 410, problem: { code: 'GONE', detail: 'This listing was deleted.' } }
    for (const as of [t.visitor, ada.api, admin.api]) await expect(read(id, as)).rejects.toMatchObject(gone)
    await expect(ada.api('PATCH /api/listings/:id', { params: { id }, body: {} })).rejects.toMatchObject(gone)
    await expect(ada.api('DELETE /api/listings/:id', { params: { id } })).rejects.toMatchObject(gone)
    expect(await browseIds()).not.toContain(id)
    expect((await ada.api('GET /api/my-listings', { query: {} })).map((card) => card.id)).not.toContain(id)
    const row = await t.db.selectFrom('listings').select('deleted_at').where('id', '=', id).executeTakeFirst()
    expect(row?.deleted_at).toBeInstanceOf(Date)
  })

  test('an unknown listing returns 404', async () => {
    await expect(
      ada.api('DELETE /api/listings/:id', { params: { id: 2_000_000_000 } }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('[LIST-VISIBLE] visibility', () => {
  test('SOLD leaves browse and keeps its page', async () => {
    const { id } = await publish(t, ada)
    await ada.api('PATCH /api/listings/:id', { params: { id }, body: { status: 'SOLD' } })
    expect(await read(id)).toMatchObject({ status: 'SOLD' })
    expect(await browseIds()).not.toContain(id)
  })

  test('[DETAIL-HIDDEN] HIDDEN returns 404 except to owner and administrators', async () => {
    const { id } = await publish(t, ada)
    await ada.api('PATCH /api/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
    await expect(read(id)).rejects.toMatchObject({ status: 404, problem: { code: 'NOT_FOUND' } })
    await expect(read(id, bola.api)).rejects.toMatchObject({ status: 404 })
    const probe = bola.api('PATCH /api/listings/:id', { params: { id }, body: {} })
    await expect(probe).rejects.toMatchObject({ status: 404 })
    expect(await read(id, ada.api)).toMatchObject({ status: 'HIDDEN' })
    expect(await read(id, admin.api)).toMatchObject({ status: 'HIDDEN' })
    await expect(t.visitor('GET /api/listings/:id/similar', { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('a banned seller’s listings leave the public pages, and come back with the seller', async () => {
    const chidi = await t.user()
    const { id } = await publish(t, chidi)
    const sold = await publish(t, chidi)
    await chidi.api('PATCH /api/listings/:id', { params: { id: sold.id }, body: { status: 'SOLD' } })
    await setBanned(chidi, true)
    await expect(read(id)).rejects.toMatchObject({ status: 404 })
    await expect(read(sold.id)).rejects.toMatchObject({ status: 404 })
    expect(await read(id, admin.api)).toMatchObject({ id })
    expect(await browseIds()).not.toContain(id)
    await setBanned(chidi, false)
    expect(await read(id)).toMatchObject({ id })
    expect(await browseIds()).toContain(id)
    expect(await browseIds()).not.toContain(sold.id)
  })

  test('a listing published while its seller is being banned does not stay in browse', async () => {
    const chidi = await t.user()
    for (let round = 0; round < 5; round += 1) {
      await setBanned(chidi, false)
      await Promise.allSettled([
        publish(t, chidi),
        publish(t, chidi),
        setBanned(chidi, true),
        publish(t, chidi),
      ])
      const left = (await t.visitor('GET /api/listings', { query: { limit: 100 } })).filter(
        (card) => card.sellerId === chidi.id,
      )
      expect(left).toEqual([])
    }
  })
})

describe('[STATE-MODERATED] hidden by an administrator', () => {
  test('its owner sees it, may edit it, and cannot show it again', async () => {
    const { id } = await publish(t, ada)
    await setListing(id, { status: 'HIDDEN', hidden_by_moderator: true })
    expect(await read(id, ada.api)).toMatchObject({ hiddenByModerator: true })
    for (const status of ['ACTIVE', 'SOLD'] as const) {
      await expect(
        ada.api('PATCH /api/listings/:id', { params: { id }, body: { status } }),
      ).rejects.toMatchObject({
        status: 403,
        problem: {
          detail:
            'Our moderators hid this listing. It stays hidden until they show it again; you can appeal under My Listings.',
        },
      })
    }
    const body = { title: 'An honest title now', status: 'HIDDEN' } as const
    expect(await ada.api('PATCH /api/listings/:id', { params: { id }, body })).toMatchObject(body)
    expect(await browseIds()).not.toContain(id)
  })
})

test('[CALL-MY-LISTINGS] my listings have every status, the newest first', async () => {
  const chidi = await t.user()
  const [one, two, three] = [await publish(t, chidi), await publish(t, chidi), await publish(t, chidi)]
  await chidi.api('PATCH /api/listings/:id', { params: { id: one.id }, body: { status: 'SOLD' } })
  await chidi.api('PATCH /api/listings/:id', { params: { id: two.id }, body: { status: 'HIDDEN' } })
  const own = await chidi.api('GET /api/my-listings', { query: {} })
  expect(own.map(({ id, status }) => [id, status])).toEqual([
    [three.id, 'ACTIVE'],
    [two.id, 'HIDDEN'],
    [one.id, 'SOLD'],
  ])
})

test('[CALL-MY-LISTINGS] [MINE-TABS] My Listings has pages of 24, by tab and words; the counts say how many there are', async () => {
  const seller = await t.user()
  const { atOnce } = limits.ownListings
  for (let number = 1; number <= atOnce + 2; number += 1)
    await insertListing(t, seller, { title: `Ọjà basket ${number}` })
  const ended = { ends_at: new Date(0), ended_at: new Date() }
  await insertListing(t, seller, { title: 'Sold basket', status: 'SOLD' })
  await insertListing(t, seller, { title: 'Hidden lamp', status: 'HIDDEN' })
  await insertListing(t, seller, { title: 'Ended lamp', status: 'HIDDEN', ...ended })
  await insertListing(t, seller, { title: 'Deleted lamp', deleted_at: new Date() })
  const read = async (url: string) => {
    const answer = await t.app.inject({ url, headers: { cookie: seller.cookie } })
    const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    return { titles: answer.json().map(({ title }: { title: string }) => title), next }
  }
  const first = await read('/api/my-listings?tab=active&search=OJA+bask')
  expect(first.titles).toEqual(
    Array.from({ length: atOnce }, (_, index) => `Ọjà basket ${atOnce + 2 - index}`),
  )
  const second = await read(first.next ?? '')
  expect(second).toEqual({ titles: ['Ọjà basket 2', 'Ọjà basket 1'], next: undefined })
  // The next page begins there also if the last listing of the one before was deleted meanwhile.
  const last = Number(new URL(first.next ?? '', 'https://oja.example').searchParams.get('cursor'))
  await seller.api('DELETE /api/listings/:id', { params: { id: last } })
  expect(await read(first.next ?? '')).toEqual(second)
  await t.db.updateTable('listings').set({ deleted_at: null }).where('id', '=', last).execute()
  expect((await read('/api/my-listings?tab=sold')).titles).toEqual(['Sold basket'])
  expect((await read('/api/my-listings?tab=hidden')).titles).toEqual(['Hidden lamp'])
  expect((await read('/api/my-listings?tab=expired')).titles).toEqual(['Ended lamp'])
  // What an old or mistyped link asks for.
  expect((await read('/api/my-listings?tab=anything')).titles).toHaveLength(atOnce)
  expect((await read('/api/my-listings')).titles.slice(0, 3)).toEqual([
    'Ended lamp',
    'Hidden lamp',
    'Sold basket',
  ])
  const count = (search?: string) => seller.api('GET /api/my-listings/counts', { query: { search } })
  const total = atOnce + 5
  expect(await count()).toEqual({ total, tabs: { active: atOnce + 2, sold: 1, hidden: 1, expired: 1 } })
  expect(await count('basket')).toEqual({
    total,
    tabs: { active: atOnce + 2, sold: 1, hidden: 0, expired: 0 },
  })
})

test('[CALL-SIMILAR] similar listings are of the same category, those with shared title words first; also for a deleted one', async () => {
  const kids = (title: string) => publish(t, bola, { title, categoryId: 9 })
  const cot = await kids('Baby cot, white wood')
  const likeliest = await kids('Baby cot with mattress')
  const likely = await kids('Baby bath tub')
  const other = await kids('School bag, blue')
  const similar = async () =>
    (await t.visitor('GET /api/listings/:id/similar', { params: { id: cot.id } })).map(({ id }) => id)
  expect(await similar()).toEqual([likeliest.id, likely.id, other.id])
  await bola.api('DELETE /api/listings/:id', { params: { id: cot.id } })
  expect(await similar()).toEqual([likeliest.id, likely.id, other.id])
})

test('[CALL-SIMILAR] of a hundred listings that share a word, those that share the most come first, however old', async () => {
  const books = (title: string) => insertListing(t, bola, { title, category_id: 7 })
  for (let number = 1; number <= 70; number += 1) await books(`Clean book ${number}`)
  const twin = await books('Clean Things Fall Apart, hardcover')
  for (let number = 71; number <= 115; number += 1) await books(`Clean book ${number}`)
  const id = await books('Clean Things Fall Apart, signed')
  const [first] = await t.visitor('GET /api/listings/:id/similar', { params: { id } })
  expect(first?.id).toBe(twin)
})
