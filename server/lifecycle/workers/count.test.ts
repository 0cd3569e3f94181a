import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { maxConnections } from '#server/db/embedded/postgres-settings.ts'
import { connectionsOf, processCount } from './count.ts'

test('[PROC-COUNT] by default one process a core in production and one elsewhere', () => {
  expect(processCount({ NODE_ENV: 'local', WEB_CONCURRENCY: 0 })).toBe(1)
  expect(processCount({ NODE_ENV: 'production', WEB_CONCURRENCY: 0 })).toBe(availableParallelism())
  expect(processCount({ NODE_ENV: 'production', WEB_CONCURRENCY: 1 })).toBe(1)
  expect(processCount({ NODE_ENV: 'local', WEB_CONCURRENCY: 3 })).toBe(3)
  expect(processCount({ NODE_ENV: 'development', WEB_CONCURRENCY: 3 })).toBe(1)
})

test('[PROC-COUNT] the processes, and one more during a rolling restart, share the connections of PostgreSQL', () => {
  expect([1, 2, 4, 8, 32].map(connectionsOf)).toEqual([16, 16, 9, 6, 6])
  for (let count = 2; count <= 7; count += 1)
    expect(connectionsOf(count) * (count + 1)).toBeLessThanOrEqual(48)
})

test('[PROC-COUNT] the embedded PostgreSQL has room for all of them, and for commands', () => {
  // Two of each process listen: for jobs, and for news of listings.
  for (let cores = 2; cores <= 64; cores += 1)
    expect(maxConnections(cores) - (cores + 1) * (connectionsOf(cores) + 2)).toBeGreaterThanOrEqual(6)
})
