import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertListing, publish } from '#tests/support/listings.ts'
import { postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'
import { readZip } from '#tests/support/zip.ts'
import { finishDeletions } from './deletion.service.ts'
import { exportAccount } from './export.service.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user({ fullName: 'Ada Okafor', email: 'ada@example.com' })
  bola = await t.user({ fullName: 'Bola Ade', email: 'bola@example.com' })
})
afterAll(() => t.close())

const download = (who: TestUser) =>
  t.app.inject({
    url: '/api/settings/export',
    headers: { cookie: who.cookie, 'accept-encoding': 'gzip, br' },
  })

async function upload(who: TestUser): Promise<string> {
  const bytes = await redCorner(400, 300).jpeg().toBuffer()
  const { body } = await postUpload(t, who.cookie, uploadOf(bytes))
  return new URL((body as { secure_url: string }).secure_url).pathname
}

test('[SETTINGS-EXPORT] the archive has the account’s data and pictures, and no data of other accounts', async () => {
  const [photo, avatar, attachment] = [await upload(ada), await upload(ada), await upload(ada)]
  await ada.api('PATCH /api/settings/profile', { body: { avatarUrl: avatar, bio: 'Hello' } })
  const listing = await publish(t, ada, { title: 'Solid oak table', photos: [photo] })
  const lost = await insertListing(t, ada, { title: 'Photo is gone' })
  const many = Array.from({ length: 12 }, () => ({ url: photo, width: 400, height: 300, placeholder: null }))
  await insertListing(t, ada, { title: 'Twelve photos', photos: JSON.stringify(many) })
  const theirs = await publish(t, bola, { title: 'Blue bicycle' })
  await t.db.insertInto('favorites').values({ user_id: ada.id, listing_id: theirs.id }).execute()
  await t.db
    .insertInto('questions')
    .values([
      { listing_id: theirs.id, asker_id: ada.id, question: 'Is the frame steel?' },
      { listing_id: listing.id, asker_id: bola.id, question: 'How heavy is it?' },
    ])
    .execute()
  const thread = await insertThread(t, bola, ada, { listing_id: theirs.id })
  const [byAda, byBola] = [new Date('2026-01-01T08:00:00Z'), new Date('2026-02-02T08:00:00Z')]
  await insertMessage(t, thread, ada, {
    body: 'Hi Bola',
    attachment: JSON.stringify({ url: attachment, width: 400, height: 300, placeholder: null }),
    hidden_by_sender_at: byAda,
    hidden_by_recipient_at: byBola,
  })
  await insertMessage(t, thread, bola, { body: 'Hi Ada', hidden_by_sender_at: byBola })
  await t.db
    .insertInto('reviews')
    .values([
      { user_id: ada.id, reviewer_id: bola.id, stars: 5, comment: 'Prompt' },
      { user_id: bola.id, reviewer_id: ada.id, stars: 4 },
    ])
    .execute()
  await t.db
    .insertInto('reports')
    .values({ reporter_id: ada.id, target_type: 'LISTING', target_id: theirs.id, reason: 'Scam' })
    .execute()
  await ada.api('POST /api/blocks', { body: { userId: bola.id } })

  // It is June already in Lagos.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-31T23:30:00Z') })
  const answer = await download(ada).finally(() => vi.useRealTimers())
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.headers['content-disposition']).toBe('attachment; filename="oja-export-2026-06-01.zip"')
  const files = await readZip(answer.rawPayload)
  const json = (name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null')
  expect(json('account')).toMatchObject({ email: 'ada@example.com', bio: 'Hello', phone: '+2340000000001' })
  expect(json('listings').map(({ title }: { title: string }) => title)).toEqual([
    'Solid oak table',
    'Photo is gone',
    'Twelve photos',
  ])
  expect(json('favourites')).toMatchObject([{ listingId: theirs.id, title: 'Blue bicycle' }])
  expect(json('questions-you-asked')).toMatchObject([{ question: 'Is the frame steel?' }])
  expect(json('questions-to-you')).toMatchObject([{ question: 'How heavy is it?', askedBy: 'Bola Ade' }])
  expect(json('conversations')).toMatchObject([
    {
      listing: 'Blue bicycle',
      buyer: 'Ada Okafor',
      seller: 'Bola Ade',
      messages: [
        { byYou: true, body: 'Hi Bola', deletedForYouAt: byAda.toISOString() },
        // That Bola deleted it is Bola's own matter.
        { byYou: false, body: 'Hi Ada', deletedForYouAt: null },
      ],
    },
  ])
  expect(json('reviews-you-wrote')).toMatchObject([{ user: 'Bola Ade', stars: 4 }])
  expect(json('reviews-of-you')).toMatchObject([{ reviewer: 'Bola Ade', comment: 'Prompt' }])
  expect(json('reports-you-made')).toMatchObject([{ about: 'LISTING', id: theirs.id, reason: 'Scam' }])
  expect(json('blocked-people')).toMatchObject([{ id: bola.id, name: 'Bola Ade' }])
  expect(json('devices')).toHaveLength(1)

  const pictures = [...files.keys()].filter((name) => name.startsWith('photos/') && name.endsWith('.webp'))
  expect(pictures).toHaveLength(3 + 12)
  for (const name of ['photos/you.webp', `photos/listing-${listing.id}/1.webp`])
    expect(files.get(name)?.subarray(8, 12).toString()).toBe('WEBP')
  expect(files.get('photos/missing.txt')?.toString()).toContain(`photos/listing-${lost}/1.webp`)

  const all = Buffer.concat([...files.values()]).toString('latin1')
  for (const secret of ['bola@example.com', 'password_hash', 'passwordHash', '"role": "ADMIN"'])
    expect(all).not.toContain(secret)
  expect((await t.app.inject('/api/settings/export')).statusCode).toBe(401)
})

