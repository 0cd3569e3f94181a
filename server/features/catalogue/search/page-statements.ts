import type { Values } from '#server/db/prepared.ts'
import { limits } from '#shared/limits.ts'
import { isNarrowed, type SearchPageRequest } from './criteria.ts'
import type { IndexPlan, OrderedScan } from './plan.ts'
import {
  afterCursor,
  and,
  columnConditions,
  documentConditions,
  indexConditions,
  leadingCondition,
  lgaOf,
  placeColumn,
  priceColumn,
  priceConditions,
  searchedRows,
  sortOrders,
  stateOf,
} from './search-conditions.ts'

/* The statements that find a page, as docs/search.md shows them. Each returns rows of `PageRow`. */

/** Finds and sorts all matches, and counts them where that is wanted. */
export function sortAll(
  values: Values,
  { criteria, order, nearest = [], after, limit }: SearchPageRequest,
  plan: IndexPlan,
  isCounted: boolean,
): string {
  const isNear = order === 'near'
  // Materialized: PostgreSQL's planner must not read the sort order instead.
  return `with found as materialized (
      select s.id, s.price, s.created_at${isNear ? `, ${rankOf(values, nearest)} as rank` : ''} from ${searchedRows(criteria, plan)}
      where ${and([
        ...indexConditions(values, criteria, plan),
        ...(isNear ? [] : afterCursor(values, order, after, priceColumn(plan))),
      ])}
    ) select *${isCounted ? ', (select count(*) from found) as total' : ''}
    from found s where ${and(isNear ? afterRank(values, after) : [])} order by ${sortOrders[order].by} limit ${pageLimit(values, limit)}`
}

/** Finds and counts all matches, and sorts those up to the sort value `until`: to keep and sort the others takes half as long again. */
export function sortFirst(
  values: Values,
  { criteria, order, after, limit }: SearchPageRequest,
  plan: IndexPlan,
  until: number,
): string {
  const conditions = [
    ...indexConditions(values, criteria, plan),
    ...afterCursor(values, order, after, priceColumn(plan)),
  ]
  const first =
    order === 'latest'
      ? `s.created_at >= ${values.add(new Date(until))}`
      : `s.price ${order === 'price-asc' ? '<=' : '>='} ${values.add(until)}`
  return `select s.*, total from (
      select count(*) as total, array_agg((s.id, s.price, s.created_at)) filter (where ${first}) as first
      from ${searchedRows(criteria, plan)} where ${and(conditions)}
    ) found, unnest(first) as s (id integer, price bigint, created_at timestamptz)
    order by ${sortOrders[order].by} limit ${pageLimit(values, limit)}`
}

/** Reads an index of the sort order, and filters its rows until the page is full. */
export function orderedScan(
  values: Values,
  { criteria, order, after, limit }: SearchPageRequest,
  { leading, budget }: OrderedScan,
): string {
  const indexed = [
    ...leadingCondition(values, criteria, leading),
    ...(order === 'latest' ? [] : priceConditions(values, criteria, 's.price', 'hidden')),
    ...afterCursor(values, order, after),
  ]
  const rows = `select s.id, s.price, s.created_at, s.category_id, s.state, s.lga, s.condition, s.price_type
    from listing_search s where ${and(indexed)}
    order by ${sortOrders[order].by} ${budget === null ? '' : `limit ${budget}`}`
  const filtered = [
    ...columnConditions(values, { ...criteria, ...(leading && { [leading]: undefined }) }, 'hidden'),
    ...(order === 'latest' ? priceConditions(values, criteria, 's.price', 'hidden') : []),
    ...documentConditions(values, criteria),
  ]
  return `select s.id, s.price, s.created_at from (${rows}) s
    where ${and(filtered)} order by ${sortOrders[order].by} limit ${pageLimit(values, limit)}`
}

/** The lengths of the lists of Browse, with the row that tells whether another page follows, and of home. */
const usualLimits = new Set<number>([limits.page.default + 1, limits.latestOnHome])

/**
 * Usual limits are literals in the statement, as budgets are. For a limit that is a parameter, PostgreSQL assumes a tenth of all
 * listings, finds that plan too expensive, and plans the statement at each call, which takes 0.4 ms.
 */
function pageLimit(values: Values, limit: number): string {
  return usualLimits.has(limit) ? String(limit) : values.add(limit)
}

/** The same for the order by distance: the newest of each LGA, one LGA after the other, until the page is full. */
export function scanByLga(
  values: Values,
  { criteria, nearest = [], after, limit }: SearchPageRequest,
  { budget }: OrderedScan,
): string {
  const reached = after?.tier ?? 1
  const from = after
    ? `and (s.created_at, s.id) < (case n.rank when ${values.add(reached)} then ${values.add(new Date(after.value))}::timestamptz
      else 'infinity' end, ${values.add(after.id)})`
    : ''
  // Without a filter, a page needs no more of any LGA than its own length.
  const maxRows = budget ?? (isNarrowed({ ...criteria, area: undefined }) ? null : limit)
  const limited = maxRows === null ? '' : `limit ${maxRows}`
  // Each index scan and the ranks are in order, so PostgreSQL reads no further LGA than it needs.
  const rows = `select s.*, n.rank
    from unnest(${values.add(nearest.map(stateOf))}::text[], ${values.add(nearest.map(lgaOf))}::text[]) with ordinality n (state, lga, rank)
    cross join lateral (
      select s.id, s.price, s.created_at, s.category_id, s.state, s.lga, s.condition, s.price_type from listing_search s
      where s.lga = n.lga and s.state = n.state ${from} order by s.created_at desc, s.id desc ${limited}) s
    where n.rank >= ${values.add(reached)} order by n.rank, s.created_at desc, s.id desc ${limited}`
  const filtered = [
    ...columnConditions(values, { ...criteria, area: undefined }, 'hidden'),
    ...priceConditions(values, criteria, 's.price', 'hidden'),
    ...documentConditions(values, criteria),
  ]
  return `select s.id, s.price, s.created_at, s.rank from (${rows}) s
    where ${and(filtered)} order by ${sortOrders.near.by} limit ${values.add(limit)}`
}

/** The rank of a row's LGA. A `jsonb` finds it by binary search. */
function rankOf(values: Values, nearest: readonly string[]): string {
  const ranks = Object.fromEntries(nearest.map((place, index) => [place, index + 1]))
  return `(${values.add(JSON.stringify(ranks))}::jsonb ->> (${placeColumn}))::integer`
}

/** Keyset pagination by distance. */
function afterRank(values: Values, after: SearchPageRequest['after']): string[] {
  if (!after) return []
  const rank = values.add(after.tier ?? 1)
  const last = `(${values.add(new Date(after.value))}, ${values.add(after.id)})`
  return [`(s.rank > ${rank} or (s.rank = ${rank} and (s.created_at, s.id) < ${last}))`]
}
