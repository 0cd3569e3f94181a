import { countLimit } from '#shared/pagination.ts'
import { type Criteria, isNarrowed } from './criteria.ts'
import type { Statistics } from './statistics.ts'

/**
 * How many listings match at least, in two digits, such as 41,000: what the sample shows less 3.5 standard deviations, and less a twentieth, since
 * PostgreSQL's count of all listings is an estimate. 0 where the statistics cannot tell, and for a small table, where anything is counted fast.
 */
export function leastMatches(criteria: Criteria, { rows, size, count }: Statistics): number {
  if (criteria.featured || rows < countLimit * 2) return 0
  // The square root of a count that varies at random has a standard deviation of 0.5, whatever the count.
  const sampled = Math.max(0, Math.sqrt(count(criteria)) - 3.5 * 0.5) ** 2
  const least = 0.95 * rows * (isNarrowed(criteria) ? sampled / Math.max(1, size) : 1)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))) - 1)
  return Math.floor(least / step) * step
}
