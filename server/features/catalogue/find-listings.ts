import type { Db } from '#server/db/pool.ts'
import type { SortOrder } from '#shared/contract/catalogue.ts'
import { countLimit } from '#shared/pagination.ts'
import { type CardRow, cardColumns } from './catalogue.db.ts'
import type { Cursor } from './cursor.ts'
import { recentTotal, rememberTotal } from './recent-totals.ts'
import { countMatches, findPage, type Place } from './search.db.ts'
import { beginningsOf, mostWords } from './search-beginnings.ts'
import { areWorthOpening } from './search-costs.ts'
import type { Criteria } from './search-criteria.ts'
import { knowing, type SearchSample } from './search-knowledge.ts'
import { areSurelyMany, choosePlan, planForAll } from './search-plan.ts'
import { unlessTooLong } from './search-text.ts'
import { findWordsFrom } from './words.db.ts'

export interface Wish {
  sort: SortOrder
  /** Of a later page, which says nothing of a total. */
  cursor: Cursor | null
  limit: number
}

type Rows = (Place & CardRow & { tier: number })[]

interface Found {
  rows: Rows
  /** "{total} listings found". */
  total: number
  /** False: there are more. */
  exact: boolean
}

/** A page of the listings that meet the criteria, and how many do. Where counting them takes too long, the page says so. */
export async function findListings(
  db: Db,
  sample: SearchSample,
  criteria: Criteria,
  wish: Wish,
): Promise<Found> {
  const known = wish.cursor ? null : recentTotal(db, criteria)
  const isCounted = !wish.cursor && known === null && !areSurelyMany(criteria, sample)
  const find = wish.sort === 'relevance' ? findByRelevance : findInOrder
  const informed = await knowBeginnings(db, sample, criteria, wish.sort)
  if (!isCounted) {
    const { rows } = await find(db, informed, criteria, wish, false)
    return { rows, ...boundedBy(known ?? countLimit + 1) }
  }
  const counted = await unlessTooLong(find(db, informed, criteria, wish, true))
  if (counted) {
    rememberTotal(db, criteria, counted.total)
    return { rows: counted.rows, ...boundedBy(counted.total) }
  }
  const { rows } = await find(db, informed, criteria, wish, false)
  return { rows, total: Math.min(rows.length, wish.limit - 1), exact: false }
}

/** Everything above the limit: there are more than it says. */
function boundedBy(counted: number): { total: number; exact: boolean } {
  return counted > countLimit ? { total: countLimit, exact: false } : { total: counted, exact: true }
}

/** Reads the words that begin as the last one does, where putting all of their lists together would take long. */
async function knowBeginnings(
  db: Db,
  sample: SearchSample,
  criteria: Criteria,
  sort: SortOrder,
): Promise<SearchSample> {
  // Along the newest such a page is found at once.
  if (sort === 'latest' && areSurelyMany(criteria, sample)) return sample
  if (!areWorthOpening(criteria, sample)) return sample
  const words = new Map<string, string[]>()
  for (const beginning of beginningsOf(criteria.terms)) {
    const found = await findWordsFrom(db, beginning, mostWords + 1)
    if (found.length <= mostWords) words.set(beginning, found)
  }
  return knowing(sample, words)
}

interface Counted {
  rows: Rows
  /** 0 where nobody counts. */
  total: number
}

async function findInOrder(
  db: Db,
  sample: SearchSample,
  criteria: Criteria,
  { sort, cursor, limit }: Wish,
  counted: boolean,
): Promise<Counted> {
  const order = sort === 'relevance' ? 'latest' : sort
  const plan = choosePlan(criteria, order, { wanted: limit, counted, after: cursor?.value }, sample)
  const [page, apart] = await Promise.all([
    findPage<CardRow>(db, { criteria, order, after: cursor, limit, counted }, plan, cardColumns),
    counted && plan.strategy === 'walk' ? countAll(db, sample, criteria) : null,
  ])
  return { rows: page.rows.map((row) => ({ ...row, tier: 0 })), total: apart ?? page.total ?? 0 }
}

/** Words in the title before words anywhere, and in each tier the newest first. */
async function findByRelevance(
  db: Db,
  sample: SearchSample,
  criteria: Criteria,
  { cursor, limit }: Wish,
  counted: boolean,
): Promise<Counted> {
  const order = 'latest'
  const rows: Rows = []
  let total: number | null = 0
  for (const tier of [0, 1]) {
    const wanted = limit - rows.length
    // A tier without room for its rows still says how many it has.
    if (tier < (cursor?.tier ?? 0) || (wanted === 0 && !counted)) continue
    const tierCriteria = { ...criteria, title: { terms: criteria.terms, present: tier === 0 } }
    const after = cursor?.tier === tier ? cursor : null
    const request = { criteria: tierCriteria, order, after, limit: Math.max(1, wanted), counted } as const
    const need = { wanted: request.limit, counted, after: after?.value }
    const page = await findPage<CardRow>(
      db,
      request,
      choosePlan(tierCriteria, order, need, sample),
      cardColumns,
    )
    rows.push(...page.rows.slice(0, wanted).map((row) => ({ ...row, tier })))
    total = total === null || page.total === null ? null : total + page.total
  }
  if (counted) total ??= await countAll(db, sample, criteria)
  return { rows, total: total ?? 0 }
}

async function countAll(db: Db, sample: SearchSample, criteria: Criteria): Promise<number> {
  return countMatches(db, criteria, countLimit + 1, planForAll(criteria, sample))
}
