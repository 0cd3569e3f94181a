import type { Db } from '#server/db/pool.ts'
import { cachedPerDatabase } from '#server/db/replicas.ts'
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
const listEstimated = cachedPerDatabase(lifetimeMs, async (db) =>
  count(db, estimatePlaces(await readStatistics(db))),
)

/** Every state with the number of its listings. */
export async function listPlaces(db: Db): Promise<Place[]> {
  const { size } = await readStatistics(db)
  // A small market is counted each time: sellers see their own listing counted at once.
  return size === 0 ? count(db, new Map()) : listEstimated(db)
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
