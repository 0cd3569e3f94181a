/**
 * A repeatable random stream that can be restarted for each row, so that any row can be generated without the
 * others.
 */
export interface Random {
  /** Starts the stream of a row: the same table and row give the same numbers on every machine. */
  begin(table: number, row: number): void
  /** A number in [0, 1). */
  next(): number
  /** An integer from 0 to `count` - 1. */
  below(count: number): number
  /** An integer from min to max, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Normally distributed around 0, with a standard deviation of 1. */
  normal(): number
  shuffle<T>(items: readonly T[]): T[]
  /** An endless draw that returns every item once before any repeats. */
  deck<T>(items: readonly T[]): () => T
}

/**
 * xoroshiro64** (Blackman, Vigna): a state of 64 bits keeps the streams of tens of millions of rows apart.
 */
export function createRandom(seed = 0): Random {
  // Typed arrays: numbers above 2^30 in a closure's variables would each be allocated.
  const state = new Int32Array(2)
  const begin = (table: number, row: number) => {
    state[0] = scramble(row ^ Math.imul(table, 0x9e37_79b9))
    state[1] = scramble((state[0] ?? 0) ^ row ^ 0x85eb_ca6b) | 1
  }
  const next = () => {
    const first = state[0] as number
    const mixed = Math.imul(first, 0x9e37_79bb)
    const result = Math.imul((mixed << 5) | (mixed >>> 27), 5)
    const second = (state[1] as number) ^ first
    state[0] = ((first << 26) | (first >>> 6)) ^ second ^ (second << 9)
    state[1] = (second << 13) | (second >>> 19)
    return (result >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  const shuffle = <T>(items: readonly T[]) => {
    const shuffled = [...items]
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = below(last + 1)
      const kept = at(shuffled, last)
      shuffled[last] = at(shuffled, other)
      shuffled[other] = kept
    }
    return shuffled
  }
  begin(0, seed)
  return {
    begin,
    next,
    below,
    int: (min, max) => min + below(max - min + 1),
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffle,
    deck: <T>(items: readonly T[]) => {
      let left: T[] = []
      return () => {
        if (left.length === 0) left = shuffle(items)
        return left.pop() as T
      }
    },
  }
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0_aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97)
  return mixed ^ (mixed >>> 15)
}

/** The item at an index that must exist; throws otherwise. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`No item at ${index} of ${items.length}`)
  return item
}
