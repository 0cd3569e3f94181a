import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldRecords } from '#server/features/settings/retention.db.ts'
import type { AccountAccess } from '#shared/contract/settings.ts'
import { thresholds } from '#shared/thresholds.ts'
import { type Key, send, successOf } from '#tests/roles/calls.ts'
import type { AnyRequest } from '#tests/roles/cast.ts'
import { insertListing } from '#tests/support/listings.ts'
import { collectLines } from '#tests/support/log-lines.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { readZip } from '#tests/support/zip.ts'

const { lines, stream } = collectLines()
let t: TestApp
let seller: TestUser
let buyer: TestUser
const ids = { listing: 0, thread: 0, hold: 0, report: 0, act: 0, appeal: 0 }

beforeAll(async () => {
  t = await startTestApp({}, { logger: { level: 'warn', stream } })
  seller = await t.user({ fullName: 'Ada Okafor' })
  buyer = await t.user({ fullName: 'Bola Ade' })
  const admin = await t.user({ role: 'ADMIN' })
  ids.listing = await insertListing(t, seller, { status: 'HIDDEN', hidden_by_moderator: true })
  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(t.db)).rows[0]?.id ?? 0
  ids.thread = await idOf(sql`insert into threads (listing_id, seller_id, buyer_id)
    values (${ids.listing}, ${seller.id}, ${buyer.id}) returning id`)
  const message = await idOf(sql`insert into messages (thread_id, sender_id, recipient_id, client_id, body)
    values (${ids.thread}, ${seller.id}, ${buyer.id}, 'one', 'Pay before you see it.') returning id`)
  await sql`insert into message_warnings (message_id, thread_id, recipient_id, sender_id, kind, seen, probability)
    values (${message}, ${ids.thread}, ${buyer.id}, ${seller.id}, 'advance-payment', '{pay before}', 0.9)`.execute(
    t.db,
  )
  await sql`insert into reports (reporter_id, target_type, target_id, reason)
    values (${buyer.id}, 'LISTING', ${ids.listing}, 'Scam')`.execute(t.db)
  // Of another case, which nobody claims.
  ids.report = await idOf(sql`insert into reports (reporter_id, target_type, target_id, reason)
    values (${buyer.id}, 'USER', ${(await t.user()).id}, 'Rude') returning id`)
  ids.hold =
    await idOf(sql`insert into holds (kind, rule, owner_id, listing_id, thread_id, message_id, client_id, body)
    values ('MESSAGE', 'SAME_MESSAGE', ${seller.id}, ${ids.listing}, ${ids.thread}, 999, 'two', 'Buy now') returning id`)
  await sql`insert into quota_hits (user_id, quota, hits) values (${seller.id}, 'LISTINGS', 5)`.execute(t.db)
  ids.act = await idOf(sql`insert into moderation_acts (admin_id, action, target_type, target_id)
    values (${admin.id}, 'HIDE', 'LISTING', ${ids.listing}) returning id`)
  await sql`insert into moderation_acts (admin_id, action, target_type, target_id)
    values (${admin.id}, 'REJECT', 'MESSAGE', ${ids.hold})`.execute(t.db)
  ids.appeal = await idOf(sql`insert into appeals (act_id, appellant_id, text)
    values (${ids.act}, ${seller.id}, 'The photos are my own.') returning id`)
})
afterAll(() => t.close())

/** What is recorded after a call: kinds of looks at the seller, and at the buyer. */
interface Expected {
  request?: () => AnyRequest
  seller?: AccountAccess['kind'][]
  buyer?: AccountAccess['kind'][]
}
type AdminKey = Extract<Key, `${string} /api/admin/${string}`>

const reason = 'It is offered twice.'
const listing = () => ({ params: { id: ids.listing } })
const theCase = () => [{ targetType: 'LISTING', targetId: ids.listing }]

/**
 * Every endpoint of administrators, the last ones changing what others show. An entry without kinds says that it shows nobody's private
 * data: counts, what people sent to administrators themselves, or nothing.
 */
