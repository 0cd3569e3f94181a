import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyOfEndedDeals } from '#server/features/deals/deals.service.ts'
import { tellReporters } from '#server/features/moderation/reporters.service.ts'
import { askForReviews } from '#server/features/reviews/reviews.service.ts'
import { limits } from '#shared/limits.ts'
import { blockCommits } from '#tests/support/commit-barrier.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { connectSocket, record, settle } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import {
  findUnreadNotifications,
  type NewNotification,
  notificationText,
  notify,
} from './notifications.public.ts'

let t: TestApp
let admin: TestUser
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const list = ({ api }: TestUser) => api('GET /api/notifications', { query: {} })
const unread = async ({ api }: TestUser) => (await api('GET /api/notifications/unread-count')).count
const write = (notifications: NewNotification[]) =>
  t.db.transaction().execute((tx) => notify({ tx, jobs: t.jobs }, notifications))

/** A conversation about a new listing. */
async function converse() {
  const [seller, buyer] = [
    await t.user({ fullName: 'Ngozi Seller' }),
    await t.user({ fullName: 'Bola Buyer' }),
  ]
  const listingId = await insertListing(t, seller, { title: 'Standing fan' })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  const say = (by: TestUser, body = 'Is it there?', clientId?: string) =>
    by.api('POST /api/threads/:id/messages', { params: { id }, body: { body, clientId } })
  const read = (by: TestUser, upTo: number) =>
    by.api('POST /api/threads/:id/read', { params: { id }, body: { upTo } })
  return { seller, buyer, listingId, id, say, read }
}

test('[NOTIFY-GROUP] messages of a conversation are one notification until it is read, nobody is notified of their own', async () => {
  const { seller, buyer, id, say, read } = await converse()
  const first = await say(buyer)
  const last = await say(buyer, 'And the price?')
  expect(await list(seller)).toMatchObject([
    {
      kind: 'MESSAGE',
      title: '2 new messages from Bola Buyer',
      text: 'About “Standing fan”. Open the conversation to read and answer.',
      href: `/chat?thread=${id}`,
      actor: { fullName: 'Bola Buyer' },
      count: 2,
      readAt: null,
    },
  ])
  expect(await list(buyer)).toEqual([])
  // A message still waits.
  await read(seller, first.id)
  expect(await unread(seller)).toBe(1)
  await read(seller, last.id)
  expect(await unread(seller)).toBe(0)
  // Its response was lost.
  await say(buyer, last.body, last.clientId)
  expect(await unread(seller)).toBe(0)
  const hello = await say(buyer, 'Hello?')
  expect(await list(seller)).toMatchObject([
    { title: 'Bola Buyer wrote to you', count: 1, readAt: null },
    { count: 2, readAt: expect.any(String) },
  ])
  // The first attempt failed when the messages were marked already.
  await t.db.updateTable('messages').set({ read_at: new Date() }).where('id', '=', hello.id).execute()
  await read(seller, hello.id)
  expect(await unread(seller)).toBe(0)
})

test('[NOTIFY-GROUP] who caused the newest of several events is shown', async () => {
  const [seller, first, second] = [await t.user(), await t.user(), await t.user({ fullName: 'Bola Second' })]
  const listingId = await insertListing(t, seller)
  // The last one is the seller's own act.
  for (const { id: actorId } of [first, second, seller])
    await write([{ userId: seller.id, kind: 'QUESTION', subjectId: listingId, listingId, actorId }])
  expect(await list(seller)).toMatchObject([{ count: 2, actor: { fullName: 'Bola Second' } }])
})

test('[NOTIFY-READ] a message that arrives while another is read stays unread, and so does its notification', async () => {
  const { seller, buyer, say, read } = await converse()
  const first = await say(buyer)
  const sending = order.pauseBefore(/^commit/, () => say(buyer, 'And the price?'))
  await sending.reached
  const reading = read(seller, first.id)
  await endedOrBlocked(t, reading)
  await sending.release()
  await reading
  expect(await seller.api('GET /api/messages/unread-count')).toEqual({ count: 1 })
  expect(await unread(seller)).toBe(1)
})

