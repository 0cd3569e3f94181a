/** Where the primary stood when: what tells how old that is which a replica has. By this process's own clock alone. */
export interface PrimaryHistory {
  /** The primary stood at `position` or further at `at` (milliseconds). */
  note(at: number, position: number): void
  /** Milliseconds by which something that has everything up to `position` is behind what is known of the primary. */
  lagOf(position: number): number
  /** Whether that is little enough for people to read there. */
  hasRecent(position: number): boolean
}

/** Milliseconds: what a replica has is at most so old, or nobody reads there. */
export const mostLag = 5000

export function createPrimaryHistory(): PrimaryHistory {
  /** The oldest first; only the last time at which the primary stood somewhere counts. */
  const seen: { at: number; position: number }[] = []

  function lagOf(position: number): number {
    const last = seen.at(-1)
    const had = seen.findLast((sample) => sample.position <= position)
    return last && had ? last.at - had.at : Number.POSITIVE_INFINITY
  }

  return {
    note(at, position) {
      const last = seen.at(-1)
      if (last?.position === position) last.at = at
      else seen.push({ at, position })
      while ((seen[1]?.at ?? at) < at - 2 * mostLag) seen.shift()
    },
    lagOf,
    hasRecent: (position) => lagOf(position) <= mostLag,
  }
}
