import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { SearchStatistics } from './search-plan.ts'

/** Milliseconds after which the figures are read again. */
const lifetime = 60_000

const known = new WeakMap<Db, { readAt: number; statistics: Promise<SearchStatistics> }>()

/**
 * How large the search table is and how often its words occur: PostgreSQL's own statistics, which autovacuum renews.
 * Read at most once a minute for each pool.
 */
export function searchStatistics(db: Db): Promise<SearchStatistics> {
  const entry = known.get(db)
  if (entry && Date.now() - entry.readAt < lifetime) return entry.statistics
  const statistics = readStatistics(db)
  known.set(db, { readAt: Date.now(), statistics })
  statistics.catch(() => known.delete(db))
  return statistics
}

async function readStatistics(db: Db): Promise<SearchStatistics> {
  const { rows } = await sql<{
    column: string
    rows: number
    elements: string[] | null
    frequencies: number[] | null
    bounds: string[] | null
  }>`
    select s.attname as "column", c.reltuples as rows,
      s.most_common_elems::text::text[] as elements, s.most_common_elem_freqs as frequencies,
      s.histogram_bounds::text::text[] as bounds
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname
    where c.oid = 'listing_search'::regclass and s.attname in ('document', 'price')
  `.execute(db)
  const document = rows.find((row) => row.column === 'document')
  const elements = document?.elements ?? []
  const frequencies = document?.frequencies ?? []
  return {
    rows: Math.max(0, document?.rows ?? 0),
    frequency: new Map(elements.map((element, index) => [element, frequencies[index] ?? 0])),
    // Behind the elements' own frequencies stand the lowest and the highest of them.
    rare: (frequencies[elements.length] ?? 0) / 2,
    priceBounds: (rows.find((row) => row.column === 'price')?.bounds ?? []).map(Number),
  }
}