test('[NOTIFY-READ] so does that of a message whose transaction began before the one that is read', async () => {
  const { seller, buyer, id, say, read } = await converse()
  const offer = await seller.api('POST /api/threads/:id/messages', { params: { id }, body: { offer: 100 } })
  const declining = order.pauseBefore(/^select from threads/, () =>
    buyer.api('PATCH /api/messages/:id/offer', { params: { id: offer.id }, body: { status: 'DECLINED' } }),
  )
  await declining.reached
  const first = await say(buyer)
  const barrier = await blockCommits(t.env.DATABASE_URL ?? '', 'notifications')
  const declined = declining.release()
  await barrier.waiting(1)
  const reading = read(seller, first.id)
  await barrier.waiting(2)
  await barrier.release()
  await Promise.all([declined, reading])
  expect(await seller.api('GET /api/messages/unread-count')).toEqual({ count: 1 })
  expect(await unread(seller)).toBe(1)
})

test('[NOTIFY-READ] one is marked as read, or all until a time; pages end and go on', async () => {
  const reader = await t.user()
  const firstPage = () => t.app.inject({ url: '/api/notifications', headers: { cookie: reader.cookie } })
  for (let subjectId = 1; subjectId <= 31; subjectId += 1) {
    // A full page is the last one, too.
    if (subjectId === 31) expect((await firstPage()).headers.link).toBeUndefined()
    await write([{ userId: reader.id, kind: 'REPORT', subjectId, detail: 'ACTIONED' }])
  }
  // Two of the same millisecond would be marked together.
  await t.db
    .updateTable('notifications')
    .set({ happened_at: sql<Date>`now() - (31 - subject_id) * interval '1 second'` })
    .where('user_id', '=', reader.id)
    .execute()
  const answer = await firstPage()
  const page = await list(reader)
  expect(page).toHaveLength(30)
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link)) ?? []
  const rest = await t.app.inject({ url: next, headers: { cookie: reader.cookie } })
  expect(rest.headers.link).toBeUndefined()
  const ids = [...page, ...rest.json()].map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(new Set(ids).size).toBe(31)
  await expect(reader.api('GET /api/notifications', { query: { cursor: 'x' } })).rejects.toMatchObject({
    status: 400,
  })

  const [newest, second] = page
  if (!newest || !second) throw new Error('There are none.')
  for (const _ of [1, 2]) await reader.api('POST /api/notifications/:id/read', { params: { id: second.id } })
  expect(await unread(reader)).toBe(30)
  await reader.api('POST /api/notifications/read', { body: { until: second.happenedAt } })
  expect((await list(reader)).filter(({ readAt }) => readAt === null).map(({ id }) => id)).toEqual([
    newest.id,
  ])
  await reader.api('POST /api/notifications/read', { body: { until: newest.happenedAt } })
  expect(await unread(reader)).toBe(0)
})

test('[NOTIFY-BELL] of more unread notifications than the bell shows, one more is counted', async () => {
  const { id: userId, ...reader } = await t.user()
  const subjects = Array.from({ length: limits.unreadBadge + 2 }, (_, index) => index + 1)
  await write(subjects.map((subjectId) => ({ userId, kind: 'REPORT', subjectId, detail: 'ACTIONED' })))
  expect(await unread({ id: userId, ...reader })).toBe(limits.unreadBadge + 1)
})

