/**
 * The primary's WAL positions over time, from which the age of a replica's data follows. Uses only this
 * process's clock.
 */
export interface PrimaryHistory {
  /** Records that the primary had reached `position` at `at` (milliseconds). */
  record(at: number, position: number): void
  /** Milliseconds by which data up to `position` lags behind the known primary. */
  lagOf(position: number): number
  /** Whether the lag is small enough for reads. */
  hasRecent(position: number): boolean
}

/** Milliseconds: the maximum lag of a replica that is read. */
export const maxLag = 5000

export function createPrimaryHistory(): PrimaryHistory {
  /** Oldest first; only the last time at each position counts. */
  const seen: { at: number; position: number }[] = []

  function lagOf(position: number): number {
    const last = seen.at(-1)
    const reached = seen.findLast((sample) => sample.position <= position)
    return last && reached ? last.at - reached.at : Number.POSITIVE_INFINITY
  }

  return {
    record(at, position) {
      const last = seen.at(-1)
      if (last?.position === position) last.at = at
      else seen.push({ at, position })
      while ((seen[1]?.at ?? at) < at - 2 * maxLag) seen.shift()
    },
    lagOf,
    hasRecent: (position) => lagOf(position) <= maxLag,
  }
}
