import { type Change, compareRuns, isSlower, measures, noise } from './compare.ts'
import type { Results } from './kept-results.ts'
import { markdownTable, number } from './table.ts'

/** A page of Markdown: every figure of both runs, the worst first, and what got slower. */
export function writeComparison(older: Results, newer: Results): string {
  const changes = compareRuns(older, newer)
  const slower = changes.filter(isSlower)
  const missing = countRows(older) - new Set(changes.map(({ row }) => row)).size
  const limits = measures.map((measure) => `${measure} × ${noise[measure]}`).join(', ')
  return [
    `# Compared with ${older.date.slice(0, 10)}${older.commit ? `, commit ${older.commit}` : ''}`,
    '',
    `${slower.length} of ${changes.length} figures got slower by more than noise (${limits})${slower.length > 0 ? ':' : '.'}`,
    ...slower.map((change) => `- ${titleOf(change)}: ${describeChange(change)}`),
    ...(missing > 0 ? ['', `${missing} rows of the older run were not measured now.`] : []),
    '',
    ...markdownTable(
      ['workload', 'figure', 'before', 'now', 'ratio', 'remark'],
      changes.map((change) => [
        titleOf(change),
        change.measure,
        number(change.older),
        number(change.newer),
        number(change.ratio),
        remark(change),
      ]),
    ),
    '',
  ].join('\n')
}

function countRows({ workloads }: Results): number {
  return workloads.reduce((sum, { rows }) => sum + rows.length, 0)
}

function titleOf({ row: { group, name } }: Change): string {
  return group ? `${group}: ${name}` : name
}

function describeChange({ measure, older, newer, ratio, isRaw }: Change): string {
  return `${measure} ${number(older)} → ${number(newer)}, × ${number(ratio)}${isRaw ? ' (raw)' : ''}`
}

function remark(change: Change): string {
  return [
    ...(isSlower(change) ? ['slower'] : []),
    ...(change.isRaw ? ['raw'] : []),
    ...(change.isDisturbed && change.measure === 'p99 ms' ? ['disturbed'] : []),
  ].join(', ')
}
