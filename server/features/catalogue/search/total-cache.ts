import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/pool.ts'
import { primaryOf } from '#server/db/replicas.ts'
import type { Criteria } from './criteria.ts'

/** Smaller totals are not cached: they are cheap, and a seller sees their own listing counted at once. */
const minCachedTotal = 1000
const lifetimeMs = 20_000
const maxTotals = 5000

const cache = new WeakMap<Db, LRUCache<string, number>>()

/** The total that was counted for the same criteria in the last 20 seconds, or null. */
export function cachedTotal(db: Db, criteria: Criteria): number | null {
  return cache.get(primaryOf(db))?.get(keyOf(criteria)) ?? null
}

export function cacheTotal(db: Db, criteria: Criteria, total: number): void {
  if (total < minCachedTotal) return
  const data = primaryOf(db)
  const totals = cache.get(data) ?? new LRUCache({ max: maxTotals, ttl: lifetimeMs })
  cache.set(data, totals)
  totals.set(keyOf(criteria), total)
}

function keyOf(criteria: Criteria): string {
  return JSON.stringify({ ...criteria, area: criteria.area?.name })
}

/** For benchmarks, which would else measure the cache. */
export function forgetTotals(db: Db): void {
  cache.delete(primaryOf(db))
}
