import { expect, test } from 'vitest'
import { formatMemory } from './attack-table.ts'

const reading = (requests: number, megabytes: number) => {
  const bytes = megabytes * 1024 * 1024
  return { requests, memory: { rss: bytes, heapUsed: bytes, external: bytes } }
}
const growthOf = (readings: ReturnType<typeof reading>[]) =>
  /^second half.*$/m.exec(formatMemory(readings))?.[0]

test('the growth of memory is that of the second half; between readings of one moment there is none', () => {
  expect(growthOf([reading(0, 90), reading(10_000, 100), reading(30_000, 104)])).toBe(
    'second half: RSS 2.0 MB, heap 2.0 MB per 10,000 requests',
  )
  expect(growthOf([reading(0, 90), reading(50, 100), reading(50, 101)])).toBeUndefined()
})
