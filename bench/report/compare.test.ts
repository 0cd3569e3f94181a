import { expect, test } from 'vitest'
import type { Figures, Row } from '../workloads/workload.ts'
import { compareRuns, isSlower } from './compare.ts'
import type { Results } from './kept-results.ts'
import { writeComparison } from './write-comparison.ts'

const row = (name: string, figures: Figures, more: Partial<Row> = {}): Row => ({
  name,
  figures,
  verdicts: [],
  ...more,
})

const run = (rows: Row[], machineMs?: number): Results => ({
  date: '2026-11-01T00:00:00.000Z',
  commit: 'abc1234',
  scale: '10k',
  listings: 10_000,
  seconds: 1,
  rounds: 3,
  machine: {
    processor: '',
    cores: 2,
    memory: 8,
    system: '',
    node: '',
    postgresql: '',
    postgresqlSettings: '',
  },
  workloads: [{ name: 'pages', bar: '', rows, ...(machineMs ? { machineMs } : {}) }],
})

const names = (older: Results, newer: Results) =>
  compareRuns(older, newer)
    .filter(isSlower)
    .map((change) => `${change.row.name} ${change.measure}`)

test('names what got slower, the worst first, and leaves out what is noise', () => {
  const older = run([row('home', { cpu: 1, p99: 10 }), row('browse', { cpu: 2, databaseCpu: 1, p99: 10 })], 5)
  const newer = run(
    [row('home', { cpu: 1.5, p99: 15 }), row('browse', { cpu: 2, databaseCpu: 4, p99: 9 })],
    5,
  )
  expect(names(older, newer)).toEqual(['browse CPU ms', 'home CPU ms'])
  expect(writeComparison(older, newer)).toContain('- browse: CPU ms 3.00 → 6.00, × 2.00\n')
})

test('a machine that is twice as slow makes nothing slower', () => {
  const older = run([row('home', { cpu: 1, p99: 10 })], 5)
  expect(names(older, run([row('home', { cpu: 2, p99: 20 })], 10))).toEqual([])
  const [change] = compareRuns(older, run([row('home', { cpu: 3, p99: 20 })], 10))
  expect(change).toMatchObject({ older: 1, newer: 3, ratio: expect.closeTo(1.5), isRaw: false })
})

test('a row with a ceiling that does fixed work is compared relative to it; one that runs the same statements is not', () => {
  const ceilings = (what: string, cpu: number) => ({ ceiling: { what, cpu } })
  const older = run([
    row('hot', { cpu: 1 }, ceilings('bare route', 0.5)),
    row('json', { cpu: 1 }, ceilings('bare pg route', 0.5)),
  ])
  const newer = run([
    row('hot', { cpu: 2 }, ceilings('bare route', 1)),
    row('json', { cpu: 2 }, ceilings('bare pg route', 1)),
  ])
  expect(compareRuns(older, newer)).toMatchObject([
    { row: { name: 'json' }, ratio: 2, isRaw: true },
    { row: { name: 'hot' }, ratio: expect.closeTo(1), isRaw: false },
  ])
})

test('a p99 that other programs disturbed is shown, and not called slower', () => {
  const older = run([row('home', { cpu: 1, p99: 10 })], 5)
  const newer = run([row('home', { cpu: 1, p99: 90, disturbance: 0.6 })], 5)
  expect(names(older, newer)).toEqual([])
  expect(writeComparison(older, newer)).toContain('disturbed')
})

test('kinds of a group are compared each with itself', () => {
  const kinds = (cpu: number) => ['latest', 'cheapest'].map((name) => row(name, { cpu }, { group: 'sorts' }))
  expect(compareRuns(run(kinds(1), 5), run(kinds(1), 5))).toHaveLength(2)
})

test('says how many rows of the older run are missing', () => {
  const older = run([row('home', { cpu: 1 }), row('browse', { cpu: 1 })], 5)
  expect(writeComparison(older, run([row('home', { cpu: 1 })], 5))).toContain('1 rows of the older run')
})
