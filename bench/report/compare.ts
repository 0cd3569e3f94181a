import type { Row } from '../workloads/workload.ts'
import type { Results, WorkloadResults } from './kept-results.ts'

/** The measures that are compared: lower is better. */
export const measures = ['CPU ms', 'p99 ms'] as const
export type Measure = (typeof measures)[number]

/** A figure of a row in two runs. */
export interface Change {
  workload: string
  row: Row
  measure: Measure
  older: number
  newer: number
  /** newer / older, relative to the machine's speed in both runs unless `isRaw`: above 1 is slower. */
  ratio: number
  /** One of the runs did not measure the machine's speed. */
  isRaw: boolean
  /** Other programs used the processors in one of the runs, so its p99 is not comparable. */
  isDisturbed: boolean
}

/** Ratios above which a row counts as slower: two runs of the same code differ by up to this. */
export const noise: Record<Measure, number> = { 'CPU ms': 1.25, 'p99 ms': 2 }

/** The share of the processors used by other programs above which a p99 is not comparable. */
export const tooDisturbed = 0.2

/** Ceilings whose work does not depend on Oja's code; the others run its statements, or are Oja itself. */
const fixedWork = new Set(['bare route', 'the plain page'])

/** The figures that both runs have, the worst first. */
export function compareRuns(older: Results, newer: Results): Change[] {
  const changes = newer.workloads.flatMap((workload) => {
    const before = older.workloads.find(({ name }) => name === workload.name)
    return before ? compareWorkloads(before, workload) : []
  })
  return changes.sort((a, b) => b.ratio / noise[b.measure] - a.ratio / noise[a.measure])
}

export function isSlower({ ratio, measure, isDisturbed }: Change): boolean {
  return ratio > noise[measure] && !(isDisturbed && measure === 'p99 ms')
}

function compareWorkloads(older: WorkloadResults, newer: WorkloadResults): Change[] {
  return newer.rows.flatMap((row) => {
    const before = older.rows.find(({ name, group }) => name === row.name && group === row.group)
    if (!before) return []
    const speeds = [speedIn(before, older), speedIn(row, newer)]
    return measures.flatMap((measure) => {
      const [from, to] = [figureOf(before, measure), figureOf(row, measure)]
      if (!from || !to) return []
      const [was = 0, is = 0] = speeds
      const isRaw = !was || !is
      return {
        workload: newer.name,
        row,
        measure,
        older: from,
        newer: to,
        ratio: isRaw ? to / from : to / is / (from / was),
        isRaw,
        isDisturbed: [before, row].some(({ figures }) => (figures.disturbance ?? 0) > tooDisturbed),
      }
    })
  })
}

/** Milliseconds of processor time of a fixed piece of work, measured with this row or else with its workload. */
function speedIn({ ceiling }: Row, { machineMs }: WorkloadResults): number | undefined {
  return ceiling && fixedWork.has(ceiling.what) ? ceiling.cpu : machineMs
}

/** Processor time is that of the server's process and PostgreSQL's together. Undefined if it was not measured. */
export function figureOf(
  { figures: { cpu, databaseCpu = 0, p99 } }: Row,
  measure: Measure,
): number | undefined {
  if (measure === 'p99 ms') return p99
  return cpu === undefined ? undefined : cpu + databaseCpu
}
