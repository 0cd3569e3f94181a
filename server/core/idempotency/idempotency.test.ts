import { afterAll, beforeAll, expect, test } from 'vitest'
import { thresholds } from '#shared/thresholds.ts'
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

test('[IDEMPOTENCY-KEY] a listing sent again with the same key is created once, and both responses are equal', async () => {
  const seller = await t.user()
  const draft = await listingDraft(t, seller)
  const first = await send(seller, 'POST', '/api/listings', 'key-of-a-listing', draft)
  const again = await send(seller, 'POST', '/api/listings', 'key-of-a-listing', draft)
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  expect(await countListings(seller.id)).toBe(1)
})

test('[IDEMPOTENCY-KEY] two requests with the same key at the same moment create one listing', async () => {
  const seller = await t.user()
  const draft = await listingDraft(t, seller)
  const answers = await Promise.all(
    [1, 2, 3].map(() => send(seller, 'POST', '/api/listings', 'key-of-three-at-once', draft)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await countListings(seller.id)).toBe(1)
})

test('[SELL-OWNER] what waited on a device is not published for somebody else who signed in there meanwhile', async () => {
  const [writer, other] = [await t.user(), await t.user()]
  const payload = await listingDraft(t, writer)
  const sendAs = (user: TestUser, key: { 'idempotency-key'?: string } = {}) =>
    t.app.inject({
      method: 'POST',
      url: '/api/listings',
      headers: { cookie: user.cookie, 'x-oja-user': String(writer.id), ...key },
      payload,
    })
  const key = { 'idempotency-key': 'key-of-a-writer' }
  expect((await sendAs(other)).statusCode).toBe(401)
  expect([(await sendAs(other, key)).statusCode, (await sendAs(writer, key)).statusCode]).toEqual([401, 201])
  expect(await Promise.all([countListings(other.id), countListings(writer.id)])).toEqual([0, 1])
})

test('[IDEMPOTENCY-KEY] switching questions off again with the same key leaves them off', async () => {
  const id = await insertListing(t, ada)
  const flip = () => send(ada, 'PATCH', `/api/listings/${id}/toggle-questions`, 'key-of-a-toggle')
  expect((await flip()).json()).toEqual({ questionsEnabled: false })
  expect((await flip()).json()).toEqual({ questionsEnabled: false })
})

test('[IDEMPOTENCY-KEY] a repeated question with the same key is not asked again, also after it was answered', async () => {
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

test('[IDEMPOTENCY-KEY] a key belongs to its owner and names one request; a malformed key is refused', async () => {
  const id = await insertListing(t, ada)
  const url = `/api/listings/${id}/questions`
  const [bode, chi] = [await t.user(), await t.user()]
  const ask = (user: TestUser, question: string, key = 'key-of-many') =>
    send(user, 'POST', url, key, { question })
  const ofBode = await ask(bode, 'What does the delivery cost?')
  const ofChi = await ask(chi, 'What does the delivery cost?')
  expect(ofChi.json().id).not.toBe(ofBode.json().id)
  for (const [user, first] of [
    [bode, ofBode],
    [chi, ofChi],
  ] as const)
    for (const key of ['key-of-many', '"key-of-many"'])
      expect((await ask(user, 'What does the delivery cost?', key)).json()).toEqual(first.json())
  const elsewhere = `/api/listings/${await insertListing(t, ada)}/questions`
  const question = 'What does the delivery cost?'
  expect((await send(bode, 'POST', elsewhere, 'key-of-many', { question })).statusCode).toBe(409)
  expect(await ask(bode, 'Another question altogether?')).toMatchObject({ statusCode: 409 })
  expect((await ask(bode, 'And a third one, with a short key?', 'short')).json()).toMatchObject({
    status: 400,
    detail: 'Idempotency-Key takes 8 to 128 letters and digits.',
  })
})

test('[IDEMPOTENCY-KEY] a refusal that commits a counter is not stored as a result: the same key may succeed later', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  try {
    const [seller, other] = [await strict.user(), await strict.user()]
    const ofOther = () =>
      strict.app.inject({
        ...{ method: 'POST', url: '/api/drafts', payload: { content: { title: 'Lamp' } } },
        headers: { cookie: other.cookie, 'idempotency-key': 'key-of-a-full-day' },
      })
    const draft = (await ofOther()).json()
    for (let n = 0; n < thresholds.quotas.LISTINGS.fresh; n += 1) await insertListing(strict, seller)
    const payload = await listingDraft(strict, seller)
    const headers = { cookie: seller.cookie, 'idempotency-key': 'key-of-a-full-day' }
    const publish = () => strict.app.inject({ method: 'POST', url: '/api/listings', headers, payload })
    expect((await publish()).json()).toMatchObject({ status: 429, detail: expect.stringContaining('a day') })
    expect((await ofOther()).json()).toEqual(draft)
    await strict.db
      .updateTable('listings')
      .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
      .execute()
    expect((await publish()).statusCode).toBe(201)
  } finally {
    await strict.close()
  }
})

test('[IDEMPOTENCY-KEY] a request refused before any write may succeed when sent again with its key', async () => {
  const seller = await t.user()
  const draft = await listingDraft(t, seller)
  const key = 'key-of-a-refusal'
  const refused = await send(seller, 'POST', '/api/listings', key, { ...draft, categoryId: 999_999 })
  expect(refused.statusCode).toBe(400)
  expect((await send(seller, 'POST', '/api/listings', key, draft)).statusCode).toBe(201)
})

test('[IDEMPOTENCY-KEY] a body nested thousands of times is refused as without a key, and an undeclared one is ignored', async () => {
  const seller = await t.user()
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const draft = JSON.stringify(await listingDraft(t, seller))
  const statuses = []
  for (const payload of [nested, `${draft.slice(0, -1)},"nested":${nested}}`]) {
    const headers = { cookie: seller.cookie, 'content-type': 'application/json' }
    const named = { ...headers, 'idempotency-key': `key-of-${payload.length}` }
    for (const each of [headers, named]) {
      const { statusCode } = await t.app.inject({
        method: 'POST',
        url: '/api/listings',
        headers: each,
        payload,
      })
      statuses.push(statusCode)
    }
  }
  expect(statuses).toEqual([400, 400, 201, 201])
})
