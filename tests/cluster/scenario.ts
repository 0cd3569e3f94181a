import type { Comparison } from '#tests/chaos/support/compare.ts'
import type { Cluster } from './hosts/all-hosts.ts'
import type { Market } from './support/traders.ts'

/** The effect on people and their writes, for the table. */
export interface Outcome {
  /**
   * Milliseconds: the longest time after the loss without an acknowledged write; null if nothing was taken
   * away.
   */
  recovery: number | null
  /** People's experience, in words. */
  sees: string
  /** Requests that failed or got no response, and all requests meanwhile. */
  errors: number
  requests: number
  comparison: Comparison
  /** Numbers, each with its description. */
  measured: string[]
  /** Sentences about violated expectations; empty if all were met. */
  failures: string[]
}

export interface Scenario {
  /** For `--only`. */
  name: string
  title: string
  run(cluster: Cluster, market: Market): Promise<Outcome>
}