test('[NOTIFY-KINDS] deals, questions, reviews, reports and decisions cause a notification, whether mails are on or off', async () => {
  const { seller, buyer, listingId, id: threadId } = await converse()
  for (const { api } of [seller, buyer])
    await api('PATCH /api/settings/notifications', {
      body: { messages: false, questions: false, reviews: false, reports: false },
    })
  const newest = async (who: TestUser) => {
    const [one] = await list(who)
    return one && [one.kind, one.title, one.href]
  }

  const terms = { price: 100, place: 'The bank', state: 'Lagos', lga: 'Ikeja' }
  const body = { ...terms, meetsAt: new Date(Date.now() + 86_400_000).toISOString() }
  const propose = () => buyer.api('POST /api/threads/:id/deals', { params: { id: threadId }, body })
  const accept = ({ id, version }: { id: number; version: number }) =>
    seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version, reserves: false } })
  const end = (by: TestUser, { id, version }: { id: number; version: number }) =>
    by.api('POST /api/deals/:id/end', { params: { id }, body: { version, reason: 'I cannot come.' } })
  const declined = await propose()
  expect(await newest(seller)).toEqual(['DEAL', 'Bola Buyer proposes a deal', `/deals/${declined.id}`])
  await end(seller, declined)
  expect((await newest(buyer))?.[1]).toBe('Ngozi Seller declined the deal')
  await end(buyer, await propose())
  expect((await newest(seller))?.[1]).toBe('Bola Buyer took the proposal back')
  const calledOff = await accept(await propose())
  expect((await newest(buyer))?.[1]).toBe('Ngozi Seller accepted the deal')
  await end(buyer, calledOff)
  expect((await newest(seller))?.[1]).toBe('Bola Buyer called off the deal')

  const done = await accept(await propose())
  await seller.api('POST /api/deals/:id/confirm', {
    params: { id: done.id },
    body: { version: done.version },
  })
  await askForReviews(t, new Date(Date.now() + 25 * 3_600_000))
  const profileOf = ({ id }: TestUser) => `/users/${id}?tab=reviews`
  expect(await newest(buyer)).toEqual([
    'REVIEW_ASK',
    'How was it with Ngozi Seller?',
    `${profileOf(seller)}#review`,
  ])
  for (const [by, about] of [
    [buyer, seller],
    [seller, buyer],
  ] as const)
    await by.api('POST /api/users/:id/reviews', {
      params: { id: about.id },
      body: { stars: 5, comment: 'Good.' },
    })
  expect(await newest(seller)).toEqual(['REVIEW', 'Bola Buyer reviewed you', profileOf(seller)])
  const [review] = await t.visitor('GET /api/users/:id/reviews', { params: { id: seller.id }, query: {} })
  await seller.api('PATCH /api/reviews/:id/answer', {
    params: { id: review?.id ?? 0 },
    body: { answer: 'Thank you.' },
  })
  expect(await newest(buyer)).toEqual([
    'REVIEW_ANSWER',
    'Ngozi Seller answered your review',
    profileOf(seller),
  ])

  const ask = (question: string) =>
    buyer.api('POST /api/listings/:id/questions', { params: { id: listingId }, body: { question } })
  const asked = await ask('Does it turn?')
  await ask('Is it loud?')
  const questions = `/listings/${listingId}#questions`
  expect(await newest(seller)).toEqual(['QUESTION', '2 new questions about “Standing fan”', questions])
  await seller.api('PATCH /api/questions/:id/answer', { params: { id: asked.id }, body: { answer: 'Yes.' } })
  expect(await newest(buyer)).toEqual(['ANSWER', 'Ngozi Seller answered your question', questions])

  await buyer.api('POST /api/reports', {
    body: { targetType: 'LISTING', targetId: listingId, reason: 'Scam' },
  })
  const open = await accept(await propose())
  const act = { params: { id: listingId }, body: { reason: 'Not yours.', rule: 'stolen' } } as const
  await admin.api('POST /api/admin/cases/settle', {
    body: { cases: [{ targetType: 'LISTING', targetId: listingId }], action: 'HIDE', reason: 'Not yours.' },
  })
  await tellReporters(t)
  expect(await newest(buyer)).toEqual(['REPORT', 'We acted on your report', '/rules'])
  expect(await newest(seller)).toEqual(['MODERATION', 'Your listing was hidden: “Standing fan”', '/appeal'])
  await admin.api('DELETE /api/admin/listings/:id', act)
  expect((await newest(seller))?.[1]).toBe('Your listing was deleted: “Standing fan”')
  await notifyOfEndedDeals(t)
  expect(await newest(buyer)).toEqual(['DEAL', 'Your deal ended', `/deals/${open.id}`])
  const [decision] = await seller.api('GET /api/decisions')
  await t.visitor('POST /api/appeals', {
    query: { token: decision?.token ?? '' },
    body: { text: 'It is mine.' },
  })
  const [appeal] = await admin.api('GET /api/admin/appeals', { query: {} })
  const judge = await t.user({ role: 'ADMIN' })
  await judge.api('PATCH /api/admin/appeals/:id', {
    params: { id: appeal?.id ?? 0 },
    body: { outcome: 'OVERTURNED', answer: 'It is.' },
  })
  expect(await newest(seller)).toEqual(['MODERATION', 'Your appeal succeeded', '/appeal'])
  const mails = [...(await t.mails(buyer.email)), ...(await t.mails(seller.email))]
  expect(mails.filter(({ subject }) => /deal|review|question|report/.test(subject))).toEqual([])
})

