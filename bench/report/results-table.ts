import { readFile, writeFile } from 'node:fs/promises'
import type { Row } from '../workloads/workload.ts'
import { compareRuns, figureOf, type Measure } from './compare.ts'
import { keptResults, type Results } from './kept-results.ts'
import { markdownTable, missedBars, number, worstRows } from './table.ts'

const document = new URL('../../docs/performance.md', import.meta.url)
const begin = '<!-- table of bench/results: begin -->'
const end = '<!-- table of bench/results: end -->'

/** Replaces the table in docs/performance.md by one of all results that are kept. */
export async function updateDocument(): Promise<void> {
  await writeFile(document, withTable(await readFile(document, 'utf8'), await keptResults()))
}

/** The text of docs/performance.md with the table of these runs between its marks. */
export function withTable(text: string, runs: Results[]): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error('docs/performance.md has no place for the table.')
  return `${text.slice(0, before + begin.length)}\n\n${tableOf(runs).join('\n')}\n\n${text.slice(after)}`
}

const heads = ['workload', 'listings', 'CPU ms', 'before', 'ratio', 'p99 ms', 'before', 'ratio', 'bars']

/** The rows of the newest run of each scale and workload, with the older figures that are stored in that run, and the ratios. */
function tableOf(runs: Results[]): string[] {
  const newest = new Map<string, string[][]>()
  const byAge = runs.toSorted((a, b) => a.date.localeCompare(b.date))
  for (const run of byAge)
    for (const { name, rows } of run.workloads) newest.set(`${run.listings} ${name}`, linesOf(run, rows))
  const sections = [...newest].toSorted(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  return markdownTable(
    heads,
    sections.flatMap(([, lines]) => lines),
  )
}

function linesOf(run: Results, rows: Row[]): string[][] {
  const changes = run.older ? compareRuns(run.older, run) : []
  return worstRows(rows).map(({ row, title, members }) => {
    const cells = (measure: Measure) => {
      const change = changes.find((each) => each.row === row && each.measure === measure)
      return [
        number(figureOf(row, measure)),
        number(change?.older),
        change ? `${number(change.ratio)}${change.isRaw ? ' raw' : ''}` : '',
      ]
    }
    return [title, run.scale, ...cells('CPU ms'), ...cells('p99 ms'), describeBars(row, members)]
  })
}

/** For a group, also the number of its kinds that meet all bars. */
function describeBars(row: Row, members: Row[]): string {
  const missed = missedBars(row)
  const met = members.filter((member) => missedBars(member).length === 0).length
  return [
    ...(row.group ? [`${met} of ${members.length} kinds meet all bars`] : []),
    ...(missed.length > 0 ? [`**not met**: ${missed.join('; ')}`] : row.verdicts.length > 0 ? ['met'] : []),
  ].join('; ')
}
