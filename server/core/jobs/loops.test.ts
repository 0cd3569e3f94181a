import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Jobs } from './jobs.ts'
import { type Loop, startLoops } from './loops.ts'

/** Loops without a channel need no database. */
function start(...loops: Loop[]) {
  const errors: string[] = []
  const onError = (error: Error) => void errors.push(error.message)
  return { errors, stop: startLoops(loops, { jobs: {} as Jobs, database: {} as never, onError }) }
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
