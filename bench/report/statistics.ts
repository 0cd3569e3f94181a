/** The median: of an even number of values the mean of the two in the middle. NaN without values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The percentile at a share from 0 to 1, by nearest rank: one of the values. NaN without values. */
export function percentile(values: number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * values.length))
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN
}
