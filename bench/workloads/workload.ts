import type { Db } from '#server/db/pool.ts'
import type { Load } from '../load/load-process.ts'
import type { Facts } from '../requests/facts.ts'
import type { Bare } from '../servers/bare.ts'
import type { OjaServer } from '../servers/oja-server.ts'
import type { Person } from '../servers/signed-in-people.ts'
import type { Verdict } from './verdict.ts'

/** One or several rows of the table of docs/performance.md. */
export interface Workload {
  /** For `--only`, which matches any part of it. */
  name: string
  /** The requirement in words: the heading of its rows. */
  bar: string
  run(context: BenchContext): Promise<Row[]>
}

/** The inputs of a workload. */
export interface BenchContext {
  /** The server under test, warm. */
  server: OjaServer
  /** Bare Fastify in a separate process. */
  bare: Bare
  /** Sends requests from a separate process; concurrent calls run in parallel. */
  load: Load
  /** The benchmark's own connections to the same database. */
  db: Db
  databaseUrl: string
  /** Milliseconds of processor time of all of PostgreSQL; null if unavailable. */
  databaseClock: (() => number) | null
  facts: Facts
  /** Users of the marketplace with a session each; the same ones at each call. */
  people(count: number): Promise<Person[]>
  /** Starts another server on the same database, of another entry file if there is one; the caller stops it. */
  startServer(settings?: Record<string, string>, file?: string): Promise<OjaServer>
  /** Duration of one measurement. */
  seconds: number
  /** Rounds in which the target and its ceiling alternate. */
  rounds: number
  /** The same numbers in [0, 1) at each run. */
  random(): number
  log(text: string): void
}

export interface Row {
  name: string
  /** The target's figures. */
  figures: Figures
  /** The ceiling, measured alternately: same bytes or same rows. */
  ceiling?: Figures & { what: string }
  verdicts: Verdict[]
  /** A remark that is needed to interpret the figures. */
  note?: string
  /** The group that the table combines into one line, the worst. */
  group?: string
}

/** Medians of the rounds, without what was not measured. */
export interface Figures {
  requestsPerSecond?: number
  /** Milliseconds, from the time when a request was due. */
  p50?: number
  p99?: number
  /** The longest pause of an idle process in milliseconds while p50 and p99 were measured. */
  pause?: number
  /** Arrivals a second at which p50 and p99 were measured; absent: closed loop with all connections. */
  rate?: number
  /** Milliseconds of processor time per request, of the server's process and of all of PostgreSQL's. */
  cpu?: number
  databaseCpu?: number
  /** Megabytes of the server's process. */
  memory?: { before: number; after: number }
  /** Share of the machine's processors that other programs used meanwhile, from 0 to 1. */
  disturbance?: number
  /** Share of one processor that the load generator used, from 0 to 1: near 1 it was the bottleneck. */
  generator?: number
  /** Responses of 400 and above, broken connections, missing responses: any makes the row a failed one. */
  errors?: number
}
