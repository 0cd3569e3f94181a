import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'
import type { Jobs } from './jobs.ts'
import { type Loop, startLoops } from './loops.ts'

/** Loops without a channel need no database. */
function start(...loops: Loop[]) {
  return startWith({} as never, ...loops)
}

function startWith(database: Parameters<typeof startLoops>[1]['database'], ...loops: Loop[]) {
  const errors: string[] = []
  const onError = (error: Error) => void errors.push(error.message)
  return { errors, stop: startLoops(loops, { jobs: {} as Jobs, database, onError }) }
}

/** A loop whose rounds are counted; `reached` resolves when it began the round `until`. */
function counted(until: number, loop: Omit<Loop, 'name'>) {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const counter = { rounds: 0, reached }
  const run: Loop['run'] = (jobs) => {
    counter.rounds += 1
    if (counter.rounds === until) resolve()
    return loop.run(jobs)
  }
  return Object.assign(counter, { loop: { name: `loop ${until}`, ...loop, run } })
}

const hour = 3_600_000

test('a round with more work is followed by the next one at once, the others by the clock', async () => {
  const busy = counted(5, { everyMs: hour, run: async () => busy.rounds < 5 })
  const { stop } = start(busy.loop)
  await busy.reached
  await stop()
  expect(busy.rounds).toBe(5)
})

test('a loop that failed rests, while others go on', async () => {
  const failing = counted(1, {
    everyMs: 1,
    backoffMs: hour,
    async run() {
      await setImmediate()
      throw new Error('The database is away.')
    },
  })
  const other = counted(20, { everyMs: 1, run: async () => false })
  const { errors, stop } = start(failing.loop, other.loop)
  await other.reached
  await stop()
  expect(errors).toEqual(['The database is away.'])
})

test('a new connection and each notification start one round; a loop that failed rests all the same', async () => {
  const database = await cloneDatabase()
  const notify = () => sql`select pg_notify('listing_news', '')`.execute(database.db)
  const rounds = { working: 0, failing: 0 }
  const listen = (name: keyof typeof rounds, fail: boolean): Loop => ({
    name,
    channel: 'listing_news',
    everyMs: hour,
    backoffMs: hour,
    async run() {
      rounds[name] += 1
      await setImmediate()
      if (fail) throw new Error('The database is away.')
      return false
    },
  })
  const { stop } = startWith(database, listen('working', false), listen('failing', true))
  try {
    // The second one is that of the connection. Each notification comes after the round of the one before.
    for (const round of [2, 3, 4, 5]) {
      await until(`round ${round}`, () => rounds.working >= round)
      expect(rounds).toEqual({ working: round, failing: 1 })
      await notify()
    }
  } finally {
    await stop()
    await database.drop()
  }
})
