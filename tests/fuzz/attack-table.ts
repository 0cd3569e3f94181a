import type { Failure } from './campaign.ts'

/** Counts the outcomes of each attack by class. */
export class Tally {
  readonly rows = new Map<string, Map<string, number>>()
  readonly slowest = new Map<string, number>()
  requests = 0

  add(name: string, outcome: string, took: number): void {
    this.requests += 1
    const row = this.rows.get(name) ?? new Map<string, number>()
    row.set(outcome, (row.get(outcome) ?? 0) + 1)
    this.rows.set(name, row)
    this.slowest.set(name, Math.max(this.slowest.get(name) ?? 0, took))
  }
}

const columns = [
  '2xx',
  '3xx',
  '400',
  '401',
  '403',
  '404',
  '409',
  '410',
  '413',
  '415',
  '422',
  'other',
  '5xx',
  'failed',
]

const columnOf = (outcome: string) => {
  if (outcome === 'ok' || /^2/.test(outcome)) return '2xx'
  if (/^[35]\d\d$/.test(outcome)) return `${outcome[0]}xx`
  return columns.includes(outcome) ? outcome : 'other'
}

/** A table with a line per attack and the counts of each status. */
export function formatTable(tally: Tally): string {
  const width = Math.max(...[...tally.rows.keys()].map((name) => name.length), 8)
  const head = ['', 'all', ...columns, 'slowest ms']
  const total = new Array<number>(columns.length + 1).fill(0)
  const lines = [...tally.rows].sort().map(([name, outcomes]) => {
    const cells = columns.map((column) =>
      [...outcomes].reduce((sum, [outcome, count]) => sum + (columnOf(outcome) === column ? count : 0), 0),
    )
    const all = [cells.reduce((a, b) => a + b, 0), ...cells]
    all.forEach((cell, index) => {
      total[index] = (total[index] ?? 0) + cell
    })
    return [name, ...all.map(String), String(Math.round(tally.slowest.get(name) ?? 0))]
  })
  return [head, ...lines, ['all', ...total.map(String), '']]
    .map(([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(7)).join(''))
    .join('\n')
}

export function formatFailures(failures: Failure[]): string {
  return failures
    .map(
      ({ attack, message, counterexample, seed, path }) =>
        `${attack}: ${message}\n  ${counterexample}\n  again: npm run fuzz -- --only '${attack}' --seed ${seed} --path ${path}`,
    )
    .join('\n\n')
}

/** Bytes, after a garbage collection. */
export interface Memory {
  rss: number
  heapUsed: number
  external: number
}

const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

/** Memory before, in between and after, and its growth in the second half, when everything was warm. */
export function formatMemory(readings: { requests: number; memory: Memory }[]): string {
  const lines = readings.map(
    ({ requests, memory }) =>
      `after ${String(requests).padStart(7)} requests: RSS ${mb(memory.rss)} MB, heap ${mb(memory.heapUsed)} MB, external ${mb(memory.external)} MB`,
  )
  const middle = readings[Math.floor(readings.length / 2)]
  const last = readings.at(-1)
  if (!middle || !last || last.requests === middle.requests) return lines.join('\n')
  const requests = (last.requests - middle.requests) / 10_000
  const slope = (name: keyof Memory) => mb((last.memory[name] - middle.memory[name]) / requests)
  return [
    ...lines,
    `second half: RSS ${slope('rss')} MB, heap ${slope('heapUsed')} MB per 10,000 requests`,
  ].join('\n')
}
