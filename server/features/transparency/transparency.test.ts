import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { keepMonths } from './transparency.db.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('[TRANSPARENCY-MONTHS] the numbers of moderation by month are public, and past months are final', async () => {
  const read = () => t.visitor('GET /api/transparency')
  expect(await read()).toEqual([])
  const [admin, ada] = [await t.user({ role: 'ADMIN' }), await t.user()]
  const listing = await insertListing(t, ada)
  const report = (createdAt: string, closedAt: string | null, status: 'NEW' | 'REVIEWED' | 'ACTIONED') =>
    t.db
      .insertInto('reports')
      .values({
        reporter_id: admin.id,
        target_type: 'LISTING',
        target_id: listing,
        reason: 'Private words',
        created_at: createdAt,
        closed_at: closedAt,
        status,
      })
      .execute()
  await report('2025-01-31T23:00:00Z', '2025-02-01T01:00:00Z', 'ACTIONED')
  await report('2025-02-10T00:00:00Z', '2025-02-10T04:00:00Z', 'REVIEWED')
  await report('2025-02-10T00:00:00Z', '2025-02-11T00:00:00Z', 'REVIEWED')
  const act = (action: 'HIDE' | 'BAN' | 'SHOW', rule: 'fraud' | null, created_at: string) =>
    t.db
      .insertInto('moderation_acts')
      .values({ admin_id: admin.id, action, rule, target_type: 'LISTING', target_id: listing, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: act_id } = await act('HIDE', 'fraud', '2025-02-12T00:00:00Z')
  await act('HIDE', 'fraud', '2025-02-12T00:00:00Z')
  await act('BAN', null, '2025-02-12T00:00:00Z')
  await act('SHOW', null, '2025-02-12T00:00:00Z')
  // What moderators refused, by the kind of what was held back.
  await sql`with held as (
      insert into holds (kind, rule, owner_id, listing_id)
      select kind, rule, ${ada.id}, case when kind not in ('REVIEW', 'THEFT') then ${listing}::int end
      from (values ('LISTING', 'COPIES'), ('PHOTO', 'PHOTO_OF_ANOTHER'), ('PHONE', 'SAME_PHONE'), ('SENDER', 'SENDER_WAITS'),
        ('REVIEW', 'REVIEW_REPORTED'), ('THEFT', 'THEFT_REPORT')) as kinds (kind, rule) returning id, kind)
    insert into moderation_acts (admin_id, action, target_type, target_id, hold_id, created_at)
    select ${admin.id}::int, 'REJECT', case when kind in ('LISTING', 'PHOTO', 'PHONE') then 'LISTING' else 'USER' end, 1, id,
      '2025-03-05T00:00:00Z'::timestamptz from held
    union all select ${admin.id}::int, 'REJECT', 'MESSAGE', 1, null, '2025-03-05T00:00:00Z'
    union all select ${admin.id}::int, 'REJECT', 'LISTING', 1, null, '2025-03-05T00:00:00Z'
    union all select null, 'WAIT', 'USER', 1, null, '2025-03-05T00:00:00Z'`.execute(t.db)
  await t.db
    .insertInto('appeals')
    .values({
      act_id,
      appellant_id: ada.id,
      text: 'Private words',
      answer: 'Private words',
      outcome: 'OVERTURNED',
      created_at: '2025-02-13T00:00:00Z',
      decided_at: '2025-04-01T00:00:00Z',
    })
    .execute()
  const none = { received: 0, actioned: 0, reviewed: 0, medianSeconds: null }
  const ofListings = { hidden: 0, deleted: 0, rejected: 0, photos: 0 }
  const noActs = { ...ofListings, messages: 0, waiting: 0, senders: 0, reviews: 0, banned: 0 }
  const noAppeals = { received: 0, upheld: 0, overturned: 0 }
  const past = [
    { month: '2025-04', reports: none, acts: noActs, rules: [], appeals: { ...noAppeals, overturned: 1 } },
    {
      month: '2025-03',
      reports: none,
      acts: {
        ...{ hidden: 1, deleted: 0, rejected: 2, photos: 1 },
        ...{ messages: 1, waiting: 1, senders: 1, reviews: 1, banned: 0 },
      },
      rules: [{ rule: null, count: 7 }],
      appeals: noAppeals,
    },
    {
      month: '2025-02',
      reports: { received: 2, actioned: 1, reviewed: 2, medianSeconds: 4 * 3600 },
      acts: { ...noActs, hidden: 2, banned: 1 },
      rules: [
        { rule: 'fraud', count: 2 },
        { rule: null, count: 1 },
      ],
      appeals: { ...noAppeals, received: 1 },
    },
    { month: '2025-01', reports: { ...none, received: 1 }, acts: noActs, rules: [], appeals: noAppeals },
  ]
  expect(await read()).toEqual(past)

  await keepMonths(t.db, new Date('2025-03-01T00:00:00Z'))
  await keepMonths(t.db, new Date('2025-05-01T00:00:00Z'))
  const kept = await t.db
    .selectFrom('transparency_months')
    .select(sql<string>`month::text`.as('month'))
    .execute()
  expect(kept).toHaveLength(4)
  await t.db.deleteFrom('reports').execute()
  // A month that an earlier version kept has no number of some acts.
  await sql`update transparency_months set numbers = numbers #- '{acts,photos}' where month <> '2025-03-01'`.execute(
    t.db,
  )
  expect(await read()).toEqual(past)
  // The present month is counted when it is read.
  await report(new Date().toISOString(), null, 'NEW')
  const [now, ...before] = await read()
  expect(now).toMatchObject({ month: new Date().toISOString().slice(0, 7), reports: { received: 1 } })
  expect(before).toEqual(past)
})
