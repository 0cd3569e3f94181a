import type { Figures, Row } from '../workloads/workload.ts'
import { tooDisturbed } from './compare.ts'
import type { Results } from './kept-results.ts'

const heads = [
  'workload',
  'requests/s',
  'ceiling',
  'p50 ms',
  'p99 ms',
  'at/s',
  'ceiling p99',
  'CPU ms',
  'ceiling',
  'PostgreSQL CPU ms',
  'ceiling',
  'MB',
  'verdict',
]

/**
 * A run as a page of Markdown: the machine, the table, and below it each kind that the table combines in one
 * line.
 */
export function writeReport(results: Results): string {
  const { machine, workloads } = results
  const combined = workloads.flatMap(({ rows }) => combine(rows))
  const details = workloads.flatMap(({ rows }) => rows.filter(({ group }) => group))
  const disturbed = Math.max(
    0,
    ...workloads.flatMap(({ rows }) => rows.map((row) => row.figures.disturbance ?? 0)),
  )
  return [
    `# Benchmark, ${results.scale} (${results.listings.toLocaleString('en')} listings), ${results.date.slice(0, 10)}`,
    '',
    `${machine.processor}, ${machine.cores} cores, ${machine.memory} GB; ${machine.system}; Node ${machine.node}; PostgreSQL ${machine.postgresql} (${machine.postgresqlSettings})${results.commit ? `; commit ${results.commit}` : ''}.`,
    `${results.seconds} s a figure, ${results.rounds} rounds, 16 connections. Other programs used up to ${percent(disturbed)} of the processors meanwhile. How to read this: docs/performance.md.`,
    '',
    ...markdownTable(heads, combined.map(cells)),
    '',
    ...workloads.map(({ name, bar }) => `- ${name}: ${bar}`),
    ...(details.length > 0 ? ['', '## Each kind', '', ...markdownTable(heads, details.map(cells))] : []),
    '',
  ].join('\n')
}

/** Combines the rows of one group into one: the worst. */
function combine(rows: Row[]): Row[] {
  return worstRows(rows).map(({ row, title, members }) => {
    if (!row.group) return row
    const met = members.filter((member) => missedBars(member).length === 0).length
    const note = [`${met} of ${members.length} kinds meet all bars`, row.note].filter(Boolean).join('; ')
    return { ...row, name: title, note }
  })
}

/** The worst row of each group, and the rows that belong to none. */
export function worstRows(rows: Row[]): { row: Row; title: string; members: Row[] }[] {
  const groups = Map.groupBy(rows, (row, index) => row.group ?? `${index}`)
  return [...groups.values()].flatMap((members) => {
    const [row] = members.toSorted((a, b) => margin(a) - margin(b))
    if (!row) return []
    return { row, title: row.group ? `${row.group}; the worst: ${row.name}` : row.name, members }
  })
}

function margin(row: Row): number {
  if (row.figures.errors) return -1000
  return Math.min(...row.verdicts.map((verdict) => verdict.margin ?? (verdict.met ? 1 : -1)))
}

function cells(row: Row): string[] {
  const { figures, ceiling } = row
  return [
    row.name,
    number(figures.requestsPerSecond),
    ceiling ? number(ceiling.requestsPerSecond) : '',
    number(figures.p50),
    number(figures.p99),
    number(figures.rate),
    number(ceiling?.p99),
    number(figures.cpu),
    number(ceiling?.cpu),
    number(figures.databaseCpu),
    number(ceiling?.databaseCpu),
    memory(figures),
    verdictOf(row),
  ]
}

/** The bars that a row missed, with what was measured. */
export function missedBars({ figures, ceiling, verdicts }: Row): string[] {
  const errors = (figures.errors ?? 0) + (ceiling?.errors ?? 0)
  const missed = verdicts.filter(({ met }) => !met).map(({ bar, measured }) => `${bar}: ${measured}`)
  return errors > 0 ? [`${errors} errors`, ...missed] : missed
}

/**
 * Processor shares above which figures mean little: used by other programs during the measurement, or by the
 * generator itself.
 */
const tooMuch = { disturbance: tooDisturbed, generator: 0.85 }
/** Milliseconds that an idle process may be paused: a p99 of a second's load contains a longer pause. */
const longPause = 20

function verdictOf({ figures, ceiling, verdicts, note }: Row): string {
  const errors = (figures.errors ?? 0) + (ceiling?.errors ?? 0)
  const disturbance = Math.max(figures.disturbance ?? 0, ceiling?.disturbance ?? 0)
  const generator = Math.max(figures.generator ?? 0, ceiling?.generator ?? 0)
  return [
    ...(errors > 0 ? [`FAILED: ${errors} errors`] : []),
    ...verdicts.map(({ bar, met, measured }) => `${met ? 'met' : 'NOT MET'}: ${bar}: ${measured}`),
    ...(note ? [note] : []),
    ...(disturbance > tooMuch.disturbance ? [`disturbed: ${percent(disturbance)}`] : []),
    ...((figures.pause ?? 0) > longPause
      ? [`an idle process stood still for ${number(figures.pause)} ms`]
      : []),
    ...(generator > tooMuch.generator ? [`the generator was busy: ${percent(generator)}`] : []),
  ].join('; ')
}

function memory({ memory }: Figures): string {
  return memory ? `${memory.before.toFixed(0)} → ${memory.after.toFixed(0)}` : ''
}

/** A figure with at least three significant digits; empty if it was not measured. */
export function number(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return ''
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** A row of a table; cells are not padded. */
export function markdownRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** The lines of a table whose columns are as wide as their longest cell, except the last one. */
export function markdownTable(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, column) =>
    column === head.length - 1 ? 3 : Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    markdownRow(
      row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    )
  const rule = markdownRow(
    widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  )
  return [line(head), rule, ...rows.map(line)]
}
