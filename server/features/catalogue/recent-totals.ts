import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/pool.ts'
import { sameData } from '#server/db/same-data.ts'
import type { Criteria } from './search-criteria.ts'

/** Totals from here on took thousands of rows to count, and one more or less tells nobody anything. */
const worthKeeping = 1000
/** Milliseconds that such a total is believed. */
const lifetime = 20_000

const known = new WeakMap<Db, LRUCache<string, number>>()

/** What was counted for the same criteria a moment ago, where counting is dear; null otherwise. */
export function recentTotal(db: Db, criteria: Criteria): number | null {
  return known.get(sameData(db))?.get(JSON.stringify(criteria)) ?? null
}

export function rememberTotal(db: Db, criteria: Criteria, total: number | null): void {
  if (total === null || total < worthKeeping) return
  const data = sameData(db)
  const totals = known.get(data) ?? new LRUCache({ max: 5000, ttl: lifetime })
  known.set(data, totals)
  totals.set(JSON.stringify(criteria), total)
}

/** For measurements, which would else measure what was remembered. */
export function forgetTotals(db: Db): void {
  known.delete(sameData(db))
}
