import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countLimit, readPageInfo } from '#shared/pagination.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

// The desk of a marketplace with more rows than a statement can count in time.
let t: TestApp
let admin: TestUser

beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
  await sql`insert into users (email, username, full_name, phone, password_hash, email_verified_at)
    select 'many' || n || '@example.com', 'many' || n, 'Many ' || n, '', '', now()
    from generate_series(1, ${countLimit}) n`.execute(t.db)
  await sql`analyze users, listings`.execute(t.db)
})
afterAll(() => t.close())

test('[CALL-ADMIN-USERS] a list is counted up to 10,000: there are more', async () => {
  const { headers, payload } = await t.app.inject({
    url: '/api/admin/users?page=500',
    headers: { cookie: admin.cookie },
  })
  expect(JSON.parse(payload)).toHaveLength(20)
  const info = readPageInfo({ get: (name) => (headers[name] === undefined ? null : String(headers[name])) })
  expect(info).toMatchObject({ total: countLimit, totalIsExact: false })
})

test('[CALL-ADMIN-STATS] of more than 100,000 rows the numbers are estimates, with three digits', async () => {
  const { totalUsers } = await admin.api('GET /api/admin/stats')
  expect(totalUsers).toBe(countLimit + 1)
  await sql`update users set deleted_at = now() where id % 4 = 0`.execute(t.db)
  await sql`analyze users`.execute(t.db)
  await sql`update pg_class set reltuples = 2345678 where oid in ('users'::regclass, 'listing_search'::regclass)`.execute(
    t.db,
  )
  expect(await admin.api('GET /api/admin/stats')).toMatchObject({
    totalUsers: 1_760_000,
    totalListings: 0,
    activeListings: 2_350_000,
  })
})
