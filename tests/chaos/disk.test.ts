import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#tests/support/accounts.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { createOja } from '../support/oja-process.ts'
import { cannotMount, mountSmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { diskFills } from './faults/disk-fills.ts'
import { complaints } from './report.ts'

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

test('[FAULT-DISK] when PostgreSQL has no space users get an error, the log is not flooded, and writes work again once there is space', async () => {
  const listingId = await insertListing(t, await t.user())
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: no space left on device' using errcode = '53100'; end $$`.execute(
    t.db,
  )
  await sql`create trigger disk_full before insert on favorites execute function no_room()`.execute(t.db)
  const save = () => ada.api('POST /api/favorites', { body: { listingId } })
  for (let attempts = 0; attempts < 20; attempts += 1)
    expect(await failureOf(save())).toMatchObject({
      status: 503,
      problem: {
        detail: 'Oja has no room to save anything right now. Nothing was changed; please try again later.',
        retryAfter: 60,
      },
    })
  expect(lines.length).toBeLessThan(10)
  expect(lines[0]).toContain('request failed')
  await sql`drop trigger disk_full on favorites`.execute(t.db)
  expect(await save()).toMatchObject({ listingId })
})

test.skipIf(cannotMount() !== null)(
  '[FAULT-DISK-START] a start on a full disk waits with a message, and continues as soon as there is space',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chaos-'))
    const disk = mountSmallDisk(dataDir, 200)
    const oja = await createOja({}, { dataDir })
    try {
      for (const what of ['the first start, on an empty folder', 'a later one']) {
        disk.fill()
        const from = oja.output().length
        const starting = oja.start()
        const lines = () =>
          oja
            .output()
            .slice(from)
            .match(/Oja waits and continues by itself/g)?.length ?? 0
        await until(`${what} to say that it waits`, () => lines() > 0)
        expect(oja.isRunning()).toBe(true)
        disk.clear()
        await starting
        expect(lines()).toBe(1)
        expect(oja.output().slice(from)).toContain('There is space again.')
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
)

test.skipIf(cannotMount() !== null)(
  '[FAULT-DISK-FILLS] a disk fills up to its last byte under traffic: saving stops before PostgreSQL ends, everything can be read, nothing acknowledged is lost, and it goes on once there is room',
  async () => {
    expect(complaints(await diskFills.run(() => {}))).toEqual([])
  },
)
