import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { readPrepared, Values } from '#server/db/prepared.ts'
import type { Criteria, SearchPageRequest } from './criteria.ts'
import { orderedScan, scanByLga, sortAll, sortFirst } from './page-statements.ts'
import type { IndexPlan, Plan, Slice } from './plan.ts'
import {
  and,
  documentConditions,
  indexConditions,
  isPlannedEachTime,
  searchedRows,
  sortOrders,
} from './search-conditions.ts'
import { countTimeoutMs, statementTimeoutMs } from './time-limit.ts'

/** A listing's id and sort values (by distance: the rank of its LGA), and how many match where the plan counts. */
export const PageRow = z.strictObject({
  id: z.number(),
  price: z.number(),
  created_at: z.date(),
  createdAt: z.date(),
  rank: z.number().optional(),
  total: z.number().optional(),
})
export type PageRow = z.output<typeof PageRow>

/** Columns of `listings l` and its seller `users u` that a page reads beside its sort values. */
export interface PageColumns<Row extends PageRow> {
  /** A list for `select`; empty for none. */
  columns: string
  /** Of the whole row: `PageRow` with the columns. */
  shape: z.ZodType<Row>
}

export interface SearchPage<Row> {
  rows: Row[]
  /** How many listings match; null where the plan did not count, and on later pages. */
  total: number | null
}

/**
 * Reads one page of the public listings that match, by the given plan: one statement, and one more for each fallback (at most an ordered
 * scan, a slice and an index plan).
 */
export async function findSearchPage<Row extends PageRow>(
  db: Db,
  request: SearchPageRequest,
  plan: Plan,
  columns: PageColumns<Row>,
): Promise<SearchPage<Row>> {
  if (plan.strategy === 'slice') {
    const strategy = request.order === 'latest' ? 'index-scan' : 'bitmap-and'
    const page = await findByIndex(db, inSlice(request, plan), { strategy }, columns)
    return page.rows.length < request.limit ? fallBack(plan.fallback) : page
  }
  if (plan.strategy !== 'ordered-scan') return findByIndex(db, request, plan, columns)
  const scan = request.order === 'near' ? scanByLga : orderedScan
  const rows = await readRows(
    db,
    request,
    columns,
    (values) => scan(values, request, plan),
    request.order === 'near',
  )
  const isPartial = plan.budget !== null && rows.length < request.limit
  return isPartial ? fallBack(plan.fallback) : { rows, total: null }

  function fallBack(fallback: Plan = { strategy: 'index-scan' }) {
    return findSearchPage(db, request, fallback, columns)
  }
}

/** Reads those of the listings `ids` that are public and match the words, the newest first. */
export async function findAmong<Row extends PageRow>(
  db: Db,
  ids: readonly number[],
  criteria: Pick<Criteria, 'terms' | 'title'>,
  columns: PageColumns<Row>,
): Promise<Row[]> {
  const rows = (values: Values) => `select s.id, s.price, s.created_at from listing_search s
    where ${and([`s.id = any(${values.add(ids)}::integer[])`, ...documentConditions(values, criteria)])}`
  return readRows(db, { order: 'latest', counted: false }, columns, rows)
}

/** Only the days or prices up to that of the plan, in the request's order. */
function inSlice(request: SearchPageRequest, { until }: Slice): SearchPageRequest {
  const { criteria, order, after } = request
  const slice =
    order === 'latest'
      ? { days: { from: until, to: after?.value } }
      : order === 'price-asc'
        ? { maxPrice: until }
        : { minPrice: until }
  return { ...request, counted: false, criteria: { ...criteria, ...slice } }
}

const Count = z.strictObject({ count: z.number() })

/** How many public listings match; counting stops at `limit`, a constant. */
export async function countMatches(
  db: Db,
  criteria: Criteria,
  limit: number,
  plan: IndexPlan,
): Promise<number> {
  const values = new Values()
  const conditions = indexConditions(values, criteria, plan)
  const text = `select count(*) as count from (
    select from ${searchedRows(criteria, plan)} where ${and(conditions)} limit ${limit}) s`
  const rows = await readPrepared(
    db,
    { shape: Count, text, values: values.all },
    { fresh: isPlannedEachTime(criteria, plan), limit: countTimeoutMs },
  )
  return rows[0]?.count ?? 0
}

async function findByIndex<Row extends PageRow>(
  db: Db,
  request: SearchPageRequest,
  plan: IndexPlan,
  columns: PageColumns<Row>,
): Promise<SearchPage<Row>> {
  const isCounted = request.counted && !request.after
  const { until } = plan
  const rows = await readRows(
    db,
    request,
    columns,
    (values) =>
      until === undefined
        ? sortAll(values, request, plan, isCounted)
        : sortFirst(values, request, plan, until),
    isPlannedEachTime(request.criteria, plan),
  )
  const total = rows[0]?.total
  if (until !== undefined && rows.length < request.limit && rows.length !== total)
    return findByIndex(db, request, { ...plan, until: undefined }, columns)
  return { rows, total: isCounted ? (total ?? 0) : null }
}

/** Reads the columns of each row of the statement `page`. */
async function readRows<Row extends PageRow>(
  db: Db,
  { order, counted }: Pick<SearchPageRequest, 'order' | 'counted'>,
  { columns, shape }: PageColumns<Row>,
  page: (values: Values) => string,
  fresh = false,
): Promise<Row[]> {
  const values = new Values()
  // `offset 0`: each listing is read by its key, however many PostgreSQL's planner expects.
  const listing = `cross join lateral (
    select ${columns} from listings l join users u on u.id = l.seller_id where l.id = p.id offset 0) c`
  const text = `select p.*, p.created_at as "createdAt"${columns && ', c.*'} from (${page(values)}) p ${columns && listing}
    order by ${sortOrders[order].by.replaceAll(/\b(rank|created_at|price|id)\b/g, 'p.$1')}`
  const limit = counted ? countTimeoutMs : statementTimeoutMs
  return readPrepared(db, { shape, text, values: values.all }, { fresh, limit })
}
