import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LoadResult } from '../load/job.ts'
import { median } from '../report/statistics.ts'
import type { Child } from '../servers/child.ts'
import { machineClock } from '../servers/processor-clocks.ts'
import type { BenchContext, Figures } from './workload.ts'

/** The result of a load, with the processor time of the measured process and PostgreSQL. */
export interface Measured {
  figures: Figures
  result: LoadResult
}

/** Milliseconds between two ticks of the idle process. */
const resolution = 5

/** Runs a load against a process. Processor time is divided by the number of responses. */
export async function measured(
  context: Pick<BenchContext, 'databaseClock'>,
  target: Pick<Child, 'usage'>,
  load: () => Promise<LoadResult>,
): Promise<Measured> {
  const { databaseClock } = context
  const before = await target.usage()
  const clocks = { machine: machineClock(), database: databaseClock?.() ?? 0, own: process.cpuUsage() }
  const started = performance.now()
  const running = load()
  // This process only waits: when it cannot run, no process of Oja can either.
  const ticks = monitorEventLoopDelay({ resolution })
  ticks.enable()
  const result = await running
  ticks.disable()
  const elapsed = performance.now() - started
  const after = await target.usage()
  const own = process.cpuUsage(clocks.own)
  const database = (databaseClock?.() ?? 0) - clocks.database
  const busy = machineClock() - clocks.machine
  const ours =
    after.cpu - before.cpu + database + result.generatorCpuSeconds * 1000 + (own.user + own.system) / 1000
  const count = Math.max(1, result.answers)
  return {
    result,
    figures: {
      requestsPerSecond: result.requestsPerSecond,
      p50: result.latency.p50,
      p99: result.latency.p99,
      pause: Math.max(0, ticks.max / 1e6 - resolution),
      cpu: (after.cpu - before.cpu) / count,
      ...(databaseClock ? { databaseCpu: database / count } : {}),
      memory: { before: before.rss / 1e6, after: after.rss / 1e6 },
      disturbance: Math.min(1, Math.max(0, (busy - ours) / (elapsed * availableParallelism()))),
      generator: (result.generatorCpuSeconds * 1000) / elapsed,
      errors: Object.values(result.errors).reduce((sum, count) => sum + count, 0),
    },
  }
}

/** The medians of rounds; errors are summed, memory is taken from the first to the last. */
export function medians(rounds: Figures[]): Figures {
  const middle = (
    key: 'requestsPerSecond' | 'p50' | 'p99' | 'pause' | 'cpu' | 'databaseCpu' | 'disturbance' | 'generator',
  ) => {
    const values = rounds.map((round) => round[key]).filter((value) => value !== undefined)
    return values.length === 0 ? {} : { [key]: median(values) }
  }
  const before = rounds[0]?.memory?.before
  const after = rounds.at(-1)?.memory?.after
  return {
    ...middle('requestsPerSecond'),
    ...middle('p50'),
    ...middle('p99'),
    ...middle('pause'),
    ...middle('cpu'),
    ...middle('databaseCpu'),
    ...middle('disturbance'),
    ...middle('generator'),
    ...(before !== undefined && after !== undefined ? { memory: { before, after } } : {}),
    errors: rounds.reduce((sum, { errors = 0 }) => sum + errors, 0),
  }
}
