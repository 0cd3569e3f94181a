import type { Db } from '#server/db/pool.ts'
import { readPrepared, Values } from '#server/db/prepared.ts'
import { type Criteria, categoryLexeme, filterLexemes, type RowOrder } from './search-criteria.ts'
import type { Plan, Whole } from './search-plan.ts'
import { inTitle, quote, toTsquery } from './search-query.ts'

/** Where a listing stands in its list. */
export interface Place {
  id: number
  price: number
  createdAt: Date
}

export interface PageRequest {
  criteria: Criteria
  order: RowOrder
  /** The last listing of the page before: its sort value (kobo or milliseconds) and id. */
  after: { value: number; id: number } | null
  limit: number
  /** How many there are in all is wanted too, where that comes to light. */
  counted?: boolean
}

/** Columns of `listings l` and its seller `users u` to read of each listing that is found. */
export type Shown = string

export interface Page<Row> {
  rows: (Place & Row)[]
  /** How many meet the criteria, where that came to light: never on a later page. */
  total: number | null
}

/**
 * Milliseconds that one statement of a search may take, and one that counts all matches on its way, which can be left out: safety nets
 * far above what searches take.
 */
const longest = 3000
const longestCount = 1500

const orders = {
  latest: {
    by: 'created_at desc, id desc',
    column: 's.created_at',
    comes: '<',
    compare: (a: Place, b: Place) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id,
  },
  'price-asc': {
    by: 'price, id',
    column: 's.price',
    comes: '>',
    compare: (a: Place, b: Place) => a.price - b.price || a.id - b.id,
  },
  'price-desc': {
    by: 'price desc, id desc',
    column: 's.price',
    comes: '<',
    compare: (a: Place, b: Place) => b.price - a.price || b.id - a.id,
  },
} satisfies Record<RowOrder, unknown>

/** One page of the public listings that meet the criteria, found as the plan says, in one statement. */
export async function findPage<Row = unknown>(
  db: Db,
  page: PageRequest,
  plan: Plan,
  shown: Shown = '',
): Promise<Page<Row>> {
  if (plan.strategy === 'split') return findInParts(db, page, plan, shown)
  if (plan.strategy !== 'walk') {
    const found = await gather<Row>(db, page, plan, shown)
    if (plan.strategy !== 'slice' || found.rows.length === page.limit) return found
    return findPage(db, page, plan.otherwise ?? { strategy: 'gather' }, shown)
  }
  const rows = await readShown<Row>(db, page, shown, (values) => walk(values, page, plan))
  const gaveUp = plan.budget !== null && rows.length < page.limit
  if (gaveUp) return findPage(db, page, plan.otherwise ?? { strategy: 'gather' }, shown)
  return { rows, total: null }
}

/** What is in a category and what is not, at once, and put together. */
async function findInParts<Row>(
  db: Db,
  page: PageRequest,
  { category, inside, outside }: Extract<Plan, { strategy: 'split' }>,
  shown: Shown,
): Promise<Page<Row>> {
  const { criteria, order, limit } = page
  const others = { ...criteria, outside: [...(criteria.outside ?? []), category] }
  const parts = await Promise.all([
    findPage<Row>(db, { ...page, criteria: { ...criteria, outside: undefined, category } }, inside, shown),
    findPage<Row>(db, { ...page, criteria: others }, outside, shown),
  ])
  const rows = parts.flatMap((part) => part.rows).sort(orders[order].compare)
  return { rows: rows.slice(0, limit), total: null }
}

async function gather<Row>(
  db: Db,
  page: PageRequest,
  plan: Exclude<Plan, { strategy: 'walk' | 'split' }>,
  shown: Shown,
): Promise<Page<Row>> {
  const { criteria, order, after, limit } = page
  const isSlice = plan.strategy === 'slice'
  const isCounted = page.counted === true && !after && !isSlice
  const text = (values: Values) => {
    const conditions = matching(values, criteria, plan)
    if (isSlice)
      conditions.push(untilBound(values, order, plan.bound), ...leading(values, criteria, plan.lead ?? null))
    // Materialized: the planner does not walk the sort order instead. Which way to go is decided by the plan.
    return `with found as materialized (
        select s.id, s.price, s.created_at from listing_search s
        where ${and([...conditions, ...following(values, order, after)])}
      ) select *${isCounted ? ', (select count(*) from found) as total' : ''}
      from found order by ${orders[order].by} limit ${values.add(limit)}`
  }
  const rows = await readShown<Row & { total?: number }>(
    db,
    page,
    shown,
    text,
    dependsOnValues(criteria, plan),
  )
  return { rows, total: isCounted ? (rows[0]?.total ?? 0) : null }
}

async function readShown<Row>(
  db: Db,
  { order, counted }: PageRequest,
  shown: Shown,
  page: (values: Values) => string,
  fresh = false,
): Promise<(Place & Row)[]> {
  const values = new Values()
  // `offset 0`: a listing after the other by its key, however many the planner expects.
  const listing = `cross join lateral (
    select ${shown} from listings l join users u on u.id = l.seller_id where l.id = p.id offset 0) c`
  const text = `select p.*, p.created_at as "createdAt"${shown && ', c.*'} from (${page(values)}) p ${shown && listing}
    order by ${orders[order].by.replaceAll(/\b(created_at|price|id)\b/g, 'p.$1')}`
  return readPrepared(db, { text, values: values.all }, { fresh, limit: counted ? longestCount : longest })
}

