import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertListing, listingDraft } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
})
afterAll(() => t.close())

function send(user: TestUser, method: 'POST' | 'PATCH', url: string, key: string, payload: object = {}) {
  return t.app.inject({
    method,
    url,
    headers: { cookie: user.cookie, 'idempotency-key': key },
    payload,
  })
}

async function countListings(sellerId: number): Promise<number> {
  const rows = await t.db.selectFrom('listings').select('id').where('seller_id', '=', sellerId).execute()
  return rows.length
}

test('[IDEMPOTENCY-KEY] a listing that is sent again under the same key is there once, and both answers are the same', async () => {
  const seller = await t.user()
  const draft = await listingDraft(t, seller)
  const first = await send(seller, 'POST', '/api/listings', 'key-of-a-listing', draft)
  const again = await send(seller, 'POST', '/api/listings', 'key-of-a-listing', draft)
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  expect(await countListings(seller.id)).toBe(1)
})

test('[IDEMPOTENCY-KEY] sent twice at the same moment it is there once too', async () => {
  const seller = await t.user()
  const draft = await listingDraft(t, seller)
  const answers = await Promise.all(
    [1, 2, 3].map(() => send(seller, 'POST', '/api/listings', 'key-of-three-at-once', draft)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await countListings(seller.id)).toBe(1)
})

test('[IDEMPOTENCY-KEY] questions that are turned off and asked to be so again stay off', async () => {
  const id = await insertListing(t, ada)
  const flip = () => send(ada, 'PATCH', `/api/listings/${id}/toggle-questions`, 'key-of-a-toggle')
  expect((await flip()).json()).toEqual({ questionsEnabled: false })
  expect((await flip()).json()).toEqual({ questionsEnabled: false })
})

test('[IDEMPOTENCY-KEY] a question that was asked and answered meanwhile is not asked again', async () => {
  const asker = await t.user()
  const id = await insertListing(t, ada)
  const ask = () =>
    send(asker, 'POST', `/api/listings/${id}/questions`, 'key-of-a-question', {
      question: 'Is the box there?',
    })
  const first = await ask()
  await ada.api('PATCH /api/questions/:id/answer', {
    params: { id: first.json().id },
    body: { answer: 'Yes, it is.' },
  })
  const again = await ask()
  expect(again.json()).toEqual(first.json())
  const rows = await t.db.selectFrom('questions').select('id').where('listing_id', '=', id).execute()
  expect(rows).toHaveLength(1)
})

test('[IDEMPOTENCY-KEY] a key is its owner’s alone, and names one request; a bad one is refused', async () => {
  const id = await insertListing(t, ada)
  const url = `/api/listings/${id}/questions`
  const [bode, chi] = [await t.user(), await t.user()]
  const ask = (user: TestUser, question: string, key = 'key-of-many') =>
    send(user, 'POST', url, key, { question })
  const ofBode = await ask(bode, 'What does the delivery cost?')
  const ofChi = await ask(chi, 'What does the delivery cost?')
  expect(ofChi.json().id).not.toBe(ofBode.json().id)
  expect(await ask(bode, 'Another question altogether?')).toMatchObject({ statusCode: 409 })
  expect((await ask(bode, 'And a third one, with a short key?', 'short')).json()).toMatchObject({
    status: 400,
    detail: 'Idempotency-Key takes 8 to 128 letters and digits.',
  })
})

test('[IDEMPOTENCY-KEY] what was refused before anything was written is done when it is asked again', async () => {
  const seller = await t.user()
  const draft = await listingDraft(t, seller)
  const key = 'key-of-a-refusal'
  const refused = await send(seller, 'POST', '/api/listings', key, { ...draft, categoryId: 999_999 })
  expect(refused.statusCode).toBe(400)
  expect((await send(seller, 'POST', '/api/listings', key, draft)).statusCode).toBe(201)
})
