import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsRead } from '#tests/support/rows-read.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { countCases, findCases } from './case-search.db.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

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

  const page = { page: 1, limit: 20 }
  expect(await rowsRead(t, 'reports', (db) => findCases(db, admin.id, {}, page))).toBeLessThan(5000)
  expect(
    await rowsRead(t, 'reports', (db) => findCases(db, admin.id, { sort: 'createdAt:desc' }, page)),
  ).toBeLessThan(10_000)
  expect(await countCases(t.db, admin.id, {})).toBe(1001)
  const { headers } = await t.app.inject({
    url: '/api/admin/cases?limit=1',
    headers: { cookie: admin.cookie },
  })
  expect(headers).toMatchObject({ 'x-total-count': '1000', 'x-total-count-exact': 'false' })
})
