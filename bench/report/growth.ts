import { atMost } from '../workloads/verdict.ts'
import type { Row } from '../workloads/workload.ts'
import type { Results } from './kept-results.ts'

/** Maximum ratio of p99 to that on 10,000 listings. */
const maxRatio = 2

/** Adds to each row the ratio of its p99 to the same row on the small marketplace. */
export function judgeGrowth(rows: Row[], small: Results): Row[] {
  const smallRows = new Map(
    small.workloads.flatMap((workload) => workload.rows).map((row) => [row.name, row]),
  )
  return rows.map((row) => {
    const before = smallRows.get(row.name)?.figures.p99
    const { p99 } = row.figures
    if (before === undefined || p99 === undefined) return row
    return { ...row, verdicts: [...row.verdicts, atMost('p99 against that of 10k', p99 / before, maxRatio)] }
  })
}
