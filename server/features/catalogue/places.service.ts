import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/pool.ts'
import { sameData } from '#server/db/replicas.ts'
import type { Place } from '#shared/contract/catalogue.ts'
import { states } from '#shared/nigeria.ts'
import { countInStates } from './catalogue.db.ts'
import { readStatistics } from './search/statistics.db.ts'
import type { Statistics } from './search/statistics.ts'

/**
 * A state with so many listings of the sample is estimated, within a fifth; others are counted. At ten million listings
 * a hundred of the sample are 15,000.
 */
const enoughToEstimate = 100
/** Milliseconds that the numbers of a market with a sample are kept. */
const lifetimeMs = 60_000
const cache = new WeakMap<Db, LRUCache<'places', Promise<Place[]>>>()

/** Every state with the number of its listings. */
export async function listPlaces(db: Db): Promise<Place[]> {
  const statistics = await readStatistics(db)
  // A small market is counted each time: a seller sees the own listing at once.
  if (statistics.size === 0) return count(db, new Map())
  const data = sameData(db)
  const kept = cache.get(data) ?? new LRUCache({ max: 1, ttl: lifetimeMs })
  cache.set(data, kept)
  const known = kept.get('places')
  if (known) return known
  const places = count(db, estimatePlaces(statistics))
  kept.set('places', places)
  places.catch(() => kept.delete('places'))
  return places
}

/** Estimates of the states that are full enough, in two digits. */
export function estimatePlaces(statistics: Statistics): Map<string, number> {
  const estimates = new Map<string, number>()
  for (const state of states) {
    const sampled = statistics.count({ terms: [], state })
    const listings = (statistics.rows * sampled) / statistics.size
    if (sampled >= enoughToEstimate) estimates.set(state, Number(listings.toPrecision(2)))
  }
  return estimates
}

async function count(db: Db, estimates: ReadonlyMap<string, number>): Promise<Place[]> {
  const counted = await countInStates(
    db,
    states.filter((state) => !estimates.has(state)),
  )
  const exact = new Map(counted.map(({ state, listings }) => [state, listings]))
  return states.map((state) => ({
    state,
    listings: estimates.get(state) ?? exact.get(state) ?? 0,
    exact: !estimates.has(state),
  }))
}
