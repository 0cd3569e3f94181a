import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appealToken } from '#server/core/mail/signed-links.ts'
import { type Database, type Db, openPool } from '#server/db/pool.ts'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { insertHold } from '#tests/roles/fixtures.ts'
import { appeal } from '#tests/support/appeals.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { countCases, findCases } from './case-search.db.ts'

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

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function report(target: CaseTarget, reason: string, fields: { by?: TestUser; minutes?: number } = {}) {
  const { id: reporter_id } = fields.by ?? (await t.user())
  await t.db
    .insertInto('reports')
    .values({
      reporter_id,
      target_type: target.targetType,
      target_id: target.targetId,
      reason,
      details: `${reason}, in their words.`,
      created_at: minutesAgo(fields.minutes ?? 0),
    })
    .execute()
}

async function talk(listingId: number, buyer: TestUser, texts: string[]) {
  const { id } = await t.db
    .insertInto('threads')
    .values({ listing_id: listingId, seller_id: seller.id, buyer_id: buyer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, body] of texts.entries()) {
    const [from, to] = index % 2 === 0 ? [buyer, seller] : [seller, buyer]
    await t.db
      .insertInto('messages')
      .values({ thread_id: id, sender_id: from.id, recipient_id: to.id, client_id: `m${index}`, body })
      .execute()
  }
}

const listing = (id: number): CaseTarget => ({ targetType: 'LISTING', targetId: id })
const user = ({ id }: TestUser): CaseTarget => ({ targetType: 'USER', targetId: id })
const cases = (query: object = {}) => admin.api('GET /api/admin/cases', { query })
const settle = (body: object, by = admin) =>
  by.api('POST /api/admin/cases/settle', { body: body as { cases: CaseTarget[]; action: 'DISMISS' } })
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
    { reason: 'Stolen', label: 'Old radio', closedAt: expect.stringMatching(/Z$/) },
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
  expect(await settle({ cases: [listing(gone), user(rude)], action: 'BAN', rule: 'abuse' })).toEqual({
    closed: 2,
    failed: [],
  })
  await expect(rude.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  await expect(seller.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
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

test('[DESK-CLAIM] of two moderators one has a case, until they go on, it expires, or the other takes it over', async () => {
  const owner = await t.user()
  const [one, other] = [
    listing(await insertListing(t, owner, { title: 'Claimed lamp' })),
    listing(await insertListing(t, owner, { title: 'Claimed chair' })),
  ]
  for (const target of [one, other]) await report(target, 'Spam')
  const claim = (by: TestUser, targets: CaseTarget[], takeOver?: true) =>
    by.api('POST /api/admin/cases/claim', { body: { cases: targets, ...(takeOver && { takeOver }) } })
  const owners = async () => (await cases({ q: 'claimed' })).map((found) => found.claim?.admin.fullName)

  expect(await claim(colleague, [one])).toMatchObject([
    { ...one, claim: { admin: { fullName: 'Ada Admin' } } },
  ])
  expect(await claim(admin, [one])).toMatchObject([{ claim: { admin: { fullName: 'Ada Admin' } } }])
  expect(await settle({ cases: [one], action: 'DISMISS' })).toMatchObject({
    failed: [{ message: 'Ada Admin is working on this case. Take it over first.' }],
  })
  expect(await owners()).toEqual(['Ada Admin', undefined])
  await claim(colleague, [other])
  expect(await owners()).toEqual([undefined, 'Ada Admin'])
  await claim(admin, [one, other], true)
  expect(await owners()).toEqual(['Ife Admin', 'Ife Admin'])
  await t.db
    .updateTable('report_claims')
    .set({ claimed_at: minutesAgo(16) })
    .where('target_id', '=', one.targetId)
    .execute()
  expect(await owners()).toEqual([undefined, 'Ife Admin'])
  expect(await settle({ cases: [one, other], action: 'ACTION' }, colleague)).toMatchObject({
    closed: 1,
    failed: [other],
  })
  expect(await settle({ cases: [other], action: 'ACTION' })).toMatchObject({ closed: 1 })
  expect(await t.db.selectFrom('report_claims').selectAll().execute()).toEqual([])
})

test('[DESK-CLAIM] a report of a case that another moderator has is not closed by itself either', async () => {
  const target = listing(await insertListing(t, await t.user(), { title: 'Claimed bench' }))
  await report(target, 'Spam')
  const [found] = await admin.api('GET /api/admin/reports', { query: { q: 'claimed bench' } })
  const close = () =>
    admin.api('PATCH /api/admin/reports/:id', {
      params: { id: found?.id ?? 0 },
      body: { status: 'REVIEWED' },
    })
  await colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  await expect(close()).rejects.toMatchObject({
    status: 409,
    problem: { detail: 'Ada Admin is working on this case. Take it over first.' },
  })
  await admin.api('POST /api/admin/cases/claim', { body: { cases: [target], takeOver: true } })
  expect(await close()).toMatchObject({ status: 'REVIEWED' })
})

test('[DESK-CLAIM] closing the last report of a case by itself ends the claim too', async () => {
  const target = listing(await insertListing(t, await t.user(), { title: 'Claimed table' }))
  for (const reason of ['Spam', 'Wrong price']) await report(target, reason)
  await colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  const claimant = async () => (await cases({ q: 'claimed table' }))[0]?.claim?.admin.fullName
  for (const { id } of await admin.api('GET /api/admin/reports', { query: { q: 'claimed table' } })) {
    expect(await claimant()).toBe('Ada Admin')
    await colleague.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status: 'REVIEWED' } })
  }
  await report(target, 'Spam')
  expect(await claimant()).toBeUndefined()
})

