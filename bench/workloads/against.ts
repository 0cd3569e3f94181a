import type { LoadRequest } from '../load/job.ts'
import { median } from '../report/statistics.ts'
import { call } from '../requests/addresses.ts'
import type { StatementRecorder } from '../requests/statement-recorder.ts'
import type { Child } from '../servers/child.ts'
import { type Measured, measured, medians } from './measure.ts'
import type { BenchContext, Figures } from './workload.ts'

/** A process that serves requests. */
export interface Target {
  server: Pick<Child, 'usage'> & { origin: string }
  requests: LoadRequest[]
}

export interface Compared {
  figures: Figures
  ceiling: Figures
  /** Requests a second relative to the ceiling's: the median of the rounds' shares, from 0 up. */
  share: number
  /** The ceiling's processor time per request, PostgreSQL's included, relative to the target's. */
  shareOfCpu: number
}

/** Milliseconds of PostgreSQL per request below which it did no work. */
const noWork = 0.05

/** Seconds of load on a target before it is measured. */
const warmUp = 0.4

/**
 * Measures a target and its ceiling alternately, so that other work on the machine affects both: first each at its
 * maximum, then both by schedule at half of the first one's throughput. All figures are medians of the rounds.
 */
export async function compare(
  context: BenchContext,
  target: Target,
  ceiling: Target,
  { seconds = context.seconds } = {},
): Promise<Compared> {
  for (const side of [target, ceiling]) await runClosedLoop(context, side, warmUp)
  const { rounds } = context
  const fast: Record<'target' | 'ceiling', Figures[]> = { target: [], ceiling: [] }
  for (let round = 0; round < rounds; round += 1) {
    fast.target.push((await runClosedLoop(context, target, seconds)).figures)
    fast.ceiling.push((await runClosedLoop(context, ceiling, seconds)).figures)
  }
  const highest = medians(fast.target)
  const bounds = medians(fast.ceiling)
  const rate = halfOf(highest)
  const scheduled: typeof fast = { target: [], ceiling: [] }
  for (let round = 0; round < rounds; round += 1) {
    scheduled.target.push((await runOpenLoop(context, target, seconds, rate)).figures)
    scheduled.ceiling.push((await runOpenLoop(context, ceiling, seconds, rate)).figures)
  }
  return {
    figures: withLatencies(highest, medians(scheduled.target), rate),
    ceiling: withLatencies(bounds, medians(scheduled.ceiling), rate),
    share: median(
      fast.target.map(
        ({ requestsPerSecond = 0 }, round) =>
          requestsPerSecond / (fast.ceiling[round]?.requestsPerSecond ?? Number.NaN),
      ),
    ),
    shareOfCpu: cpuOf(bounds) / cpuOf(highest),
  }
}

function cpuOf({ cpu = Number.NaN, databaseCpu = 0 }: Figures): number {
  return cpu + databaseCpu
}

/** Closed loop with 16 connections. */
export function runClosedLoop(
  context: Pick<BenchContext, 'load' | 'databaseClock'>,
  { server, requests }: Target,
  seconds: number,
  more: { once?: boolean; fingerprint?: boolean } = {},
): Promise<Measured> {
  return measured(context, server, () =>
    context.load.closedLoop({ origin: server.origin, requests, seconds, ...more }),
  )
}

/** Open loop at a fixed rate. */
export function runOpenLoop(
  context: BenchContext,
  { server, requests }: Target,
  seconds: number,
  rate: number,
  more: { once?: boolean; fingerprint?: boolean } = {},
): Promise<Measured> {
  return measured(context, server, () =>
    context.load.openLoop({ origin: server.origin, requests, seconds, rate, ...more }),
  )
}

/** Half of a measured maximum throughput, in arrivals a second. */
export function halfOf({ requestsPerSecond = 0 }: Figures): number {
  return Math.max(1, Math.round(requestsPerSecond / 2))
}

/** Rates and processor time of one, latencies of the other. */
export function withLatencies(highest: Figures, scheduled: Figures, rate: number): Figures {
  const { p50, p99, pause, memory, errors = 0, disturbance = 0 } = scheduled
  return {
    ...highest,
    p50,
    p99,
    pause,
    rate,
    disturbance: Math.max(disturbance, highest.disturbance ?? 0),
    errors: (highest.errors ?? 0) + errors,
    ...(memory && highest.memory ? { memory: { before: highest.memory.before, after: memory.after } } : {}),
  }
}

/**
 * Compares API addresses with a bare route that runs the same statements and returns the same rows.
 * `likeRows`: similar rows suffice, since another process's search sample chooses other completions for a few
 * letters.
 */
export async function compareWithRows(
  context: BenchContext,
  recorder: StatementRecorder,
  addresses: string[],
  options: { seconds?: number; likeRows?: true } = {},
): Promise<Compared> {
  await context.bare.setStatements(await recorder.record(addresses))
  if (!options.likeRows) await requireSameRows(context, addresses)
  return compare(
    context,
    { server: context.server, requests: addresses.map(call) },
    { server: context.bare, requests: addresses.map((_, index) => ({ path: `/rows/${index}` })) },
    options,
  )
}

/**
 * Throws unless the bare route returns every listing that Oja returns: otherwise the ceiling would be wrong.
 */
async function requireSameRows({ server, bare }: BenchContext, addresses: string[]): Promise<void> {
  for (const [index, address] of addresses.slice(0, 5).entries()) {
    const [ours, rows] = await Promise.all([
      readIds(`${server.origin}${address}`),
      readIds(`${bare.origin}/rows/${index}?all=1`),
    ])
    const missing = ours.filter((id) => !rows.includes(id))
    if (missing.length > 0)
      throw new Error(`The bare route does not answer listing ${missing[0]} of ${address}.`)
  }
}

async function readIds(url: string): Promise<number[]> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}.`)
  return ((await answer.json()) as { id: number }[]).map(({ id }) => id)
}

/**
 * The share by processor time, with a note if responses came from memory: PostgreSQL then did hardly any
 * work.
 */
export function noteOf({ figures, ceiling, shareOfCpu }: Compared): string {
  const { databaseCpu = Number.NaN } = figures
  const { databaseCpu: needed = 0 } = ceiling
  const cacheNote = needed > noWork && databaseCpu < needed / 4 ? '; answered from memory' : ''
  return `${Math.round(shareOfCpu * 100)} % by processor time${cacheNote}`
}