test('[NOTIFY-GONE] what its reader may not see any more is left out, is not counted and is not pushed', async () => {
  const [reader, seller] = [await t.user(), await t.user({ fullName: 'Ife Seller' })]
  const listingId = await insertListing(t, seller, { title: 'Blue lamp', price: 90_000 })
  const about = { userId: reader.id, listingId, actorId: seller.id }
  const ids = await write([
    { ...about, kind: 'CHEAPER', subjectId: listingId, priceBefore: 100_000, priceAfter: 90_000 },
    { ...about, kind: 'FOLLOWED', subjectId: seller.id },
  ])
  await write([{ ...about, kind: 'FOLLOWED', subjectId: seller.id }])
  const [cheaper] = await findUnreadNotifications(t.db, ids)
  expect(cheaper && notificationText(cheaper)).toEqual({
    title: 'Cheaper: “Blue lamp”',
    text: '₦900 instead of ₦1,000. You saved it. Ask the seller whether it is still there.',
    href: `/listings/${listingId}`,
  })
  const titles = async () => {
    const found = (await list(reader)).map(({ title }) => title)
    expect(await unread(reader)).toBe(found.length)
    expect(await findUnreadNotifications(t.db, ids)).toHaveLength(found.length)
    return found.toSorted()
  }
  const both = ['Cheaper: “Blue lamp”', 'Ife Seller sells 2 new things']
  expect(await titles()).toEqual(both)
  const setListing = (status: 'ACTIVE' | 'HIDDEN') =>
    t.db.updateTable('listings').set({ status }).where('id', '=', listingId).execute()
  await setListing('HIDDEN')
  // Of several listings one is left.
  expect(await titles()).toEqual(both.slice(1))
  expect(JSON.stringify(await list(reader))).not.toContain('Blue lamp')
  await setListing('ACTIVE')
  for (const change of [{ banned_at: new Date() }, { banned_at: null, deletion_due_at: new Date() }]) {
    await t.db.updateTable('users').set(change).where('id', '=', seller.id).execute()
    expect(await titles()).toEqual([])
    // Such an account gets no notification either.
    expect(await write([{ userId: seller.id, kind: 'REPORT', subjectId: 1 }])).toEqual([])
  }
  await t.db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', seller.id).execute()
  expect(await titles()).toEqual(both)
  await reader.api('POST /api/blocks', { body: { userId: seller.id } })
  expect(await titles()).toEqual([])
})

test('[NOTIFY-GONE] messages about a listing that is hidden keep its last public title', async () => {
  const { seller, buyer, listingId, say } = await converse()
  await say(buyer)
  await say(seller, 'It is.')
  for (const body of [{ status: 'HIDDEN' }, { title: 'Standing fan, SECRET' }] as const)
    await seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body })
  expect((await list(buyer))[0]?.text).toMatch(/^About “Standing fan”\./)
  expect((await list(seller))[0]?.text).toMatch(/^About “Standing fan, SECRET”\./)
})

