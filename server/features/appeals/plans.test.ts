import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCrowd } from '#tests/support/crowd.ts'
import { rowsRead } from '#tests/support/rows-read.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { findAppeals } from './appeals.db.ts'

const crowd = 5000
const pageSize = 20

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp()
  // Alone: so every appeal asks whether there is a colleague.
  admin = await t.user({ role: 'ADMIN' })
  await insertCrowd(t, crowd)
  await sql`
    with acts as (
      insert into moderation_acts (admin_id, action, target_type, target_id, rule)
      select ${admin.id}, 'BAN', 'USER', id, 'fraud' from users where role = 'USER'
      returning id, target_id)
    insert into appeals (act_id, appellant_id, text, created_at)
    select id, target_id, 'It was not me.', now() - id * interval '1 minute' from acts`.execute(t.db)
  await sql`analyze`.execute(t.db)
})
afterAll(() => t.close())

const firstPage = { page: 1, limit: pageSize }

test('whether there is another administrator is found without reading all accounts', async () => {
  const read = await rowsRead(t, 'users', (db) => findAppeals(db, admin.id, {}, firstPage))
  // The count of all appeals joins each with its account.
  expect(read).toBeLessThan(3 * crowd)
})

test('a page of appeals is found in its order, without sorting all', async () => {
  const read = await rowsRead(t, 'appeals', (db) => findAppeals(db, admin.id, { outcome: 'OPEN' }, firstPage))
  // The count alone reads each once.
  expect(read).toBeLessThan(crowd + 5 * pageSize)
})