function walk(
  values: Values,
  { criteria, order, after, limit }: PageRequest,
  { lead, budget }: Extract<Plan, { strategy: 'walk' }>,
): string {
  const met = [
    ...leading(values, criteria, lead),
    ...(order === 'latest' ? [] : priceBetween(values, criteria)),
    ...following(values, order, after),
  ]
  const rows = `select s.id, s.price, s.created_at, s.category_id, s.state, s.lga, s.condition, s.price_type
    from listing_search s where ${and(met)}
    order by ${orders[order].by} ${budget === null ? '' : `limit ${values.add(budget)}`}`
  const tested = [
    ...columnsMatching(values, criteria),
    ...(order === 'latest' ? priceBetween(values, criteria) : []),
    ...documentsMatching(values, criteria),
  ]
  return `select s.id, s.price, s.created_at from (${rows}) s
    where ${and(tested)} order by ${orders[order].by} limit ${values.add(limit)}`
}

/** The column inside which an index of the sort order lies. */
function leading(values: Values, criteria: Criteria, lead: 'category' | 'state' | null): string[] {
  if (lead === 'category') return [`s.category_id = ${values.add(criteria.category)}`]
  return lead === 'state' ? [`s.state = ${values.add(criteria.state)}`] : []
}

/** How many public listings meet the criteria; counting stops at `limit`. */
export async function countMatches(db: Db, criteria: Criteria, limit: number, plan: Whole): Promise<number> {
  const values = new Values()
  const conditions = matching(values, criteria, plan)
  const text = `select count(*) as count from (
    select from listing_search s where ${and(conditions)} limit ${values.add(limit)}) s`
  const rows = await readPrepared<{ count: number }>(
    db,
    { text, values: values.all },
    { fresh: dependsOnValues(criteria, plan), limit: longestCount },
  )
  return rows[0]?.count ?? 0
}

/** Whether several indexes may answer, of which the values say which is best. */
function dependsOnValues({ terms }: Criteria, { strategy }: Plan): boolean {
  return terms.length === 0 || strategy === 'meet' || strategy === 'slice'
}

/** Conditions for all matches: by the index of the words, filters among them; without words by the columns. */
function matching(
  values: Values,
  criteria: Criteria,
  plan: Whole | Extract<Plan, { strategy: 'slice' }>,
): string[] {
  const { strategy, sought = criteria } = plan
  const featured = criteria.featured ? ['s.featured_until > now()'] : []
  const tested = strategy === 'sift' ? documentsMatching(values, criteria) : []
  const filters = filterLexemes(criteria)
  const words = wordsQuery(sought)
  if (!words && (criteria.featured || tested.length === 0))
    return [...columnsMatching(values, criteria), ...priceBetween(values, criteria), ...featured, ...tested]
  const others = (criteria.outside ?? []).map((category) => `!${quote(categoryLexeme(category))}`)
  const query = [...(words ? [words] : []), ...filters.map(quote), ...others].join(' & ')
  return [
    `search_document(s.id) @@ ${values.add(query)}::tsquery`,
    // `+ 0`: tested where the row is, and not by reading a whole range of prices from an index.
    ...priceBetween(
      values,
      criteria,
      strategy === 'meet' || strategy === 'slice' ? 's.price' : '(s.price + 0)',
    ),
    ...tested,
    ...featured,
  ]
}

/** The words tested in the document of one row. */
function documentsMatching(values: Values, criteria: Criteria): string[] {
  const words = wordsQuery(criteria)
  if (!words) return []
  return [
    `(select d.document @@ ${values.add(words)}::tsquery from listing_documents d where d.listing_id = s.id)`,
  ]
}

function columnsMatching(
  values: Values,
  { category, state, lga, condition, priceType, outside }: Criteria,
): string[] {
  return [
    ...(outside === undefined ? [] : [`s.category_id <> all(${values.add(outside)}::integer[])`]),
    ...(category === undefined ? [] : [`s.category_id = ${values.add(category)}`]),
    ...(state === undefined ? [] : [`s.state = ${values.add(state)}`]),
    ...(lga === undefined ? [] : [`s.lga = ${values.add(lga)}`]),
    ...(condition === undefined ? [] : [`s.condition = ${values.add(condition)}`]),
    ...(priceType === undefined ? [] : [`s.price_type = ${values.add(priceType)}`]),
  ]
}

function priceBetween(values: Values, { minPrice, maxPrice }: Criteria, price = 's.price'): string[] {
  return [
    ...(minPrice === undefined ? [] : [`${price} >= ${values.add(minPrice)}`]),
    ...(maxPrice === undefined ? [] : [`${price} <= ${values.add(maxPrice)}`]),
  ]
}

function following(values: Values, order: RowOrder, after: PageRequest['after']): string[] {
  if (!after) return []
  const value = order === 'latest' ? new Date(after.value) : after.value
  const { column, comes } = orders[order]
  return [`(${column}, s.id) ${comes} (${values.add(value)}, ${values.add(after.id)})`]
}

function untilBound(values: Values, order: RowOrder, bound: number): string {
  if (order === 'latest') return `s.created_at >= ${values.add(new Date(bound))}`
  return order === 'price-asc' ? `s.price <= ${values.add(bound)}` : `s.price >= ${values.add(bound)}`
}

/** The tsquery of the words; null without any. Words in the title need not be looked for twice. */
function wordsQuery({ terms, title }: Criteria): string | null {
  const anywhere = terms.map((term) => toTsquery(term)).join(' & ')
  if (!title) return anywhere || null
  const inTitles = title.terms.map((term) => toTsquery(term, inTitle)).join(' & ')
  return title.present ? inTitles : `${anywhere} & !(${inTitles})`
}

function and(conditions: string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}
