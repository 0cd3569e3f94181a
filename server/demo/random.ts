export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
  /** An endless draw that shows every item once before any comes again. */
  deck<T>(items: readonly T[]): () => T
}

/** Mulberry32: the same seed gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => at(items, int(0, items.length - 1))
  const shuffle = <T>(items: readonly T[]): T[] => {
    const shuffled = [...items]
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = int(0, last)
      const kept = at(shuffled, last)
      shuffled[last] = at(shuffled, other)
      shuffled[other] = kept
    }
    return shuffled
  }
  const deck = <T>(items: readonly T[]) => {
    let left: T[] = []
    return () => {
      if (left.length === 0) left = shuffle(items)
      return left.pop() as T
    }
  }
  return { next, int, chance: (probability) => next() < probability, pick, shuffle, deck }
}

/** The item at an index that is known to exist; throws where it does not. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`No item at ${index} of ${items.length}`)
  return item
}
