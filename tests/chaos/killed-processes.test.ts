import { expect, test } from 'vitest'
import { answers, backendsOf, postmasterOf } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { createWorld } from './support/chaos-world.ts'
import { isWhole } from './support/compare.ts'
import { seenBy } from './support/seen.ts'

// The short form of `npm run chaos -- --only postgres,backend,server`: one process, each fault once.
test('[FAULT-POSTGRES] [FAULT-BACKEND] [FAULT-KILL] PostgreSQL, one of its processes and the server are killed -9 under traffic: writes wait for its return, nothing acknowledged is lost, nothing doubled', async () => {
  const world = await createWorld()
  try {
    const { oja, ledger } = world
    const traffic = await world.traffic()
    const isBack = async () => {
      await until('PostgreSQL', () => answers(world.databaseUrl()))
      const { size } = ledger.listings
      await until('another listing', () => ledger.listings.size > size)
    }
    process.kill(postmasterOf(oja.dataDir), 'SIGKILL')
    await isBack()
    process.kill(backendsOf(oja.dataDir)[0] ?? 0, 'SIGKILL')
    await isBack()
    const withPostgres = seenBy(traffic.seen)
    expect(oja.isRunning()).toBe(true)
    expect(withPostgres).toMatchObject({ internal: 0, none: 0, withoutRetryAfter: 0 })

    await until('an upload under way', () => traffic.underWay.has('upload'))
    await oja.kill()
    await oja.start()
    await isBack()
    await traffic.stop()
    const comparison = await world.compare()
    expect(comparison.writes).toBeGreaterThan(5)
    expect([comparison.lost, comparison.doubled, comparison.halfDone]).toEqual([[], [], []])
    expect(isWhole(comparison)).toBe(true)
  } finally {
    await world.end()
  }
})