test('[DESK-CLAIM] a case that is settled while somebody claims it has no claim when it is reported again', async () => {
  const target = listing(await insertListing(t, seller, { title: 'A chair that is claimed late' }))
  await report(target, 'Fake')
  const settling = order.pauseBefore(/^commit/, () => settle({ cases: [target], action: 'DISMISS' }))
  await settling.reached
  const claimed = colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  await endedOrBlocked(t, claimed)
  await settling.release()
  expect(await claimed).toEqual([])
  await report(target, 'Spam')
  expect((await cases({ q: 'claimed late' })).map((found) => found.claim)).toEqual([null])
})

test('[DESK-CLAIM] two who close the last two reports of a case at the same moment end its claim', async () => {
  const target = listing(await insertListing(t, seller, { title: 'A stool that is closed twice' }))
  await report(target, 'Fake')
  await report(target, 'Spam')
  await colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  const [one, other] = await admin.api('GET /api/admin/reports', { query: { q: 'closed twice' } })
  const close = (id = 0) =>
    colleague.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status: 'REVIEWED' } })
  const closing = order.pauseBefore(/^commit/, () => close(one?.id))
  await closing.reached
  const closed = close(other?.id)
  await endedOrBlocked(t, closed)
  await closing.release()
  await closed
  await report(target, 'Spam')
  expect((await cases({ q: 'closed twice' })).map((found) => found.claim)).toEqual([null])
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

test('[DESK-PLANS] among 100,000 open reports a page of cases reads a page from indexes, and says that there are more than it counts', async () => {
  await sql`
    insert into users (email, username, full_name, phone, password_hash)
    select 'r' || n || '@example.com', 'r' || n, 'R', '+2348' || n, 'x' from generate_series(1, 1000) n`.execute(
    t.db,
  )
  await t.db.transaction().execute(async (tx) => {
    // Without the check of each reporter, which takes most of the time.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into reports (reporter_id, target_type, target_id, reason, created_at)
      select u.id, 'LISTING', 1000000 + n * 50 + u.id % 50, 'Spam', now() - n * interval '1 minute'
      from users u, generate_series(1, 100) n where u.username like 'r%'`.execute(tx)
  })
  await sql`analyze reports`.execute(t.db)
  const count = await t.db
    .selectFrom('reports')
    .where('status', '=', 'NEW')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count.count).toBeGreaterThan(90_000)

  const pool = openPool(t.env.DATABASE_URL ?? '', { max: 1 })
  const statements: CompiledQuery[] = []
  const logged = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: pool.pg }),
    log: ({ query }) => void statements.push(query as CompiledQuery),
  })
  /** The rows that the work's only statement reads from reports. */
  async function rowsRead(work: (db: Db) => Promise<unknown>): Promise<number> {
    statements.length = 0
    await work(logged)
    const [statement] = statements
    if (!statement) throw new Error('Nothing was asked.')
    const explained = await logged.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${statement.sql}`, [...statement.parameters]),
    )
    const steps = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(steps)]
    return explained.rows
      .flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => steps(Plan)))
      .filter((node) => node['Relation Name'] === 'reports')
      .reduce(
        (sum, node) =>
          sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      )
  }
  const page = { page: 1, limit: 20 }
  expect(await rowsRead((db) => findCases(db, admin.id, {}, page))).toBeLessThan(5000)
  expect(await rowsRead((db) => findCases(db, admin.id, { sort: 'createdAt:desc' }, page))).toBeLessThan(
    10_000,
  )
  expect(await countCases(t.db, admin.id, {})).toBe(1001)
  const { headers } = await t.app.inject({
    url: '/api/admin/cases?limit=1',
    headers: { cookie: admin.cookie },
  })
  expect(headers).toMatchObject({ 'x-total-count': '1000', 'x-total-count-exact': 'false' })
  await logged.destroy()
})

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
