/**
 * `node bench/restart.ts [--runs 5] [--processes 1] [--tree folder]`: kills Oja with -9 under traffic,
 * restarts it at once as a supervisor would, and prints the time until the first acknowledged write and its
 * parts. Several trees alternate in each round, so that they are comparable on a busy machine.
 */
import { createWorld, type World } from '#tests/chaos/support/chaos-world.ts'
import { readOptions } from '#tests/support/command-line.ts'
import { until } from '#tests/support/until.ts'
import { median } from './report/statistics.ts'

const values = readOptions({
  runs: { type: 'string', default: '5' },
  processes: { type: 'string', default: '1' },
  tree: { type: 'string', multiple: true },
})

const trees = values.tree ?? [undefined]
const worlds: World[] = []
for (const tree of trees)
  worlds.push(await createWorld({ WEB_CONCURRENCY: values.processes }, { ...(tree ? { tree } : {}) }))
const durations = worlds.map((): { write: number; ready: number }[] => [])
try {
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const [place, world] of worlds.entries()) {
      const traffic = await world.traffic()
      await world.oja.kill()
      const startedAt = performance.now()
      await world.oja.start()
      const ready = performance.now() - startedAt
      const first = await until('a write', () =>
        traffic.seen.find(
          ({ at, status, what }) =>
            at > startedAt &&
            status === 201 &&
            ['message', 'listing', 'question', 'favourite', 'review'].includes(what),
        ),
      )
      const write = first.at + first.ms - startedAt
      durations[place]?.push({ ready, write })
      console.log(
        `${trees[place] ?? 'this'} run ${run + 1}: ready ${Math.round(ready)} ms, first write ${Math.round(write)} ms`,
      )
      await traffic.stop()
    }
  }
  for (const [place, found] of durations.entries()) {
    const middle = (key: 'write' | 'ready') => Math.round(median(found.map((run) => run[key])))
    console.log(
      `${trees[place] ?? 'this'}: median ready ${middle('ready')} ms, first write ${middle('write')} ms`,
    )
  }
} finally {
  for (const world of worlds) await world.end()
}
