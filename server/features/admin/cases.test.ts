import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appealToken } from '#server/core/mail/signed-links.ts'
import { tellReporters } from '#server/features/moderation/reporters.service.ts'
import { finishDeletions } from '#server/features/settings/deletion.service.ts'
import { sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { insertHold } from '#tests/roles/fixtures.ts'
import { appeal } from '#tests/support/appeals.ts'
import { type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing, insertUpload, publish } from '#tests/support/listings.ts'
import { insertReport } from '#tests/support/reports.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'

let t: TestApp
let admin: TestUser
let colleague: TestUser
let seller: TestUser
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
  colleague = await t.user({ role: 'ADMIN', fullName: 'Ada Admin' })
  seller = await t.user({ fullName: 'Sani Seller' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const report = (target: CaseTarget, reason: string, fields?: { by?: TestUser; minutes?: number }) =>
  insertReport(t, target, reason, fields)

async function talk(listingId: number, buyer: TestUser, texts: string[]) {
  const thread = await insertThread(t, seller, buyer, { listing_id: listingId })
  for (const [index, body] of texts.entries())
    await insertMessage(t, thread, index % 2 === 0 ? buyer : seller, { body })
}

const listing = (id: number): CaseTarget => ({ targetType: 'LISTING', targetId: id })
const user = ({ id }: TestUser): CaseTarget => ({ targetType: 'USER', targetId: id })
const cases = (query: object = {}) => admin.api('GET /api/admin/cases', { query })
const settle = (body: object, by = admin) =>
  by.api('POST /api/admin/cases/settle', { body: body as { cases: CaseTarget[]; action: 'DISMISS' } })

test('[DESK-REPORTED] a moderator sees what was reported, also where its owner changed it before', async () => {
  const owner = await t.user({ fullName: 'Chidi Changer' })
  const upload = await insertUpload(t, owner)
  // As an upload names its files.
  await sql`update uploads set id = split_part(url, '/', 4)::uuid where url = ${upload}`.execute(t.db)
  const { id } = await publish(t, owner, {
    title: 'Send the money first',
    description: 'Pay to my account before you see it, then I send the phone.',
    price: 5_000_000,
    photos: [upload],
  })
  const by = async (target: CaseTarget) =>
    (await t.user()).api('POST /api/reports', { body: { ...target, reason: 'Looks like a scam' } })
  const seen = async () => {
    const found = await cases({ q: 'changer' })
    return found.map(({ reports }) => reports.map((one) => one.seen))
  }
  await by(listing(id))
  await by(listing(id))
  await by(user(owner))
  expect(await seen()).toEqual([[null, null], [null]])

  const harmless = { title: 'A fine phone', description: 'Come and see it in my shop, and try it there.' }
  await owner.api('PATCH /api/listings/:id', {
    params: { id },
    body: { ...harmless, price: 4_000_000, photos: [await insertUpload(t, owner)] },
  })
  await owner.api('PATCH /api/settings/profile', { body: { bio: 'Honest since 1990' } })
  await by(listing(id))
  const before = {
    label: 'Send the money first',
    text: 'Pay to my account before you see it, then I send the phone.',
    price: 5_000_000,
    pictures: [upload],
  }
  // Once, at the first who saw it; the last one saw what is there.
  expect(await seen()).toEqual([
    [before, null, null],
    [{ label: 'Chidi Changer', text: '', price: null, pictures: [] }],
  ])

  // Its photos stay as long, and no longer than the reports are open.
  const isStored = async () => {
    await t.db
      .updateTable('uploads')
      .set({ created_at: new Date('2026-01-01') })
      .execute()
    await sweepOrphanedPhotos(t)
    return (await t.db.selectFrom('uploads').select('url').where('url', '=', upload).execute()).length === 1
  }
  expect(await isStored()).toBe(true)
  await settle({ cases: [listing(id)], action: 'DISMISS' })
  expect(await isStored()).toBe(false)
  // Nor does the account's own case outlive the account.
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(0) })
    .where('id', '=', owner.id)
    .execute()
  await finishDeletions(t)
  const left = await t.db.selectFrom('reports').select('id').where('seen', 'is not', null).execute()
  expect(left).toEqual([])
  await settle({ cases: [user(owner)], action: 'DISMISS' })
})

const statusOf = async (id: number) =>
  t.db.selectFrom('listings').select(['status', 'moderation_reason']).where('id', '=', id).executeTakeFirst()

test('[DESK-CASES] [DESK-EVIDENCE] open reports are one case by target, oldest first, with the texts, talk and histories', async () => {
  const [kettle, fridge] = [
    await insertListing(t, seller, { title: 'Copper kettle' }),
    await insertListing(t, seller, {
      title: 'Tall fridge',
      description: 'A fridge that hums, cold as harmattan mornings.',
    }),
  ]
  const buyer = await t.user({ fullName: 'Bisi Buyer' })
  await report(listing(kettle), 'Wrong price', { minutes: 10 })
  await report(listing(fridge), 'Looks like a scam', { by: buyer, minutes: 30 })
  await report(listing(fridge), 'Spam', { minutes: 5 })
  await report(user(seller), 'Rude or threatening', { minutes: 20 })
  await talk(fridge, buyer, ['Is it there?', 'Pay the rider first', 'No', 'Yes', 'No!', 'Last price?'])
  await talk(kettle, await t.user(), ['Nobody reported this conversation'])
  await t.db
    .insertInto('holds')
    .values({ kind: 'LISTING', rule: 'COPIES', owner_id: seller.id, listing_id: fridge, like_id: kettle })
    .execute()
  // Closed reports and acts of before; the reporter was reported too.
  await report(user(buyer), 'Rude or threatening')
  await settle({ cases: [user(buyer)], action: 'ACTION' })
  const old = await insertListing(t, seller, { title: 'Old radio', deleted_at: new Date() })
  await report(listing(old), 'Stolen', { by: buyer, minutes: 600 })
  await settle({ cases: [listing(old)], action: 'DELETE', rule: 'stolen' })
  await admin.api('PATCH /api/admin/listings/:id', { params: { id: kettle }, body: { status: 'HIDDEN' } })

  const found = await cases()
  expect(found.map(({ target, openReports }) => [target?.label, openReports])).toEqual([
    ['Tall fridge', 2],
    ['Sani Seller', 1],
    ['Copper kettle', 1],
  ])
  const [first] = found
  expect(first).toMatchObject({
    target: {
      text: 'A fridge that hums, cold as harmattan mornings.',
      state: 'ACTIVE',
      owner: { fullName: 'Sani Seller', openReports: 4, upheldReports: 1, actCount: 1, isAdmin: false },
    },
    claim: null,
  })
  expect(first?.target?.owner.acts).toMatchObject([{ action: 'HIDE', label: 'Copper kettle' }])
  expect(first?.target?.owner.upheld).toEqual([
    { id: expect.any(Number), reason: 'Stolen', label: 'Old radio', closedAt: expect.stringMatching(/Z$/) },
  ])
  expect(first?.reports.map(({ reason }) => reason)).toEqual(['Looks like a scam', 'Spam'])
  expect(first?.reports[0]).toMatchObject({
    details: 'Looks like a scam, in their words.',
    reporter: { fullName: 'Bisi Buyer', reports: 2, closed: 1, upheld: 1, upheldAbout: 1 },
  })
  expect(first?.reports[0]?.messages.map(({ from, body }) => [from, body])).toEqual([
    ['OWNER', 'Pay the rider first'],
    ['REPORTER', 'No'],
    ['OWNER', 'Yes'],
    ['REPORTER', 'No!'],
    ['OWNER', 'Last price?'],
  ])
  expect(first?.reports[1]?.messages).toEqual([])
  expect(found[2]?.reports[0]?.messages).toEqual([])
  expect(first?.evidence).toMatchObject([
    {
      kind: 'HELD',
      links: [{ label: 'Copper kettle', href: `/listings/${kettle}` }, { label: 'In the review queue' }],
    },
  ])

  const labels = async (query: object) => (await cases(query)).map(({ target }) => target?.label)
  expect(await labels({ sort: 'createdAt:desc' })).toEqual(['Copper kettle', 'Sani Seller', 'Tall fridge'])
  expect(await labels({ targetType: 'USER' })).toEqual(['Sani Seller'])
  expect(await labels({ reason: 'Spam' })).toEqual(['Tall fridge'])
  expect(await labels({ reporterId: buyer.id })).toEqual(['Tall fridge'])
  expect(await labels({ q: 'bisi' })).toEqual(['Tall fridge'])
  expect(await labels({ q: 'copper' })).toEqual(['Copper kettle'])
  expect(await labels({ until: '2020-01-01' })).toEqual([])
  expect(await labels({ since: '2020-01-01', until: '2999-01-01', limit: 1, page: 2 })).toEqual([
    'Sani Seller',
  ])
  for (const day of ['0000-01-01', '2026-02-30'])
    for (const query of [{ since: day }, { until: day }])
      await expect(cases(query)).rejects.toMatchObject({ status: 400 })
  const answer = await t.app.inject({ url: '/api/admin/cases?limit=1', headers: { cookie: admin.cookie } })
  expect(answer.headers['x-total-count']).toBe('3')
  await settle({ cases: found, action: 'DISMISS' })
})

test('[DESK-EVIDENCE] the last two warnings about messages of an owner are evidence until their recipients dismiss them', async () => {
  const owner = await t.user({ fullName: 'Wale Warned' })
  const listingId = await insertListing(t, owner)
  const warn = async (seen: string[]) => {
    const buyer = await t.user()
    const thread = await t.db
      .insertInto('threads')
      .values({ listing_id: listingId, seller_id: owner.id, buyer_id: buyer.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [sender_id, recipient_id, thread_id] = [owner.id, buyer.id, thread.id]
    const message = await t.db
      .insertInto('messages')
      .values({ thread_id, sender_id, recipient_id, client_id: 'a', body: 'Pay first' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const warning = { message_id: message.id, thread_id, sender_id, recipient_id, seen, probability: 1 }
    await t.db
      .insertInto('message_warnings')
      .values({ ...warning, kind: 'fake-courier' })
      .execute()
    return message.id
  }
  await warn(['an older one'])
  const rider = await warn(['rider fee'])
  const courier = await warn(['rider fee', 'courier'])
  await report(user(owner), 'Spam')
  const evidence = async () => (await cases({ q: 'Wale' }))[0]?.evidence
  const warned = { kind: 'WARNED', pictures: [], links: [] }
  const text = 'Somebody was warned about a message of theirs (fake courier): '
  const ofCourier = { ...warned, id: courier, text: `${text}“rider fee”, “courier”` }
  expect(await evidence()).toEqual([ofCourier, { ...warned, id: rider, text: `${text}“rider fee”` }])
  await t.db
    .updateTable('message_warnings')
    .set({ dismissed_at: new Date() })
    .where('message_id', '<=', rider)
    .execute()
  expect(await evidence()).toEqual([ofCourier])
  await settle({ cases: [user(owner)], action: 'DISMISS' })
})

test('[DESK-EVIDENCE] the record of an owner has the decisions of the review queue, but not that a listing was featured', async () => {
  const owner = await t.user({ fullName: 'Hauwa Held' })
  const decide = async (id: number, decision: 'RELEASE' | 'REJECT') =>
    admin.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision, reason: decision } })
  await decide(await insertHold(t, owner), 'REJECT')
  const { id: sender } = await t.db
    .insertInto('holds')
    .values({
      kind: 'SENDER',
      rule: 'WARNED_SENDER',
      owner_id: owner.id,
      listing_id: await insertListing(t, owner),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await decide(sender, 'REJECT')
  await admin.api('PATCH /api/admin/listings/:id/feature', {
    params: { id: await insertListing(t, owner) },
    body: { until: '2098-01-01T00:00:00.000Z' },
  })
  await report(user(owner), 'Spam')
  const [found] = await cases({ q: 'Hauwa' })
  expect(found?.target?.owner).toMatchObject({
    actCount: 2,
    acts: [
      { action: 'REJECT', label: 'messages of Hauwa Held', reason: 'REJECT' },
      { action: 'REJECT', label: 'Tecno Spark 20, clean' },
    ],
  })
  await settle({ cases: [user(owner)], action: 'DISMISS' })
})

test('[DESK-EVIDENCE] a report whose act an appeal overturned counts as upheld for nobody', async () => {
  const [owner, reporter] = [await t.user({ fullName: 'Wrongly Hidden' }), await t.user()]
  const targets = [listing(await insertListing(t, owner)), user(owner)]
  for (const [index, target] of targets.entries()) {
    await report(target, 'Spam', { by: reporter })
    await settle({ cases: [target], action: index === 0 ? 'HIDE' : 'BAN' })
  }
  await report(user(owner), 'Rude', { by: reporter })
  const record = async () => {
    const [found] = await cases({ q: 'Wrongly' })
    const { upheldReports, upheld } = found?.target?.owner ?? {}
    return [upheldReports, upheld?.length, found?.reports[0]?.reporter.upheld]
  }
  expect(await record()).toEqual([2, 2, 2])
  const acts = await admin.api('GET /api/admin/history', { query: { q: 'Ife', limit: 100 } })
  for (const [action, left] of [
    ['HIDE', 1],
    ['BAN', 0],
  ] as const) {
    const act = acts.find((one) => one.action === action)?.id ?? 0
    await appeal(t, await appealToken(t.env, act))
    const [open] = await colleague.api('GET /api/admin/appeals', { query: { outcome: 'OPEN' } })
    await colleague.api('PATCH /api/admin/appeals/:id', {
      params: { id: open?.id ?? 0 },
      body: { outcome: 'OVERTURNED', answer: 'We were wrong.' },
    })
    expect(await record()).toEqual([left, left, left])
  }
  await settle({ cases: [user(owner)], action: 'DISMISS' })
})

test('[DESK-SETTLE] settling a case closes all its reports; its owner gets rule and reason; a case that cannot be settled has an error', async () => {
  const [hidden, gone, kept] = [
    await insertListing(t, seller, { title: 'To be hidden' }),
    await insertListing(t, seller, { title: 'To be deleted' }),
    await insertListing(t, seller, { title: 'To be kept' }),
  ]
  const rude = await t.user({ fullName: 'Rude Person' })
  for (const id of [hidden, hidden, gone, kept]) await report(listing(id), 'Spam')
  await report(user(rude), 'Rude or threatening')
  const all = [hidden, gone, kept].map(listing)
  const statuses = async () =>
    (await t.db.selectFrom('reports').select('status').orderBy('id', 'desc').limit(5).execute()).map(
      ({ status }) => status,
    )

  expect(
    await settle({ cases: [listing(hidden)], action: 'HIDE', rule: 'fraud', reason: 'Asks for money first' }),
  ).toEqual({ closed: 2, failed: [] })
  expect(await statusOf(hidden)).toEqual({
    status: 'HIDDEN',
    moderation_reason: 'Asks for money first',
  })
  const repeated = await settle({ cases: [listing(hidden)], action: 'HIDE', rule: 'fraud' })
  expect(repeated).toMatchObject({
    closed: 0,
    failed: [{ message: 'Somebody has settled this case already.' }],
  })

  expect(await settle({ cases: [user(rude)], action: 'DELETE' })).toMatchObject({
    closed: 0,
    failed: [
      { ...user(rude), message: 'An account cannot be hidden or deleted. Ban it, or dismiss the case.' },
    ],
  })
  const disconnect = vi.spyOn(t.realtime, 'disconnectUser')
  expect(await settle({ cases: [listing(gone), user(rude)], action: 'BAN', rule: 'abuse' })).toEqual({
    closed: 2,
    failed: [],
  })
  await expect(rude.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  await expect(seller.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  expect(disconnect.mock.calls.flat().sort((a, b) => a - b)).toEqual([seller.id, rude.id])
  disconnect.mockRestore()
  expect(await settle({ cases: all, action: 'DISMISS', reason: 'Breaks no rule' })).toMatchObject({
    closed: 1,
    failed: [listing(hidden), listing(gone)],
  })
  expect(await statuses()).toEqual(['ACTIONED', 'REVIEWED', 'ACTIONED', 'ACTIONED', 'ACTIONED'])
  const [last] = await admin.api('GET /api/admin/history', { query: { q: 'breaks ife' } })
  expect(last).toMatchObject({ action: 'REVIEW_REPORT', reason: 'Breaks no rule', label: 'Spam' })
  expect(await admin.api('GET /api/admin/history', { query: { q: 'breaks nobody' } })).toEqual([])
})

test('[DESK-SETTLE] a listing that a rule holds back is not settled as hidden: the review queue could release it', async () => {
  const hold = await insertHold(t, seller)
  const { listing: held } = (await admin.api('GET /api/admin/held', { query: { q: `#${hold}` } }))[0] ?? {}
  const target = listing(held?.id ?? 0)
  await report(target, 'Spam')
  expect(await settle({ cases: [target], action: 'HIDE', rule: 'spam' })).toEqual({
    closed: 0,
    failed: [
      { ...target, message: 'This listing waits in the review queue. Reject it there, or delete it.' },
    ],
  })
  expect(await settle({ cases: [target], action: 'DELETE', rule: 'spam' })).toEqual({ closed: 1, failed: [] })
})

test('[DESK-SETTLE] of two administrators who settle a case at once the second one is told so, and does nothing', async () => {
  const listingId = await insertListing(t, seller)
  const target = { targetType: 'LISTING', targetId: listingId } as const
  await report(target, 'Scam')
  const settle = (by: TestUser, action: 'DISMISS' | 'DELETE') =>
    by.api('POST /api/admin/cases/settle', {
      body: { cases: [target], action, ...(action === 'DELETE' && { reason: 'x', rule: 'fraud' as const }) },
    })
  const [dismissed, deleted] = await Promise.all([settle(admin, 'DISMISS'), settle(colleague, 'DELETE')])
  expect([dismissed.closed + deleted.closed, dismissed.failed.length + deleted.failed.length]).toEqual([1, 1])
  const listing = await t.db
    .selectFrom('listings')
    .select('deleted_at')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  expect(listing.deleted_at !== null).toBe(deleted.closed === 1)
})

test('[STATE-OWNER-HIDDEN] [DESK-SETTLE] a case about a listing that its owner hid is settled by hiding it', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  const ofOwner = (status: 'ACTIVE' | 'HIDDEN') =>
    owner.api('PATCH /api/listings/:id', { params: { id }, body: { status } })
  const isHiddenByModerator = async () =>
    (await cases()).find(({ targetId }) => targetId === id)?.target?.isHiddenByModerator
  await report(listing(id), 'Spam')
  await ofOwner('HIDDEN')
  expect(await isHiddenByModerator()).toBe(false)
  const hide = () => settle({ cases: [listing(id)], action: 'HIDE', reason: 'An advertisement' })
  expect(await hide()).toEqual({ closed: 1, failed: [] })
  await expect(ofOwner('ACTIVE')).rejects.toMatchObject({ status: 403 })
  // Another report about it is closed, and it is hidden once.
  await report(listing(id), 'Spam')
  expect(await isHiddenByModerator()).toBe(true)
  expect(await hide()).toEqual({ closed: 1, failed: [] })
  const history = await admin.api('GET /api/admin/history', {
    query: { targetType: 'LISTING', targetId: id },
  })
  expect(history.map(({ action }) => action)).toEqual(['HIDE'])
})

test('[DESK-SETTLE] [NOTICE-REPORTER] a case with more reports than a statement has parameters is settled; a job tells each reporter once', async () => {
  const id = await insertListing(t, seller)
  const count = 11_000
  // Those of other tests.
  await tellReporters(t)
  await t.db.deleteFrom('notifications').where('kind', '=', 'REPORT').execute()
  await sql`with crowd as (
      insert into users (email, username, full_name, phone, password_hash, email_verified_at, notify_reports)
      select concat('crowd', i, '@example.com'), concat('crowd_', i), 'One of many', '', '', now(), false
      from generate_series(1, ${count}::int) i
      returning id)
    insert into reports (reporter_id, target_type, target_id, reason)
    select id, 'LISTING', ${id}, 'Looks like a scam' from crowd`.execute(t.db)
  const reporter = await t.user()
  await report(listing(id), 'Looks like a scam', { by: reporter })
  expect(await settle({ cases: [listing(id)], action: 'DISMISS' })).toEqual({ closed: count + 1, failed: [] })
  const told = async () => {
    const { rows } = await sql<{ people: number; events: number }>`
      select count(distinct user_id)::int as people, coalesce(sum(count), 0)::int as events
      from notifications where kind = 'REPORT'`.execute(t.db)
    return rows[0]
  }
  // Nothing of it is work of the moderator's request.
  expect(await told()).toEqual({ people: 0, events: 0 })
  await Promise.all([tellReporters(t), tellReporters(t)])
  expect(await told()).toEqual({ people: count + 1, events: count + 1 })
  expect((await t.mails(reporter.email)).map(({ subject }) => subject)).toEqual(['We looked at your report'])
})

test('[DESK-SETTLE] where its reports cannot be closed, nothing was done: no act, no mail, and the case is settled once later', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  await report(listing(id), 'Spam')
  await report(user(owner), 'Spam')
  const acts = async () =>
    (await admin.api('GET /api/admin/history', { query: { targetType: 'LISTING', targetId: id } })).map(
      ({ action }) => action,
    )
  // The process dies between the act and the closing.
  await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    t.db,
  )
  await sql`create trigger die before update on reports for each row execute function die()`.execute(t.db)
  await expect(
    settle({ cases: [listing(id)], action: 'HIDE', rule: 'spam' }).finally(() =>
      sql`drop function die() cascade`.execute(t.db),
    ),
  ).rejects.toMatchObject({ status: 500 })
  expect(await statusOf(id)).toMatchObject({ status: 'ACTIVE' })
  expect([await acts(), await t.mails(owner.email)]).toEqual([[], []])
  const act = { cases: [listing(id), user(owner)], action: 'BAN', rule: 'spam' }
  expect(await settle(act)).toEqual({ closed: 2, failed: [] })
  expect(await t.mails(owner.email)).toHaveLength(1)
})

test('[DESK-USERS] accounts are filtered by banned and ordered by the open reports about them and their listings', async () => {
  const [most, less] = [
    await t.user({ fullName: 'Most Reported' }),
    await t.user({ fullName: 'Less Reported' }),
  ]
  const banned = await t.user({ fullName: 'Barred Reported' })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  const lamp = await insertListing(t, most)
  for (const target of [user(most), listing(lamp), user(less)]) await report(target, 'Spam')
  const names = async (query: object) =>
    (await admin.api('GET /api/admin/users', { query: { q: 'reported', ...query } })).map(
      ({ fullName, openReports, openListingReports }) => [fullName, openReports, openListingReports],
    )
  expect(await names({ sort: 'reports:desc' })).toEqual([
    ['Most Reported', 1, 1],
    ['Less Reported', 1, 0],
  ])
  expect(await names({ status: 'BANNED' })).toEqual([['Barred Reported', 0, 0]])
  expect((await names({}))[0]).toEqual(['Barred Reported', 0, 0])
})