test('[SETTINGS-EXPORT] [SETTINGS-DELETE] deals are in the export of both; a deletion ends them and their links, and the other keeps them without the name', async () => {
  const [seller, buyer] = [
    await t.user({ fullName: 'Sade Seller' }),
    await t.user({ fullName: 'Bayo Buyer' }),
  ]
  const thread = await buyer.api('POST /api/threads', { body: { listingId: await insertListing(t, seller) } })
  const body = { price: 2_500_000, place: 'Inside a bank', state: 'Lagos', lga: 'Ikeja' }
  const meetsAt = new Date(Date.now() + 86_400_000).toISOString()
  const { id, version } = await buyer.api('POST /api/threads/:id/deals', {
    params: { id: thread.id },
    body: { ...body, meetsAt },
  })
  await seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version } })
  await buyer.api('POST /api/deals/:id/meeting-link', { params: { id } })
  for (const [who, isProposer] of [
    [buyer, true],
    [seller, false],
  ] as const) {
    const files = await readZip((await download(who)).rawPayload)
    expect(JSON.parse(files.get('deals.json')?.toString() ?? 'null')).toMatchObject([
      {
        id,
        buyer: 'Bayo Buyer',
        seller: 'Sade Seller',
        place: 'Inside a bank',
        priceInKobo: 2_500_000,
        status: 'ACCEPTED',
        proposedByYou: isProposer,
        meetingSharedAt: isProposer ? expect.any(String) : null,
      },
    ])
  }
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() - 1000) })
    .where('id', '=', buyer.id)
    .execute()
  await finishDeletions(t)
  expect(await t.db.selectFrom('meeting_links').selectAll().execute()).toEqual([])
  expect(await seller.api('GET /api/deals/:id', { params: { id } })).toMatchObject({
    status: 'CANCELLED',
    endReason: 'The conversation was closed.',
    buyer: { fullName: 'Former member' },
  })
})

