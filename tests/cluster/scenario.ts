import type { Comparison } from '#tests/chaos/support/compare.ts'
import type { Cluster } from './hosts/cluster.ts'
import type { Market } from './support/market.ts'

/** What became of people and of what they wrote, for the table. */
export interface Outcome {
  /** Milliseconds: the longest time after the loss in which no write was acknowledged; null where nothing was lost. */
  recovery: number | null
  /** What people saw, in words. */
  sees: string
  /** Requests that were answered with an error, or not at all, and all requests meanwhile. */
  errors: number
  requests: number
  comparison: Comparison
  /** Numbers, each with its words. */
  measured: string[]
  /** Sentences of what was not as it must be; empty where all was well. */
  failures: string[]
}

export interface Scenario {
  /** For `--only`. */
  name: string
  title: string
  run(cluster: Cluster, market: Market): Promise<Outcome>
}
