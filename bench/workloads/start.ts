import { median } from '../report/statistics.ts'
import { atMost } from './verdict.ts'
import type { Row, Workload } from './workload.ts'

/** From the start of the process to the first page for a visitor, on an existing database. */
export const start: Workload = {
  name: 'start',
  bar: 'start: first answer within 2 s of the process start',
  async run(context) {
    const answered: number[] = []
    const worked: number[] = []
    // The first round fills the compile cache for the others.
    for (let round = 0; round <= context.rounds; round += 1) {
      const server = await context.startServer()
      const answer = await fetch(server.origin)
      await answer.text()
      if (answer.status !== 200) throw new Error(`The home page answered ${answer.status}.`)
      answered.push(performance.now() - server.startedAt)
      worked.push((await server.usage()).cpu)
      await server.stop()
    }
    const [first = Number.NaN, ...next] = answered
    const middle = median(next)
    return [
      {
        name: 'start to the first home page',
        figures: { p50: middle, p99: Math.max(...answered), cpu: median(worked.slice(1)) },
        verdicts: [atMost('from start to answer', Math.max(...answered), 2000, 'ms')],
        note: `${answered.length} starts: the first ${Math.round(first)} ms, the median of the others ${Math.round(middle)} ms; p99 is the slowest`,
      } satisfies Row,
    ]
  },
}
