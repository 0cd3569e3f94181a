import type { Criteria, RowOrder } from './criteria.ts'

export type PriceRange = Pick<Criteria, 'minPrice' | 'maxPrice'>

/** Where an ordered scan begins: behind the sort value `after` (kobo or milliseconds), or at the start. */
export interface SortPosition {
  order: RowOrder
  after?: number | undefined
}

/** The numbers of a sample's listings by price and by time, the lowest value first. The values are by number, up to `capacity` of them. */
export function createSortOrders(
  { prices, times }: { prices: readonly number[]; times: readonly number[] },
  capacity: number,
) {
  const inOrder = { price: new Uint32Array(), createdAt: new Uint32Array() }

  /**
   * While the sample grows, an order that lacks a fifth of it is used as it is, instead of sorting after each listing; counts of a price range
   * then lack these listings, too.
   */
  function orderedBy(column: 'price' | 'createdAt'): [readonly number[], Uint32Array] {
    const values = column === 'price' ? prices : times
    const enough = values.length === capacity ? capacity : values.length * 0.8
    if (inOrder[column].length < enough)
      inOrder[column] = Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
    return [values, inOrder[column]]
  }

  /** The listings in the order of time or prices, and where a scan's part of them begins and ends. */
  function rangeOf({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: PriceRange, scan: SortPosition) {
    const { order, after } = scan
    const [values, numbers] = orderedBy(order === 'latest' ? 'createdAt' : 'price')
    const sortValue = (number: number) => values[number] ?? 0
    const [first, end] =
      order === 'latest'
        ? [0, numbers.length]
        : [
            firstIndex(numbers, (number) => sortValue(number) >= minPrice),
            firstIndex(numbers, (number) => sortValue(number) > maxPrice),
          ]
    if (after === undefined) return { values, numbers, first, end }
    const isAscending = order === 'price-asc'
    const edge = firstIndex(numbers, (number) =>
      isAscending ? sortValue(number) >= after : sortValue(number) > after,
    )
    return {
      values,
      numbers,
      first: isAscending ? Math.max(first, edge) : first,
      end: isAscending ? end : Math.min(end, edge),
    }
  }

  return { rangeOf }
}

/** The index of the first value that `isReached` holds for, by binary search; the length where there is none. */
export function firstIndex<T extends string | number>(
  values: ArrayLike<T>,
  isReached: (value: T) => boolean,
): number {
  let first = 0
  for (let end = values.length; first < end; ) {
    const middle = (first + end) >> 1
    if (isReached(values[middle] as T)) end = middle
    else first = middle + 1
  }
  return first
}
