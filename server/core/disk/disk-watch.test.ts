import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { cannotMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestDisk, lines } from '#tests/support/test-disk.ts'
import { delayBetweenChecks, thresholdsOf } from './disk-thresholds.ts'
import { watchDisks } from './disk-watch.ts'

const MB = 2 ** 20
const GB = 2 ** 30

const started: TestApp[] = []
afterEach(async () => {
  for (const t of started.splice(0)) await t.close()
})

async function start() {
  const disk = createTestDisk()
  const t = await startTestApp({}, { readDisk: disk.read })
  started.push(t)
  return { t, disk }
}

test.each([
  ['a small tmpfs', 300 * MB, 75 * MB, 37.5 * MB],
  ['a small volume', 4 * GB, GB, 200 * MB],
  ['a small server', 40 * GB, 2 * GB, 0.4 * GB],
  ['a large one', 400 * GB, 20 * GB, GB],
  ['a very large one', 10_240 * GB, 50 * GB, GB],
])('[DISK-LINES] %s has thresholds with space above and below', (_, size, low, full) => {
  expect(thresholdsOf(size).low / MB).toBeCloseTo(low / MB, 0)
  expect(thresholdsOf(size).full / MB).toBeCloseTo(full / MB, 0)
})

test.each([300 * MB, 4 * GB, 40 * GB, 10_240 * GB])(
  '[DISK-LINES] a disk of %d bytes that fills at 1 GB a second still has half of the reserve when a check finds it full',
  (size) => {
    const lines = thresholdsOf(size)
    for (let start = lines.full; start <= size; start += size / 1000) {
      let free = start
      while (free >= lines.full) free -= 1e6 * delayBetweenChecks(free, lines)
      expect(free).toBeGreaterThanOrEqual(lines.full / 2 - 1)
    }
  },
)

test('[DISK-TOLD] each change of state writes one log line with the free and the required space', async () => {
  const disk = createTestDisk()
  const warnings: string[] = []
  const watch = await watchDisks(
    { DATA_DIR: '/data', S3_BUCKET: undefined },
    { warn: (line) => warnings.push(line), read: disk.read },
  )
  for (const share of [1, 0.99, 0.98, 1, 1.25, 2, 100]) {
    disk.data.free = lines.full * share
    await watch.check()
    await watch.check()
  }
  watch.stop()
  expect(warnings.map((line) => line.replace(/ of 93 GB are free/, ' left'))).toEqual([
    'The disk of /data has little room: 954 MB left. Below 954 MB Oja saves nothing.',
    'The disk of /data is full: 944 MB left. Oja saves nothing until there are 1.2 GB; reading goes on.',
    'The disk of /data has little room: 1.2 GB left. Below 954 MB Oja saves nothing.',
    'The disk of /data has room again: 93 GB left.',
  ])
})

test('[DISK-TOLD] a disk that has the pictures too is told of once', async () => {
  const warnings: string[] = []
  const watch = await watchDisks(
    { DATA_DIR: '/data', S3_BUCKET: undefined },
    {
      warn: (line) => warnings.push(line),
      read: async () => ({ device: 1, free: lines.full * 0.99, size: 100e9 }),
    },
  )
  watch.stop()
  expect(warnings).toEqual([expect.stringMatching(/^The disk of \/data is full/)])
})

