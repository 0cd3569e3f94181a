import type { Db } from '#server/db/pool.ts'
import type { SortOrder } from '#shared/contract/catalogue.ts'
import { countLimit, exactLimit } from '#shared/pagination.ts'
import { type CardPageRow, cardPage } from '../catalogue.db.ts'
import type { Criteria, SearchPageRequest } from './criteria.ts'
import type { Cursor } from './cursor.ts'
import { leastMatches } from './least-matches.ts'
import { countMatches, findSearchPage } from './listing-search.db.ts'
import { chooseIndexPlan, choosePlan } from './plan.ts'
import type { Statistics } from './statistics.ts'
import { nullOnTimeout } from './time-limit.ts'

export interface PageOptions {
  sort: SortOrder
  /** Of a later page, whose total is in the cursor. */
  cursor: Cursor | null
  limit: number
  /** For the order by distance: see `SearchPageRequest`. */
  nearest?: readonly string[] | undefined
}

type Rows = (CardPageRow & { tier: number })[]

interface CountedPage {
  rows: Rows
  total: number
  /** False: `total` match, or more. */
  exact: boolean
}

/**
 * A page of the listings that match, and how many do. Where surely more match than are worth counting, the total is a round number that
 * they reach; where counting takes too long, what the page shows.
 */
export async function readCountedPage(
  db: Db,
  statistics: Statistics,
  criteria: Criteria,
  options: PageOptions,
): Promise<CountedPage> {
  const { sort, cursor, limit } = options
  const read = (counted: boolean) =>
    sort === 'relevance'
      ? readByRelevance(db, statistics, criteria, options, counted)
      : readInOrder(db, statistics, criteria, { ...options, sort }, counted)
  const least = cursor ? 0 : leastMatches(criteria, statistics)
  if (cursor || least >= exactLimit) return { rows: (await read(false)).rows, total: least, exact: false }
  const counted = await nullOnTimeout(read(true))
  if (!counted) {
    const { rows } = await read(false)
    return { rows, total: Math.min(rows.length, limit - 1), exact: false }
  }
  const { rows, total } = counted
  return { rows, total: Math.min(total, countLimit), exact: total <= countLimit }
}

interface RowsAndTotal {
  rows: Rows
  /** 0 where it is not wanted. */
  total: number
}

async function readInOrder(
  db: Db,
  statistics: Statistics,
  criteria: Criteria,
  { sort: order, cursor, limit, nearest }: PageOptions & { sort: SearchPageRequest['order'] },
  counted: boolean,
): Promise<RowsAndTotal> {
  const request: SearchPageRequest = { criteria, order, nearest, after: cursor, limit, counted }
  const plan = choosePlan(request, statistics)
  const [page, total] = await Promise.all([
    findSearchPage(db, request, plan, cardPage),
    counted && plan.strategy === 'ordered-scan' ? countAll(db, statistics, criteria) : null,
  ])
  return { rows: page.rows.map((row) => ({ ...row, tier: row.rank ?? 0 })), total: total ?? page.total ?? 0 }
}

/** Two tiers: all words in the title, then the others. In each tier the newest first. */
async function readByRelevance(
  db: Db,
  statistics: Statistics,
  criteria: Criteria,
  { cursor, limit }: PageOptions,
  counted: boolean,
): Promise<RowsAndTotal> {
  const rows: Rows = []
  let total: number | null = 0
  for (const tier of [0, 1]) {
    const missing = limit - rows.length
    // A tier is counted even where the page has no room for its rows.
    if (tier < (cursor?.tier ?? 0) || (missing === 0 && !counted)) continue
    const request: SearchPageRequest = {
      criteria: { ...criteria, title: { terms: criteria.terms, present: tier === 0 } },
      order: 'latest',
      after: cursor?.tier === tier ? cursor : null,
      limit: Math.max(1, missing),
      counted,
    }
    const page = await findSearchPage(db, request, choosePlan(request, statistics), cardPage)
    rows.push(...page.rows.slice(0, missing).map((row) => ({ ...row, tier })))
    total = total === null || page.total === null ? null : total + page.total
  }
  if (counted) total ??= await countAll(db, statistics, criteria)
  return { rows, total: total ?? 0 }
}

async function countAll(db: Db, statistics: Statistics, criteria: Criteria): Promise<number> {
  return countMatches(db, criteria, countLimit + 1, chooseIndexPlan(criteria, statistics))
}
