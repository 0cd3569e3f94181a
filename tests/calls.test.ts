import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketPath } from '#shared/socket-path.ts'
import { insertUpload, listingDraft } from './support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** One call as a program makes it that knows nothing but the specification: a JSON body where there is one. */
async function call(who: TestUser | undefined, line: string, body?: object) {
  const [method = '', url = ''] = line.split(' ')
  const answer = await t.app.inject({
    method: method as 'GET',
    url,
    headers: who ? { cookie: who.cookie } : {},
    ...(body ? { payload: body } : {}),
  })
  expect(answer.statusCode, `${line}: ${answer.body}`).toBeLessThan(300)
  return answer.body === '' ? undefined : answer.json()
}

test('[CALL-ALL] the calls of section 7 have their methods, paths and bodies, and no others', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const admin = await t.user({ role: 'ADMIN' })
  expect(await call(seller, 'GET /api/auth/me')).toMatchObject({ id: seller.id, role: 'USER' })
  const [category] = await call(undefined, 'GET /api/categories')
  expect(Object.keys(category).sort()).toEqual(['id', 'name', 'slug'])

  const form = await listingDraft(t, seller)
  const { id } = await call(seller, 'POST /api/listings', form)
  const listing = `/api/listings/${id}`
  expect(await call(seller, `PATCH ${listing}`, { ...form, status: 'ACTIVE' })).toMatchObject({ id })
  for (const read of [listing, '/api/listings/featured', '/api/listings/latest', `${listing}/questions`])
    expect(await call(undefined, `GET ${read}`), read).toBeTypeOf('object')
  for (const list of ['/api/listings?sortBy=price-asc', '/api/listings/search-suggestions?q=so'])
    expect(await call(undefined, `GET ${list}`), list).toBeInstanceOf(Array)
  expect(await call(seller, 'GET /api/my-listings', { query: {} })).toMatchObject([{ id }])

  await call(buyer, 'POST /api/favorites', { listingId: id })
  expect(await call(buyer, 'GET /api/favorites')).toEqual([id])
  const [favorite] = await call(buyer, 'GET /api/favorites/listings')
  expect(favorite).toMatchObject({ listingId: id })
  await call(buyer, `DELETE /api/favorites/${favorite.id}`)
  expect(await call(buyer, 'GET /api/favorites')).toEqual([])
  await call(buyer, `DELETE /api/favorites/${id}`)

  const question = await call(buyer, `POST ${listing}/questions`, { question: 'Does it have a charger?' })
  await call(seller, `PATCH /api/questions/${question.id}/answer`, { answer: 'Yes' })
  expect(await call(undefined, `GET ${listing}/questions`)).toMatchObject([{ answer: 'Yes' }])
  expect(await call(seller, `PATCH ${listing}/toggle-questions`)).toEqual({ questionsEnabled: false })

  const thread = await call(buyer, 'POST /api/threads', { listingId: id })
  await call(buyer, `POST /api/threads/${thread.id}/messages`, { body: 'Is it still there?' })
  expect(await call(seller, 'GET /api/messages/unread-count')).toEqual({ count: 1 })
  expect(await call(seller, 'GET /api/threads')).toMatchObject([{ id: thread.id, sellerId: seller.id }])
  expect(await call(seller, `GET /api/threads/${thread.id}/messages`)).toMatchObject([
    { senderId: buyer.id, body: 'Is it still there?', attachment: null, readAt: null },
  ])
  expect(socketPath).toBe('/ws')

  await call(buyer, `POST /api/users/${seller.id}/reviews`, { stars: 5 })
  const user = `/api/users/${seller.id}`
  expect(await call(undefined, `GET ${user}`)).toMatchObject({ ratingAvg: '5.00', ratingCount: 1 })
  expect(await call(undefined, `GET ${user}/reviews`)).toMatchObject([{ stars: 5 }])
  expect(await call(undefined, `GET ${user}/listings`)).toMatchObject([{ id }])
  const report = await call(buyer, 'POST /api/reports', {
    targetType: 'LISTING',
    targetId: id,
    reason: 'Counterfeit',
  })

  expect(await call(admin, 'GET /api/admin/stats')).toMatchObject({ totalListings: 1, pendingReports: 1 })
  const query = 'q=&category=&status=&sellerId=&deleted=false&sort=createdAt:desc&page=1&limit=20'
  expect(await call(admin, `GET /api/admin/listings?${query}`)).toMatchObject({ total: 1, totalPages: 1 })
  await call(admin, `PATCH /api/admin/listings/${id}`, { status: 'HIDDEN' })
  await call(admin, `PATCH /api/admin/listings/${id}`, { status: 'ACTIVE' })
  expect(await call(admin, 'GET /api/admin/reports')).toMatchObject([{ id: report.id, status: 'NEW' }])
  await call(admin, `PATCH /api/admin/reports/${report.id}`, { status: 'ACTIONED' })
  await call(admin, `DELETE /api/admin/listings/${id}`)
  await call(admin, 'POST /api/admin/listings/bulk-delete', { ids: [id] })
  expect(await call(admin, 'GET /api/admin/users')).toHaveLength(3)
  await call(admin, `POST /api/admin/users/${buyer.id}/ban`)

  const other = await call(seller, 'POST /api/listings', { ...form, photos: [await insertUpload(t, seller)] })
  await call(seller, `DELETE /api/listings/${other.id}`)
  await call(seller, 'POST /api/auth/logout')
})