test('[SETTINGS-EXPORT] nobody reads in their export that a review or an answer of theirs was reported', async () => {
  const [author, reviewed, admin] = [await t.user(), await t.user(), await t.user({ role: 'ADMIN' })]
  const { id } = await author.api('POST /api/users/:id/reviews', {
    params: { id: reviewed.id },
    body: { stars: 1, comment: 'Sold me a stone.' },
  })
  await reviewed.api('PATCH /api/reviews/:id/answer', { params: { id }, body: { answer: 'I did not.' } })
  for (const [by, what] of [
    [reviewed, 'REVIEW'],
    [author, 'ANSWER'],
  ] as const)
    await by.api('POST /api/reviews/:id/report', { params: { id }, body: { what, reason: 'It is a lie.' } })
  const namesReport = async (who: TestUser) => {
    const files = await readZip((await download(who)).rawPayload)
    return ['held-back', 'decisions-about-you'].map((name) => JSON.parse(String(files.get(`${name}.json`))))
  }
  for (const who of [author, reviewed]) expect(await namesReport(who)).toEqual([[], []])
  for (const item of await admin.api('GET /api/admin/held', { query: { kind: 'REVIEW', decision: 'OPEN' } }))
    await admin.api('PATCH /api/admin/held/:id', {
      params: { id: item.id },
      body: { decision: 'RELEASE', reason: 'Rude, but no lie.' },
    })
  for (const who of [author, reviewed]) expect(await namesReport(who)).toEqual([[], []])
})

test('[SETTINGS-EXPORT] five exports an hour; the sixth gets Retry-After', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  try {
    const user = await strict.user()
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const { statusCode } = await strict.app.inject({
        url: '/api/settings/export',
        headers: { cookie: user.cookie },
      })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await strict.close()
  }
})

test('[SETTINGS-EXPORT] a second download waits until the first has ended, however slowly that is read', async () => {
  const slow = await exportAccount(t, ada)
  await expect(exportAccount(t, ada)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 10 })
  await buffer(await exportAccount(t, bola))
  await buffer(slow)
  const isReadAgain = () =>
    exportAccount(t, ada)
      .then(buffer)
      .then(Boolean, () => false)
  await expect.poll(isReadAgain).toBe(true)
})

test('[SETTINGS-EXPORT] a download that failed before it began does not keep the next one waiting', async () => {
  const chidi = await t.user()
  const failing = { ...t, db: undefined as unknown as TestApp['db'] }
  await expect(exportAccount(failing, chidi)).rejects.toThrow()
  const files = await readZip(await buffer(await exportAccount(t, chidi)))
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ id: chidi.id })
})

test('[SETTINGS-EXPORT] a large account is read in parts, as the reader takes them', async () => {
  const [chidi, buyers] = [await t.user(), await Promise.all(Array.from({ length: 120 }, () => t.user()))]
  const listing_id = await insertListing(t, chidi)
  const threads = await t.db
    .insertInto('threads')
    .values(buyers.map(({ id }) => ({ listing_id, seller_id: chidi.id, buyer_id: id })))
    .returning(['id', 'buyer_id'])
    .execute()
  // Random, so that it stays large when it is compressed.
  const bodies = threads.map(() => randomBytes(2900).toString('base64'))
  await t.db
    .insertInto('messages')
    .values(
      threads.map(({ id, buyer_id }, index) => ({
        ...{ thread_id: id, sender_id: buyer_id, recipient_id: chidi.id },
        ...{ client_id: `export-${id}`, body: bodies[index] ?? '' },
      })),
    )
    .execute()
  const stream = await exportAccount(t, chidi)
  const parts: Buffer[] = []
  for await (const part of stream) {
    // What follows the conversations is not read yet.
    if (parts.length === 0)
      await t.db.insertInto('blocks').values({ blocker_id: chidi.id, blocked_id: ada.id }).execute()
    parts.push(part)
  }
  const files = await readZip(Buffer.concat(parts))
  const json = (name: string) => JSON.parse(String(files.get(`${name}.json`)))
  expect(json('blocked-people')).toMatchObject([{ id: ada.id }])
  const conversations: { id: number; messages: { body: string }[] }[] = json('conversations')
  expect(conversations.map(({ id }) => id)).toEqual(threads.map(({ id }) => id))
  expect(conversations.map(({ messages }) => messages.map(({ body }) => body))).toEqual(
    bodies.map((body) => [body]),
  )
  expect(json('appeals')).toEqual([])
})

