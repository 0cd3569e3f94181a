import type { Db } from '#server/db/pool.ts'
import type { Load } from '../load/load.ts'
import type { Facts } from '../requests/facts.ts'
import type { Bare } from '../servers/bare.ts'
import type { OjaServer } from '../servers/oja.ts'
import type { Person } from '../servers/people.ts'
import type { Verdict } from './verdict.ts'

/** One line or a few of the table of docs/performance.md. */
export interface Workload {
  /** As `--only` takes it: any part of it will do. */
  name: string
  /** What is asked of it, in words: heads its rows. */
  bar: string
  run(context: BenchContext): Promise<Row[]>
}

/** What a workload has to work with. */
export interface BenchContext {
  /** The server under test, warm. */
  server: OjaServer
  /** Bare Fastify in a process of its own. */
  bare: Bare
  /** Sends requests from a process of its own; several calls at once run side by side. */
  load: Load
  /** The benchmark's own connections to the same database. */
  db: Db
  databaseUrl: string
  /** Milliseconds of processor time of all of PostgreSQL; null where that cannot be told. */
  databaseClock: (() => number) | null
  facts: Facts
  /** Users of the marketplace with a session each; the same ones at each call. */
  people(count: number): Promise<Person[]>
  /** Another server on the same database; whoever starts it stops it. */
  startServer(settings?: Record<string, string>): Promise<OjaServer>
  /** How long one figure is measured. */
  seconds: number
  /** How often the thing and its ceiling take turns. */
  rounds: number
  /** The same numbers in [0, 1) at each run. */
  random(): number
  log(text: string): void
}

export interface Row {
  name: string
  /** The thing itself. */
  figures: Figures
  /** What bounds it, measured in turns with it: same bytes or same rows. */
  ceiling?: Figures & { what: string }
  verdicts: Verdict[]
  /** What a reader must know to read the figures. */
  note?: string
  /** One of several that the table shows as one line, the worst: its name. */
  group?: string
}

/** Medians of the rounds. What was not measured is left out. */
export interface Figures {
  requestsPerSecond?: number
  /** Milliseconds, from the moment a request was due. */
  p50?: number
  p99?: number
  /** Arrivals a second at which p50 and p99 were measured; absent: by as many connections as there are, without a pause. */
  rate?: number
  /** Milliseconds of processor time a request, of the server's process and of all of PostgreSQL's. */
  cpu?: number
  databaseCpu?: number
  /** Megabytes of the server's process. */
  memory?: { before: number; after: number }
  /** How much of the machine's processors others used meanwhile, from 0 to 1. */
  disturbance?: number
  /** How much of one processor the load generator used, from 0 to 1: near 1 it was the bottleneck. */
  generator?: number
  /** Answers of 400 and above, connections that broke, requests never answered: a row with any is a failed row. */
  errors?: number
}