test('[NOTIFY-GONE] nobody is asked to review a person who blocked them since', async () => {
  const [ada, seller] = [await t.user(), await t.user()]
  await write([{ userId: ada.id, kind: 'REVIEW_ASK', subjectId: 1, actorId: seller.id }])
  expect(await unread(ada)).toBe(1)
  await seller.api('POST /api/blocks', { body: { userId: ada.id } })
  expect([await unread(ada), await list(ada)]).toEqual([0, []])
})

test('[NOTIFY-GONE] a review or an answer that is gone is no news any more', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const { id } = await bola.api('POST /api/users/:id/reviews', {
    params: { id: ada.id },
    body: { stars: 4, comment: 'Came in time.' },
  })
  const answer = (text: string | null) => {
    const answered = { answer: text, answered_at: text === null ? null : new Date() }
    return t.db.updateTable('reviews').set(answered).where('id', '=', id)
  }
  await answer('Thank you').execute()
  await write([{ userId: bola.id, kind: 'REVIEW_ANSWER', subjectId: id, actorId: ada.id }])
  expect([await unread(ada), await unread(bola)]).toEqual([1, 1])
  await answer(null).execute()
  expect([await unread(bola), await list(bola)]).toEqual([0, []])
  await t.db.deleteFrom('reviews').where('id', '=', id).execute()
  expect([await unread(ada), await list(ada)]).toEqual([0, []])
})

test('[NOTIFY-GONE] what belongs to a listing that its reader deleted, or to a deleted search, is left out', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, seller)
  await write([
    { userId: seller.id, kind: 'QUESTION', subjectId: listingId, listingId, actorId: buyer.id },
    { userId: buyer.id, kind: 'SEARCH', subjectId: 1_999_999_999, listingId, count: 2 },
  ])
  expect([await unread(seller), await unread(buyer)]).toEqual([1, 0])
  await seller.api('DELETE /api/listings/:id', { params: { id: listingId } })
  expect([await unread(seller), await list(seller), await list(buyer)]).toEqual([0, [], []])
})

test('[NOTIFY-GONE] news of several listings do not name the newest where it is gone', async () => {
  const [seller, ada] = [await t.user({ fullName: 'Sade' }), await t.user()]
  const [first, second] = [await insertListing(t, seller), await insertListing(t, seller)]
  for (const listingId of [first, second])
    await write([{ userId: ada.id, kind: 'FOLLOWED', subjectId: seller.id, listingId, actorId: seller.id }])
  const text = async () => (await ada.api('GET /api/notifications', { query: {} }))[0]?.text
  expect(await text()).toMatch(/^The newest: .+ You follow this seller\.$/)
  await seller.api('PATCH /api/listings/:id', { params: { id: second }, body: { status: 'HIDDEN' } })
  expect(await text()).toBe('You follow this seller.')
})

test('[NOTIFY-GONE] a match of a saved search is left out once its reader blocks the seller, alone and as the newest of several', async () => {
  const [reader, seller, other] = [await t.user(), await t.user(), await t.user()]
  const matches = async (search: string, ...sellers: TestUser[]) => {
    const saved = await reader.api('POST /api/saved-searches', { body: { search, minPrice: 100 } })
    for (const who of sellers) {
      const listingId = await insertListing(t, who, { title: `Harp of ${who.id}` })
      await write([{ userId: reader.id, kind: 'SEARCH', subjectId: saved.id, listingId }])
    }
  }
  await matches('harp', seller)
  await matches('strings', other, seller)
  const texts = async () => (await list(reader)).map(({ title, text }) => `${title}. ${text}`)
  expect(await texts()).toEqual([
    expect.stringMatching(/^2 new matches for “strings”\. The newest: “Harp of/),
    expect.stringMatching(/^A new match for “harp”\. “Harp of/),
  ])
  expect((await list(reader))[0]?.href).toBe('/listings?search=strings&minPrice=100')
  const setBanned = (banned_at: Date | null) =>
    t.db.updateTable('users').set({ banned_at }).where('id', '=', seller.id).execute()
  await setBanned(new Date())
  expect(await texts()).toEqual(['2 new matches for “strings”. See them all.'])
  await setBanned(null)
  expect(await texts()).toHaveLength(2)
  await reader.api('POST /api/blocks', { body: { userId: seller.id } })
  expect(await texts()).toEqual(['2 new matches for “strings”. See them all.'])
  expect(await unread(reader)).toBe(1)
})