test('[SETTINGS-EXPORT] an aborted download leaves nothing running', async () => {
  const chidi = await t.user()
  const url = await upload(chidi)
  const many = Array.from({ length: 50 }, () => ({ url, width: 400, height: 300, placeholder: null }))
  await insertListing(t, chidi, { photos: JSON.stringify(many) })
  let reads = 0
  const storage = {
    ...t.storage,
    async get() {
      reads += 1
      return Buffer.alloc(1_000_000)
    },
  }
  const viewer = {
    id: chidi.id,
    fullName: '',
    email: '',
    avatarUrl: null,
    role: 'USER' as const,
    isLeaving: false,
  }
  const stream = await exportAccount({ db: t.db, env: t.env, storage }, viewer)
  for await (const _ of stream) break
  await expect.poll(() => stream.destroyed).toBe(true)
  expect(reads, 'pictures that were read').toBeLessThan(5)
})

test('[SETTINGS-EXPORT] the OpenAPI document describes a ZIP', async () => {
  const document = (await t.app.inject('/api/openapi.json')).json()
  expect(document.paths['/api/settings/export'].get.responses['200'].content).toEqual({
    'application/zip': {},
  })
})

test('[SETTINGS-EXPORT] deleted and leaving accounts are named as in the API; the owner by the own name', async () => {
  const [chidi, leaver] = [
    await t.user({ fullName: 'Chidi Own' }),
    await t.user({ fullName: 'Leaving Lola' }),
  ]
  const mine = await insertListing(t, chidi, { title: 'Chidi’s table' })
  const { id } = await leaver.api('POST /api/threads', { body: { listingId: mine } })
  await leaver.api('POST /api/threads/:id/messages', { params: { id }, body: { body: 'Hello' } })
  const question = 'How heavy is it, please?'
  await leaver.api('POST /api/listings/:id/questions', { params: { id: mine }, body: { question } })
  const review = (from: TestUser, to: TestUser) =>
    from.api('POST /api/users/:id/reviews', { params: { id: to.id }, body: { stars: 4 } })
  await review(leaver, chidi)
  await review(chidi, leaver)
  await chidi.api('POST /api/blocks', { body: { userId: leaver.id } })
  for (const who of [leaver, chidi])
    await t.db.updateTable('users').set({ deletion_due_at: new Date() }).where('id', '=', who.id).execute()
  const files = await readZip((await download(chidi)).rawPayload)
  const all = [...files.values()].map(String).join('')
  expect(all).not.toContain('Leaving Lola')
  const read = (name: string) => JSON.parse(String(files.get(`${name}.json`)))
  const former = 'Former member'
  expect(read('conversations')).toMatchObject([{ buyer: former, seller: 'Chidi Own' }])
  expect(read('questions-to-you')).toMatchObject([{ askedBy: former }])
  expect(read('reviews-you-wrote')).toMatchObject([{ userId: null, user: former }])
  expect(read('reviews-of-you')).toMatchObject([{ reviewerId: null, reviewer: former }])
  expect(read('blocked-people')).toMatchObject([{ name: former }])
  const told: { kind: string; personId: number | null; person: string }[] = read('notifications')
  expect(told.filter(({ kind }) => kind === 'REVIEW')).toMatchObject([{ personId: null, person: former }])
})
