import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { type Criteria, filterLexemes, type Plan, type RowOrder } from './search-plan.ts'
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
}

type Condition = RawBuilder<unknown>

const orders = {
  latest: { by: sql`s.created_at desc, s.id desc`, column: sql`s.created_at`, comes: sql`<` },
  'price-asc': { by: sql`s.price, s.id`, column: sql`s.price`, comes: sql`>` },
  'price-desc': { by: sql`s.price desc, s.id desc`, column: sql`s.price`, comes: sql`<` },
} satisfies Record<RowOrder, unknown>

/** One page of the public listings that meet the criteria, found as the plan says. */
export async function findPage(db: Db, page: PageRequest, plan: Plan): Promise<Place[]> {
  if (plan.strategy === 'gather') return gather(db, page)
  const places = await walk(db, page, plan)
  const gaveUp = plan.budget !== null && places.length < page.limit
  return gaveUp ? gather(db, page) : places
}

async function gather(db: Db, { criteria, order, after, limit }: PageRequest): Promise<Place[]> {
  // `offset 0` keeps the planner from walking the sort order: which way to go is decided by the plan.
  const { rows } = await sql<Place>`
    select s.id, s.price, s.created_at as "createdAt" from (
      select s.id, s.price, s.created_at from listing_search s
      where ${and([...matching(criteria), ...following(order, after)])} offset 0
    ) s order by ${orders[order].by} limit ${limit}`.execute(db)
  return rows
}

async function walk(
  db: Db,
  { criteria, order, after, limit }: PageRequest,
  { lead, budget }: Extract<Plan, { strategy: 'walk' }>,
): Promise<Place[]> {
  const leading = [
    ...(lead === 'category' ? [sql`s.category_id = ${criteria.category}`] : []),
    ...(lead === 'state' ? [sql`s.state = ${criteria.state}`] : []),
    ...(order === 'latest' ? [] : priceBetween(criteria)),
    ...following(order, after),
  ]
  const words = wordsQuery(criteria)
  const tested = [
    ...columnsMatching(criteria),
    ...(order === 'latest' ? priceBetween(criteria) : []),
    ...(words ? [sql`s.document @@ ${words}::tsquery`] : []),
  ]
  const document = words ? sql`, s.document` : sql``
  const { rows } = await sql<Place>`
    select s.id, s.price, s.created_at as "createdAt" from (
      select s.id, s.price, s.created_at, s.category_id, s.state, s.lga, s.condition, s.price_type ${document}
      from listing_search s where ${and(leading)}
      order by ${orders[order].by} ${budget === null ? sql`` : sql`limit ${budget}`}
    ) s where ${and(tested)} order by ${orders[order].by} limit ${limit}`.execute(db)
  return rows
}

/** How many public listings meet the criteria; counting stops at `limit`. */
export async function countMatches(db: Db, criteria: Criteria, limit: number, plan: Plan): Promise<number> {
  const conditions =
    plan.strategy === 'walk' && !wordsQuery(criteria)
      ? [...columnsMatching(criteria), ...priceBetween(criteria)]
      : matching(criteria)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from listing_search s where ${and(conditions)} limit ${limit}
    ) s`.execute(db)
  return rows[0]?.count ?? 0
}

/** Conditions that the words' index answers, filters among them; by columns where they are few and there are no words. */
function matching(criteria: Criteria): Condition[] {
  const words = wordsQuery(criteria)
  const lexemes = filterLexemes(criteria)
  const rest = [...priceBetween(criteria), ...(criteria.featured ? [sql`s.featured_until > now()`] : [])]
  const byColumns = !words && (lexemes.length < 2 || rest.length > 0)
  if (byColumns) return [...columnsMatching(criteria), ...rest]
  const query = [...(words ? [words] : []), ...lexemes.map(quote)].join(' & ')
  return [sql`s.document @@ ${query}::tsquery`, ...rest]
}

function columnsMatching({ category, state, lga, condition, priceType }: Criteria): Condition[] {
  return [
    ...(category === undefined ? [] : [sql`s.category_id = ${category}`]),
    ...(state === undefined ? [] : [sql`s.state = ${state}`]),
    ...(lga === undefined ? [] : [sql`s.lga = ${lga}`]),
    ...(condition === undefined ? [] : [sql`s.condition = ${condition}`]),
    ...(priceType === undefined ? [] : [sql`s.price_type = ${priceType}`]),
  ]
}

function priceBetween({ minPrice, maxPrice }: Criteria): Condition[] {
  return [
    ...(minPrice === undefined ? [] : [sql`s.price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`s.price <= ${maxPrice}`]),
  ]
}

function following(order: RowOrder, after: PageRequest['after']): Condition[] {
  if (!after) return []
  const value = order === 'latest' ? new Date(after.value) : after.value
  const { column, comes } = orders[order]
  return [sql`(${column}, s.id) ${comes} (${value}, ${after.id})`]
}

/** The tsquery of the words; null without any. Words in the title need not be looked for twice. */
function wordsQuery({ terms, title }: Criteria): string | null {
  if (terms.length === 0) return null
  const anywhere = terms.map((term) => toTsquery(term)).join(' & ')
  if (!title) return anywhere
  const inTitles = title.terms.map((term) => toTsquery(term, inTitle)).join(' & ')
  return title.present ? inTitles : `${anywhere} & !(${inTitles})`
}

function and(conditions: Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