const expected: Record<AdminKey, Expected> = {
  'GET /api/admin/stats': {},
  'GET /api/admin/trends': {},
  'GET /api/admin/reports': {},
  'GET /api/admin/appeals': {},
  'POST /api/admin/cases/claim': { request: () => ({ body: { cases: theCase(), takeOver: true } }) },
  'GET /api/admin/users': { seller: ['ACCOUNT'], buyer: ['ACCOUNT'] },
  'GET /api/admin/users/:id/activity': {
    request: () => ({ params: { id: seller.id } }),
    seller: ['ACTIVITY'],
  },
  'GET /api/admin/stopped': { seller: ['ACCOUNT'] },
  'GET /api/admin/listings': { seller: ['LISTING'] },
  'GET /api/admin/history': { seller: ['HELD'] },
  'GET /api/admin/held': { seller: ['HELD', 'LISTING'], buyer: ['HELD'] },
  'GET /api/admin/cases': { seller: ['CASE', 'MESSAGES'], buyer: ['MESSAGES'] },
  'PATCH /api/admin/held/:id': {
    request: () => ({ params: { id: ids.hold }, body: { decision: 'REJECT', reason } }),
    seller: ['HELD', 'LISTING'],
    buyer: ['HELD'],
  },
  'PATCH /api/admin/appeals/:id': {
    request: () => ({ params: { id: ids.appeal }, body: { outcome: 'UPHELD', answer: reason } }),
  },
  'PATCH /api/admin/reports/:id': {
    request: () => ({ params: { id: ids.report }, body: { status: 'REVIEWED' } }),
  },
  'POST /api/admin/cases/settle': {
    request: () => ({ body: { cases: theCase(), action: 'DISMISS', reason } }),
  },
  'PATCH /api/admin/listings/:id': {
    request: () => ({ ...listing(), body: { status: 'ACTIVE' } }),
  },
  'PATCH /api/admin/listings/:id/feature': {
    request: () => ({ ...listing(), body: { until: '2098-01-01T00:00:00.000Z' } }),
  },
  'POST /api/admin/users/:id/sign-out': { request: () => ({ params: { id: buyer.id } }) },
  'POST /api/admin/users/:id/ban': {
    request: () => ({ params: { id: seller.id }, body: { reason } }),
    seller: ['ACCOUNT'],
  },
  'POST /api/admin/users/:id/unban': {
    request: () => ({ params: { id: seller.id }, body: { reason } }),
    seller: ['ACCOUNT'],
  },
  'POST /api/admin/listings/bulk-delete': { request: () => ({ body: { ids: [ids.listing] } }) },
  'DELETE /api/admin/listings/:id': { request: () => ({ ...listing(), body: {} }) },
}

const looksBy = (admin: TestUser) =>
  t.db
    .selectFrom('account_accesses')
    .select(['user_id', 'kind', 'case_id'])
    .where('admin_id', '=', admin.id)
    .orderBy('kind')
    .execute()

test('[ACCESS-RECORDED] every answer to an administrator that shows private data of a person is recorded, and no other', async () => {
  for (const [key, entry] of Object.entries(expected) as [AdminKey, Expected][]) {
    const caller = await t.user({ role: 'ADMIN' })
    const answer = await send(t, key, { caller, request: entry.request?.() ?? {} })
    // The last listing is deleted already.
    if (key !== 'DELETE /api/admin/listings/:id')
      expect(answer.status, `${key}: ${answer.text}`).toBe(successOf(key))
    const looks = await looksBy(caller)
    const at = ({ id }: TestUser) => looks.filter(({ user_id }) => user_id === id).map(({ kind }) => kind)
    expect([at(seller), at(buyer)], key).toEqual([entry.seller ?? [], entry.buyer ?? []])
  }
})

test('[ACCESS-RECORDED] profiles, hidden listings and pages count too; a day’s repetition is one row, and one’s own data none', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  const hidden = await insertListing(t, buyer, { status: 'HIDDEN' })
  await admin.api('GET /api/users/:id', { params: { id: buyer.id } })
  await admin.api('GET /api/users/:id', { params: { id: admin.id } })
  await admin.api('GET /api/listings/:id', { params: { id: hidden } })
  for (const _ of [1, 2]) await t.app.inject({ url: `/users/${buyer.id}`, headers: { cookie: admin.cookie } })
  const look = (kind: AccountAccess['kind']) => ({ user_id: buyer.id, kind, case_id: null })
  expect(await looksBy(admin)).toEqual([look('ACCOUNT'), look('LISTING')])
})

test('[ACCESS-RECORDED] the listings of a banned account count, and those of others do not', async () => {
  const [admin, banned, open] = [await t.user({ role: 'ADMIN' }), await t.user(), await t.user()]
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  for (const { id } of [banned, open])
    await admin.api('GET /api/users/:id/listings', { params: { id }, query: {} })
  const looks = await t.db
    .selectFrom('account_accesses')
    .select('kind')
    .where('user_id', 'in', [banned.id, open.id])
    .where('kind', '=', 'LISTING')
    .execute()
  expect(looks).toHaveLength(1)
})

test('[ACCESS-RECORDED] of the listings on the desk those count that nobody else sees: deleted ones and those of closed accounts', async () => {
  const [open, deleted, banned] = [await t.user(), await t.user(), await t.user()]
  const words = { title: 'Desk lamp of accesses' }
  for (const { id } of [open, banned]) await insertListing(t, { id }, words)
  await insertListing(t, deleted, { ...words, deleted_at: new Date() })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  const admin = await t.user({ role: 'ADMIN' })
  for (const shown of ['false', 'true'] as const) {
    const found = await admin.api('GET /api/admin/listings', { query: { q: words.title, deleted: shown } })
    expect(found.items).toHaveLength(shown === 'true' ? 3 : 2)
  }
  const looks = (await looksBy(admin)).map(({ user_id, kind }) => [user_id, kind])
  expect(looks.sort()).toEqual(
    [
      [deleted.id, 'LISTING'],
      [banned.id, 'LISTING'],
    ].sort(),
  )
})

