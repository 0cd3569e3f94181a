import type { Random } from '#server/demo/random.ts'

/** Draws an index of a list, from 0 on. */
export type Draw = (random: Random) => number

/**
 * Zipf's law with Mandelbrot's flattened head: the item of rank r has the weight 1 / (r + flat) ** steep.
 * Constant time for lists of any length (alias method).
 */
export function zipf(count: number, flat = 0, steep = 1): Draw {
  return weighted(Array.from({ length: count }, (_, index) => (index + 1 + flat) ** -steep))
}

/** By weights that need not add up to 1. */
export function weighted(weights: readonly number[]): Draw {
  const count = weights.length
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const share = Float64Array.from(weights, (weight) => (weight * count) / sum)
  const other = Int32Array.from(share.keys())
  const poor: number[] = []
  const rich: number[] = []
  for (const [index, value] of share.entries()) (value < 1 ? poor : rich).push(index)
  // Each poor item's column is filled up by a rich one, which may thereby become poor.
  for (let low = poor.pop(); low !== undefined; low = poor.pop()) {
    const high = rich.pop()
    if (high === undefined) break
    other[low] = high
    share[high] = (share[high] ?? 0) + (share[low] ?? 0) - 1
    ;((share[high] ?? 0) < 1 ? poor : rich).push(high)
  }
  for (const index of rich) share[index] = 1
  return (random) => {
    const place = random.next() * count
    const index = Math.floor(place)
    return place - index < (share[index] as number) ? index : (other[index] as number)
  }
}
