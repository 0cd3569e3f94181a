import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#tests/support/accounts.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
const lines: string[] = []
beforeAll(async () => {
  t = await startTestApp(
    {},
    { logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } },
  )
  ada = await t.user()
})
afterAll(() => t.close())

test('[FAULT-DISK] where PostgreSQL finds no room a person is told so, the log does not flood, and it works again once there is room', async () => {
  const listingId = await insertListing(t, await t.user())
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: no space left on device' using errcode = '53100'; end $$`.execute(
    t.db,
  )
  await sql`create trigger disk_full before insert on favorites execute function no_room()`.execute(t.db)
  const save = () => ada.api('POST /api/favorites', { body: { listingId } })
  for (let tries = 0; tries < 20; tries += 1)
    expect(await failureOf(save())).toMatchObject({
      status: 503,
      problem: {
        detail: 'Oja has no room to keep this at the moment. Please try again later.',
        retryAfter: 60,
      },
    })
  expect(lines.length).toBeLessThan(10)
  expect(lines[0]).toContain('request failed')
  await sql`drop trigger disk_full on favorites`.execute(t.db)
  expect(await save()).toMatchObject({ listingId })
})
