import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#tests/support/accounts.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { createOja } from './support/oja.ts'
import { cannotMount, mountSmallDisk } from './support/small-disk.ts'
import { until } from './support/until.ts'

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

test.skipIf(cannotMount() !== null)(
  '[FAULT-DISK-START] Oja that starts while the disk is full waits and says so, and starts as soon as there is room',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chaos-'))
    const disk = mountSmallDisk(dataDir, 200)
    const oja = await createOja({}, { dataDir })
    try {
      for (const what of ['the first start, on an empty folder', 'a later one']) {
        disk.fill()
        const from = oja.output().length
        const starting = oja.start()
        const said = () =>
          oja
            .output()
            .slice(from)
            .match(/Oja waits, and goes on by itself/g)?.length ?? 0
        await until(`${what} to say that it waits`, () => said() > 0, 90_000)
        expect(oja.isRunning()).toBe(true)
        disk.clear()
        await starting
        expect(said()).toBe(1)
        expect(oja.output().slice(from)).toContain('There is room again.')
        expect(await oja.stop()).toBe(0)
      }
      disk.fill()
      const from = oja.output().length
      const starting = oja.start().catch((error: Error) => error)
      await until('it to wait', () => oja.output().slice(from).includes('Oja waits'))
      expect(await oja.stop()).toBe(0)
      expect(await starting).toBeInstanceOf(Error)
    } finally {
      disk.clear()
      await oja.stop()
      disk.remove()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  400_000,
)