test('[ACCESS-RECORDED] an answer that cannot be recorded is not given', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  await sql`alter table account_accesses rename to account_accesses_away`.execute(t.db)
  const answer = await send(t, 'GET /api/admin/users', { caller: admin, request: {} })
  await sql`alter table account_accesses_away rename to account_accesses`.execute(t.db)
  expect(answer.status).toBe(500)
  expect(answer.text).not.toContain(seller.email)
})

test('[ACCESS-RECORDED] while the disk is full administrators still read, and the log has the record', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  await sql`create function refuse_looks() returns trigger language plpgsql as
    'begin raise exception using errcode = ''53100'', message = ''could not extend file: No space left on device''; end'`.execute(
    t.db,
  )
  await sql`create trigger refuse_looks before insert on account_accesses execute function refuse_looks()`.execute(
    t.db,
  )
  await admin.api('GET /api/admin/users/:id/activity', { params: { id: seller.id } })
  await sql`drop function refuse_looks cascade`.execute(t.db)
  expect(await looksBy(admin)).toEqual([])
  expect(lines).toContainEqual(
    expect.objectContaining({ adminId: admin.id, accesses: [{ userId: seller.id, kind: 'ACTIVITY' }] }),
  )
})

test('[DATA-RETENTION] a reason that the reporter wrote goes with the other words of a report', async () => {
  const [old, offered] = await Promise.all(
    ['Ada Obi of 12 Allen Ave cheated me', 'Looks like a scam'].map(async (words) => {
      const { id: reporter_id } = await t.user()
      const target = { target_type: 'LISTING', target_id: ids.listing } as const
      const closed = { status: 'REVIEWED', closed_at: new Date(Date.now() - 3 * 365 * 86_400_000) } as const
      const values = { ...target, ...closed, reporter_id, reason: words, details: 'She took my money.' }
      return t.db.insertInto('reports').values(values).returning('id').executeTakeFirstOrThrow()
    }),
  )
  await removeOldRecords(t.db)
  const left = t.db.selectFrom('reports').select(['reason', 'details']).orderBy('id')
  expect(await left.where('id', 'in', [old?.id ?? 0, offered?.id ?? 0]).execute()).toEqual(
    expect.arrayContaining([
      { reason: 'Other', details: null },
      { reason: 'Looks like a scam', details: null },
    ]),
  )
})

test('[ACCESS-SHOWN] the person sees what was looked at and when, without names, also in the export, for a year', async () => {
  const chidi = await t.user()
  const admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
  await admin.api('GET /api/admin/users/:id/activity', { params: { id: chidi.id } })
  // Another administrator on the same day, and one some days before.
  const other = await t.user({ role: 'ADMIN' })
  const earlier = new Date(Date.now() - 60_000)
  await sql`insert into account_accesses (user_id, admin_id, kind, day, looked_at) values
    (${chidi.id}, ${other.id}, 'ACTIVITY', default, ${earlier}),
    (${chidi.id}, ${other.id}, 'ACCOUNT', current_date - 3, now() - interval '3 days')`.execute(t.db)
  const looks = await chidi.api('GET /api/settings/accesses')
  expect(looks).toEqual([
    { kind: 'ACTIVITY', at: earlier.toISOString() },
    { kind: 'ACCOUNT', at: expect.any(String) },
  ])
  const download = await t.app.inject({ url: '/api/settings/export', headers: { cookie: chidi.cookie } })
  const files = await readZip(download.rawPayload)
  expect(JSON.parse(String(files.get('administrators-looked.json')))).toEqual(looks)
  expect([...files.values()].join('')).not.toContain('Ife Admin')

  const { shown, retention } = thresholds.accountAccess
  const busy = await t.user()
  await sql`insert into account_accesses (user_id, admin_id, kind, day, looked_at)
    select ${busy.id}, ${other.id}, 'ACCOUNT', current_date - n, now() - make_interval(days => n)
    from generate_series(1, ${shown + 1}) as n`.execute(t.db)
  expect(await busy.api('GET /api/settings/accesses')).toHaveLength(shown)

  const age = (days: number) =>
    sql`update account_accesses set looked_at = now() - make_interval(days => ${days}) where user_id = ${chidi.id}`
  await age(retention - 1).execute(t.db)
  await removeOldRecords(t.db)
  expect(await chidi.api('GET /api/settings/accesses')).toHaveLength(2)
  await age(retention + 1).execute(t.db)
  await removeOldRecords(t.db)
  expect(await chidi.api('GET /api/settings/accesses')).toEqual([])
})
