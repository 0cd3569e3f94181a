import { GCProfiler, type HeapSpaceStatistics } from 'node:v8'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readPrepared } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Bytes of V8's memory for long-lived objects. */
const longLived = ({ heapSpaceStatistics }: { heapSpaceStatistics: HeapSpaceStatistics[] }) =>
  heapSpaceStatistics.find(({ spaceName }) => spaceName === 'old_space')?.spaceUsedSize ?? 0

test('rows do not become long-lived objects', async () => {
  const text = `select repeat('x', 1000) as line from generate_series(1, $1)`
  const profiler = new GCProfiler()
  profiler.start()
  for (let query = 0; query < 2000; query += 1) await readPrepared(database.db, { text, values: [24] })
  const promoted = (profiler.stop()?.statistics ?? [])
    .filter(({ gcType }) => gcType === 'Scavenge')
    .reduce((sum, { beforeGC, afterGC }) => sum + longLived(afterGC) - longLived(beforeGC), 0)
  // All rows together: 48 MB.
  expect(promoted).toBeLessThan(12e6)
})