test('[NOTIFY-ORDER] transactions that notify the same people at once wait for each other, and count every event', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => t.user()))
  const notifications = people.map(
    ({ id }): NewNotification => ({ userId: id, kind: 'REPORT', subjectId: 1 }),
  )
  const both = [notifications, notifications.toReversed()]
  await Promise.all(Array.from({ length: 10 }, (_, index) => write(both[index % 2] ?? [])))
  for (const person of people) expect(await list(person)).toMatchObject([{ count: 10 }])
})

test('[NOTIFY-LIVE] open tabs receive a new notification after the commit, and one that was read elsewhere', async () => {
  const origin = await t.listen()
  const { seller, buyer, listingId, id, say, read } = await converse()
  const lastOf = async ({ api }: TestUser) => {
    const [message] = (await api('GET /api/threads/:id', { params: { id } })).messages
    if (!message) throw new Error('There is none.')
    return message
  }
  const sockets = [await connectSocket(origin, seller.cookie), await connectSocket(origin, seller.cookie)]
  const heard = sockets.map((socket) => record(socket, 'notifications_changed'))
  const strangers = await connectSocket(origin, buyer.cookie)
  const overheard = record(strangers, 'notifications_changed')
  await buyer.api('POST /api/listings/:id/questions', {
    params: { id: listingId },
    body: { question: 'Is it there?' },
  })
  await Promise.all(sockets.map(settle))
  expect(heard.map(({ length }) => length)).toEqual([1, 1])
  const [one] = await list(seller)
  const changes = [
    () => seller.api('POST /api/notifications/:id/read', { params: { id: one?.id ?? 0 } }),
    () => seller.api('POST /api/notifications/read', { body: { until: new Date().toISOString() } }),
    () => say(buyer),
    async () => read(seller, (await lastOf(seller)).id),
    () => say(buyer, 'And the price?'),
    async () => seller.api('DELETE /api/messages/:id', { params: { id: (await lastOf(seller)).id } }),
  ]
  for (const [index, change] of changes.entries()) {
    await change()
    await Promise.all([...sockets, strangers].map(settle))
    expect(
      heard.map(({ length }) => length),
      String(change),
    ).toEqual([index + 2, index + 2])
  }
  expect(overheard).toEqual([])
  for (const socket of [...sockets, strangers]) socket.disconnect()
})

test('[NOTIFY-SETTINGS] pushes by topic, quiet hours, the hour of the mail: what is named changes, the rest stays', async () => {
  const { api } = await t.user()
  const change = async (body: Parameters<typeof api<'PATCH /api/settings/notifications'>>[1]['body']) =>
    (await api('PATCH /api/settings/notifications', { body })).notifications
  const before = (await api('GET /api/settings')).notifications
  expect(before).toMatchObject({ quietHours: { from: 22, to: 7 }, digestHour: 8, pushHidesContent: false })
  expect(await change({ push: { saved: false } })).toEqual({
    ...before,
    push: { ...before.push, saved: false },
  })
  expect(await change({ quietHours: null, follows: false })).toMatchObject({
    push: { saved: false, messages: true },
    quietHours: null,
    follows: false,
  })
  const quietHours = { from: 23, to: 5 }
  expect(await change({ quietHours, digestHour: 18, pushHidesContent: true })).toMatchObject({
    push: { saved: false },
    ...{ quietHours, digestHour: 18, pushHidesContent: true, follows: false },
  })
  await expect(change({ digestHour: 24 })).rejects.toMatchObject({ status: 400 })
  await expect(change({ quietHours: { from: 7, to: 7 } })).rejects.toMatchObject({
    problem: { errors: [{ path: 'quietHours', message: 'Quiet hours end at another hour than they begin' }] },
  })
})