test('[DISK-TOLD] /readyz, the metrics and the dashboard show it; the process stays ready', async () => {
  const { t, disk } = await start()
  const admin = await t.user({ role: 'ADMIN' })
  async function warningsAt(free: number) {
    disk.data.free = free
    await t.disk.check()
    const ready = await t.app.inject('/readyz')
    const { body } = await t.app.inject('/metrics')
    const metric = (name: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    return {
      ready: [ready.statusCode, ready.json().status, ready.json().parts.disk],
      metrics: [
        metric('oja_disk_free_bytes{disk="data"}') === free,
        metric('oja_disk_threshold_bytes{disk="data",level="full"}') === lines.full,
        metric('oja_part_up{part="disk"}'),
      ],
      lowDisk: (await admin.api('GET /api/admin/stats')).lowDisk,
    }
  }
  expect(await warningsAt(50e9)).toEqual({
    ready: [200, 'ok', 'ok'],
    metrics: [true, true, 1],
    lowDisk: null,
  })
  const size = disk.data.size
  expect(await warningsAt(lines.low - 1)).toEqual({
    ready: [200, 'degraded', 'low'],
    metrics: [true, true, 1],
    lowDisk: { disk: 'data', state: 'low', free: lines.low - 1, size, needed: lines.full },
  })
  expect(await warningsAt(5)).toEqual({
    ready: [200, 'degraded', 'full'],
    metrics: [true, true, 0],
    lowDisk: { disk: 'data', state: 'full', free: 5, size, needed: lines.full * 1.25 },
  })
})

test('[DISK-WAITS] no views are written while the disk is full, not even at shutdown', async () => {
  const { t, disk } = await start()
  const id = await insertListing(t, await t.user())
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 13) Chrome/120 Mobile' }
  const view = await t.app.inject({ method: 'POST', url: `/api/listings/${id}/view`, headers })
  expect(view.statusCode).toBe(204)
  disk.data.free = 0
  await t.disk.check()
  await t.app.close()
  const listing = await t.db
    .selectFrom('listings')
    .select('views')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(listing.views).toBe(0)
})

test.skipIf(cannotMount() !== null)(
  '[DISK-REAL] the free space of a real disk equals what df prints, also for a disk of pictures or database only',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oja-disk-'))
    await mkdir(join(folder, 'postgres'))
    const warn = () => {}
    for (const [place, name] of [
      ['.', 'data'],
      ['postgres', 'data'],
      ['media', 'pictures'],
    ] as const) {
      const disk = mountSmallDisk(join(folder, place), 40)
      const watch = await watchDisks({ DATA_DIR: folder, S3_BUCKET: undefined }, { warn })
      try {
        disk.grow(32)
        await watch.check()
        expect(watch.lowest()).toMatchObject({ disk: name, state: 'low', free: 8 * MB, size: 40 * MB })
        expect(watch.hasSpaceFor('pictures')).toBe(true)
        disk.fill()
        await watch.check()
        expect(watch.lowest()).toMatchObject({ disk: name, state: 'full', free: 0 })
        expect(watch.hasSpaceFor('pictures')).toBe(false)
        expect(watch.hasSpaceFor('normal')).toBe(name === 'pictures')
        disk.clear()
        await watch.check()
        expect(watch.hasSpaceFor('pictures')).toBe(true)
      } finally {
        watch.stop()
        disk.remove()
      }
    }
    await rm(folder, { recursive: true, force: true })
  },
)

test('[DISK-BALLAST] when others fill the disk completely, the ballast file is deleted, and written again once there is space', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oja-disk-'))
  await mkdir(join(folder, 'postgres'))
  const disk = createTestDisk()
  const settings = { DATA_DIR: folder, S3_BUCKET: undefined }
  const watch = await watchDisks(settings, { warn: () => {}, read: disk.read })
  const sizes: number[] = []
  for (const free of [lines.full, lines.full / 2, 20 * MB, 100 * MB, lines.full * 1.24, lines.full * 2]) {
    disk.data.free = free
    await watch.check()
    sizes.push((await stat(join(folder, 'ballast')).catch(() => null))?.size ?? 0)
  }
  watch.stop()
  await rm(folder, { recursive: true, force: true })
  expect(sizes.map((size) => size / MB)).toEqual([64, 64, 0, 0, 0, 64])
})

test.each([
  ['takes no room that is needed', lines.full * 1.25 + 32 * MB, 100e9, 'postgres', 0],
  ['is small on a small disk', 300 * MB, 512 * MB, 'postgres', 32],
  ['is not needed beside a PostgreSQL elsewhere', 50e9, 100e9, 'media', 0],
])('[DISK-BALLAST] the ballast file %s', async (_, free, size, beside, megabytes) => {
  const folder = await mkdtemp(join(tmpdir(), 'oja-disk-'))
  await mkdir(join(folder, beside))
  const read = async () => ({ device: 1, free, size })
  const watch = await watchDisks({ DATA_DIR: folder, S3_BUCKET: undefined }, { warn: () => {}, read })
  watch.stop()
  expect((await stat(join(folder, 'ballast')).catch(() => null))?.size ?? 0).toBe(megabytes * MB)
  await rm(folder, { recursive: true, force: true })
})
