import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { readPrepared, Values } from '#server/db/prepared.ts'
import { limits } from '#shared/limits.ts'
import {
  type Area,
  type Criteria,
  filterLexemes,
  isNarrowed,
  type RowOrder,
  type SearchPageRequest,
} from './criteria.ts'
import type { IndexPlan, OrderedScan, Plan, PriceSlice } from './plan.ts'
import { maxSpelledOut, prefixesOf, quoteLexeme, titleMark, toTsquery } from './query-terms.ts'
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

const sortOrders = {
  latest: { by: 'created_at desc, id desc', next: '<' },
  'price-asc': { by: 'price, id', next: '>' },
  'price-desc': { by: 'price desc, id desc', next: '<' },
  near: { by: 'rank, created_at desc, id desc', next: '<' },
} satisfies Record<RowOrder, unknown>

/**
 * Reads one page of the public listings that match, by the given plan: one statement, and one more for each fallback (at most an ordered
 * scan, a price slice and an index plan).
 */
export async function findSearchPage<Row extends PageRow>(
  db: Db,
  request: SearchPageRequest,
  plan: Plan,
  columns: PageColumns<Row>,
): Promise<SearchPage<Row>> {
  if (plan.strategy === 'price-slice') {
    const page = await findByIndex(db, inSlice(request, plan), { strategy: 'bitmap-and' }, columns)
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

/** Only the prices up to the plan's, in the request's order. */
function inSlice(request: SearchPageRequest, { until }: PriceSlice): SearchPageRequest {
  const bound = request.order === 'price-asc' ? { maxPrice: until } : { minPrice: until }
  return { ...request, counted: false, criteria: { ...request.criteria, ...bound } }
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
    select from listing_search s where ${and(conditions)} limit ${limit}) s`
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

/** Finds and sorts all matches, and counts them where that is wanted. */
function sortAll(
  values: Values,
  { criteria, order, nearest = [], after, limit }: SearchPageRequest,
  plan: IndexPlan,
  isCounted: boolean,
): string {
  const isNear = order === 'near'
  // Materialized: PostgreSQL's planner must not read the sort order instead.
  return `with found as materialized (
      select s.id, s.price, s.created_at${isNear ? `, ${rankOf(values, nearest)} as rank` : ''} from listing_search s
      where ${and([
        ...indexConditions(values, criteria, plan),
        ...(isNear ? [] : afterCursor(values, order, after, priceColumn(plan))),
      ])}
    ) select *${isCounted ? ', (select count(*) from found) as total' : ''}
    from found s where ${and(isNear ? afterRank(values, after) : [])} order by ${sortOrders[order].by} limit ${pageLimit(values, limit)}`
}

/** Finds and counts all matches, and sorts those up to the sort value `until`: to keep and sort the others takes half as long again. */
function sortFirst(
  values: Values,
  { criteria, order, after, limit }: SearchPageRequest,
  plan: IndexPlan,
  until: number,
): string {
  const conditions = [
    ...indexConditions(values, criteria, plan),
    ...(order === 'near' ? [] : afterCursor(values, order, after, priceColumn(plan))),
  ]
  const first =
    order === 'latest'
      ? `s.created_at >= ${values.add(new Date(until))}`
      : `s.price ${order === 'price-asc' ? '<=' : '>='} ${values.add(until)}`
  return `select s.*, total from (
      select count(*) as total, array_agg((s.id, s.price, s.created_at)) filter (where ${first}) as first
      from listing_search s where ${and(conditions)}
    ) found, unnest(first) as s (id integer, price bigint, created_at timestamptz)
    order by ${sortOrders[order].by} limit ${pageLimit(values, limit)}`
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

function orderedScan(
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
function scanByLga(
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

/** A row's LGA as areas name it. */
const placeColumn = `s.state || '/' || s.lga`
const stateOf = (place: string) => place.slice(0, place.indexOf('/'))
const lgaOf = (place: string) => place.slice(place.indexOf('/') + 1)

/** Whether several indexes may serve, and the values decide which: then PostgreSQL plans the statement each time. */
function isPlannedEachTime({ terms }: Criteria, plan: IndexPlan): boolean {
  return terms.length === 0 || plan.strategy === 'bitmap-and' || readsArea(plan)
}

/** Whether the words are looked for in the documents of an area. */
function readsArea(plan: IndexPlan): boolean {
  return plan.strategy === 'recheck' && plan.indexed.area !== undefined && wordsQuery(plan.indexed) === null
}

/** Conditions for all matches: words and filters by the index of the documents; without words, filters by the columns. */
function indexConditions(values: Values, criteria: Criteria, plan: IndexPlan): string[] {
  const indexed = plan.strategy === 'recheck' ? plan.indexed : criteria
  const words = wordsQuery(indexed)
  const featured = criteria.featured ? ['s.featured_until > now()'] : []
  const rechecked = plan.strategy === 'recheck' ? documentConditions(values, criteria) : []
  if (!words && (criteria.featured || rechecked.length === 0 || readsArea(plan)))
    return [
      ...columnConditions(values, criteria, 'indexed'),
      ...priceConditions(values, criteria),
      ...featured,
      ...rechecked,
    ]
  const query = [...(words ? [words] : []), ...filterLexemes(criteria).map(quoteLexeme)].join(' & ')
  return [
    `search_document(s.id) @@ ${spelledOut(values, query, indexed)}`,
    ...areaConditions(values, criteria.area, plan.strategy === 'bitmap-and'),
    ...priceConditions(values, criteria, priceColumn(plan)),
    ...rechecked,
    ...featured,
  ]
}

/** `+ 0` keeps PostgreSQL from reading a whole range of prices from an index. */
function priceColumn({ strategy }: IndexPlan): string {
  return strategy === 'bitmap-and' ? 's.price' : '(s.price + 0)'
}

/** The words, checked in the document of one row. */
function documentConditions(values: Values, criteria: Criteria): string[] {
  const words = wordsQuery(criteria)
  if (!words) return []
  return [
    `(select d.document @@ ${values.add(words)}::tsquery from listing_documents d where d.listing_id = s.id)`,
  ]
}

function leadingCondition(values: Values, criteria: Criteria, leading: OrderedScan['leading']): string[] {
  if (leading === 'category') return [`s.category_id = ${values.hidden(criteria.category, 'integer')}`]
  return leading === 'state' ? [`s.state = ${values.hidden(criteria.state, 'text')}`] : []
}

function columnConditions(
  values: Values,
  { category, state, lga, condition, priceType, area }: Criteria,
  access?: 'indexed' | 'hidden',
): string[] {
  const add = adding(values, access)
  return [
    ...(category === undefined ? [] : [`s.category_id = ${add(category, 'integer')}`]),
    ...(state === undefined ? [] : [`s.state = ${add(state, 'text')}`]),
    ...(lga === undefined ? [] : [`s.lga = ${add(lga, 'text')}`]),
    ...(condition === undefined ? [] : [`s.condition = ${add(condition, 'text')}`]),
    ...(priceType === undefined ? [] : [`s.price_type = ${add(priceType, 'text')}`]),
    ...areaConditions(values, area, access === 'indexed'),
  ]
}

/** `indexed`: an index may find the LGAs; their names alone are not enough, since six of them occur in two states. */
function areaConditions(values: Values, area: Area | undefined, indexed: boolean): string[] {
  if (!area) return []
  return [
    `${placeColumn} = any(${values.add(area.places)}::text[])`,
    ...(indexed ? [`s.lga = any(${values.add(area.places.map(lgaOf))}::text[])`] : []),
  ]
}

function priceConditions(
  values: Values,
  { minPrice, maxPrice }: Criteria,
  price = 's.price',
  access?: 'hidden',
): string[] {
  const add = adding(values, access)
  return [
    ...(minPrice === undefined ? [] : [`${price} >= ${add(minPrice, 'bigint')}`]),
    ...(maxPrice === undefined ? [] : [`${price} <= ${add(maxPrice, 'bigint')}`]),
  ]
}

/** Adds a value as it is, or hidden from PostgreSQL's planner: an ordered scan needs one plan for all values. */
function adding(values: Values, access?: 'indexed' | 'hidden') {
  return (value: unknown, type: string) =>
    access === 'hidden' ? values.hidden(value, type) : values.add(value)
}

/** Keyset pagination: only rows that come after the last one of the page before. */
function afterCursor(
  values: Values,
  order: RowOrder,
  after: SearchPageRequest['after'],
  price = 's.price',
): string[] {
  if (!after) return []
  const value = order === 'latest' ? new Date(after.value) : after.value
  const column = order === 'latest' ? 's.created_at' : price
  return [`(${column}, s.id) ${sortOrders[order].next} (${values.add(value)}, ${values.add(after.id)})`]
}

/** The tsquery of the words; null without any. Words that the title must have need not be looked for anywhere else. */
function wordsQuery({ terms, title }: Criteria): string | null {
  const anywhere = terms.map((term) => toTsquery(term)).join(' & ')
  if (!title) return anywhere || null
  const inTitles = title.terms.map((term) => toTsquery(term, titleMark)).join(' & ')
  return title.present ? inTitles : `${anywhere} & !(${inTitles})`
}

/**
 * The query with each prefix spelled out as the words that begin so, where they are few: the index streams the listings of a word, but
 * collects and sorts all of a prefix first. The sub-select hides the words from PostgreSQL's planner, which would plan the statement at
 * each call.
 */
function spelledOut(values: Values, query: string, { terms, title }: Criteria): string {
  const prefixes = [
    ...(title?.present ? [] : terms.flatMap(prefixesOf).map((prefix) => ({ mark: '', prefix }))),
    ...(title?.terms ?? []).flatMap(prefixesOf).map((prefix) => ({ mark: titleMark, prefix })),
  ]
  let spelled = `${values.add(query)}::tsquery`
  for (const { mark, prefix } of prefixes) {
    const first = values.add(prefix)
    const term = `${values.add(`${quoteLexeme(mark + prefix)}:*`)}::tsquery`
    spelled = `(select ts_rewrite(${spelled}, ${term}, case when count(*) between 1 and ${maxSpelledOut}
        then string_agg(quote_literal('${mark}' || word), ' | ')::tsquery else ${term} end)
      from (select word from search_words where word >= ${first} and word < ${first} || chr(1114111) limit ${maxSpelledOut + 1}) w)`
  }
  return `(select ${spelled})`
}

function and(conditions: string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}
