import { createPhotoStorage } from '#server/core/storage.ts'
import { openPool } from '#server/db/pool.ts'
import { readEnv } from '#server/env.ts'
import { sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { createWorld } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { expectations, type Fault } from '../support/fault.ts'
import { seenBy } from '../support/seen.ts'

const victims = ['upload', 'listing', 'message', 'upload']

/** Kills it while it writes a picture, a listing, a message, and repeats the request on the next process. */
export const serverKilled: Fault = {
  name: 'server',
  title: 'The server killed -9 in the middle of uploads, listings and messages',
  async run(report, rounds = victims.length) {
    const { expect, failures } = expectations()
    const world = await createWorld()
    try {
      const { oja, ledger } = world
      const traffic = await world.traffic({ workers: 8 })
      const starts: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const what = victims[round % victims.length] ?? ''
        await until(`a ${what} under way`, () => traffic.underWay.has(what))
        await oja.kill()
        const startedAt = performance.now()
        await oja.start()
        starts.push(performance.now() - startedAt)
        if (rounds > victims.length)
          report(`kill ${round + 1}: back after ${Math.round(starts.at(-1) ?? 0)} ms`)
        const { size } = ledger.listings
        await until('more listings', () => ledger.listings.size > size + 1)
      }
      await traffic.stop()
      const comparison = await world.compare()
      const swept = await sweep(world.databaseUrl(), oja.dataDir)
      const after = await world.compare()
      const faced = seenBy(traffic.seen)
      expect(isWhole(comparison), 'the ledger does not agree')
      expect(isWhole(after) && after.leftForSweep === 0, 'the sweep left or took what it should not')
      expect(faced.internal === 0, `${faced.internal} answers were 500: ${faced.example(500)}`)
      return {
        sees: 'no answer (the browser says that it cannot reach Oja), then as before; what is sent again is there once',
        measured: [
          `${rounds} kills; ${faced.none} of ${traffic.seen.length} requests without an answer`,
          `answers again ${starts.map((ms) => Math.round(ms)).join(', ')} ms after the start`,
          `${comparison.leftForSweep} uploads cut short, ${swept} unused pictures swept`,
        ],
        comparison: after,
        failures,
      }
    } finally {
      await world.end()
    }
  },
}

/** As if two days had passed: unused pictures are deleted. Returns their number. */
async function sweep(databaseUrl: string, dataDir: string): Promise<number> {
  await ask(
    databaseUrl,
    `update uploads set created_at = created_at - interval '2 days'
     where not exists (select from listings where photos @> jsonb_build_array(jsonb_build_object('url', uploads.url)))`,
  )
  const pool = openPool(databaseUrl, { max: 1 })
  try {
    const storage = createPhotoStorage(readEnv({ DATA_DIR: dataDir }))
    return await sweepOrphanedPhotos({ db: pool.db, storage })
  } finally {
    await pool.close()
  }
}
