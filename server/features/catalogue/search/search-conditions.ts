import type { Values } from '#server/db/prepared.ts'
import {
  type Area,
  type CategoryInState,
  type Criteria,
  type Days,
  equalitiesOf,
  indexedFilters,
  type RowOrder,
  type SearchPageRequest,
} from './criteria.ts'
import type { IndexPlan, OrderedScan } from './plan.ts'
import {
  maxSpelledOut,
  prefixesOf,
  quoteLexeme,
  type Term,
  titleMark,
  toTsquery,
  wholeLexemesOf,
} from './query-terms.ts'

/* What the statements of a search ask of a row `s` of listing_search: lists of conditions that all hold. */

/** The columns of each order, and how a later row compares with an earlier one. */
export const sortOrders = {
  latest: { by: 'created_at desc, id desc', next: '<' },
  'price-asc': { by: 'price, id', next: '>' },
  'price-desc': { by: 'price desc, id desc', next: '<' },
  near: { by: 'rank, created_at desc, id desc', next: '<' },
} satisfies Record<RowOrder, unknown>

/** A row's LGA as areas name it. */
export const placeColumn = `s.state || '/' || s.lga`
export const stateOf = (place: string) => place.slice(0, place.indexOf('/'))
export const lgaOf = (place: string) => place.slice(place.indexOf('/') + 1)

/** Whether several indexes may serve, and the values decide which: then PostgreSQL plans the statement each time. */
export function isPlannedEachTime(criteria: Criteria, plan: IndexPlan): boolean {
  if (readsFeatured(criteria, plan)) return false
  return criteria.terms.length === 0 || plan.strategy === 'bitmap-and' || readsArea(plan)
}

/** Whether all featured listings are read, and filtered by their columns and documents. */
function readsFeatured(criteria: Criteria, plan: IndexPlan): boolean {
  return criteria.featured === true && wordsQuery(indexedBy(criteria, plan)) === null
}

function indexedBy(criteria: Criteria, plan: IndexPlan): Criteria {
  return plan.strategy === 'recheck' ? plan.indexed : criteria
}

/**
 * The rows `s` that `indexConditions` are about. Featured listings are few and have an index of their own; `offset 0` makes PostgreSQL read
 * it: its planner expects a fifteenth of what an LGA has, since it does not know that an LGA lies in one state.
 */
export function searchedRows(criteria: Criteria, plan: IndexPlan): string {
  return readsFeatured(criteria, plan)
    ? '(select * from listing_search where featured_until > now() offset 0) s'
    : 'listing_search s'
}

/** Whether the words are looked for in the documents of an area. */
function readsArea(plan: IndexPlan): boolean {
  return plan.strategy === 'recheck' && plan.indexed.area !== undefined && wordsQuery(plan.indexed) === null
}

/** Conditions for all matches among `searchedRows`: words and filters by the index of the documents; without words, filters by the columns. */
export function indexConditions(values: Values, criteria: Criteria, plan: IndexPlan): string[] {
  const indexed = indexedBy(criteria, plan)
  const words = wordsQuery(indexed)
  const rechecked = plan.strategy === 'recheck' ? documentConditions(values, criteria) : []
  if (!words && (criteria.featured || rechecked.length === 0 || readsArea(plan)))
    return [
      ...columnConditions(values, criteria, 'indexed'),
      ...priceConditions(values, criteria),
      ...rechecked,
    ]
  const { lexemes, categoryInState } = indexedFilters(criteria)
  const query = [...(words ? [words] : []), ...lexemes.map(quoteLexeme)].join(' & ')
  return [
    ...(query ? [`search_document(s.id) @@ ${spelledOut(values, query, indexed)}`] : []),
    ...categoryInStateConditions(values, categoryInState),
    ...dayConditions(values, criteria.days),
    ...areaConditions(values, criteria.area, plan.strategy === 'bitmap-and'),
    ...priceConditions(values, criteria, priceColumn(plan)),
    ...rechecked,
    ...(criteria.featured ? ['s.featured_until > now()'] : []),
  ]
}

/** Days by the index of the documents: a list of single days, since GIN collects a range of them before it meets the words. */
function dayConditions(values: Values, days: Days | undefined): string[] {
  if (!days) return []
  const dayOf = (time: string) => `(search_day(${time}))[1]`
  const from = dayOf(values.add(new Date(days.from)))
  const to = dayOf(
    days.to === undefined ? '(select max(created_at) from listing_search)' : values.add(new Date(days.to)),
  )
  return [
    `search_day(s.created_at) && (select array_agg(${from} + n) from generate_series(0, ${to} - ${from}) n)`,
  ]
}

/** By the index of the documents. The sub-select hides the values, as `spelledOut` does. */
function categoryInStateConditions(values: Values, both: CategoryInState | undefined): string[] {
  if (!both) return []
  const wanted = `search_category_in_state(${values.add(both.category)}, ${values.add(both.state)})`
  return [`search_category_in_state(s.category_id, s.state) && (select ${wanted})`]
}

/** `+ 0` keeps PostgreSQL from reading a whole range of prices from an index. */
export function priceColumn({ strategy }: IndexPlan): string {
  return strategy === 'bitmap-and' ? 's.price' : '(s.price + 0)'
}

/** The words, checked in the document of one row. */
export function documentConditions(values: Values, criteria: Criteria): string[] {
  const words = wordsQuery(criteria)
  if (!words) return []
  return [
    `(select d.document @@ ${values.add(words)}::tsquery from listing_documents d where d.listing_id = s.id)`,
  ]
}

export function leadingCondition(
  values: Values,
  criteria: Criteria,
  leading: OrderedScan['leading'],
): string[] {
  if (leading === 'category') return [`s.category_id = ${values.hidden(criteria.category, 'integer')}`]
  return leading === 'state' ? [`s.state = ${values.hidden(criteria.state, 'text')}`] : []
}

export function columnConditions(
  values: Values,
  criteria: Criteria,
  access?: 'indexed' | 'hidden',
): string[] {
  const add = adding(values, access)
  return [
    ...equalitiesOf(criteria).map(({ column, type, value }) => `s.${column} = ${add(value, type)}`),
    ...areaConditions(values, criteria.area, access === 'indexed'),
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

export function priceConditions(
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
export function afterCursor(
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
 * each call. A prefix that is also sought as a whole word stays: `ts_rewrite` does not tell them apart, and would replace both.
 */
function spelledOut(values: Values, query: string, { terms, title }: Criteria): string {
  const prefixesIn = (sought: Term[], mark: string) => {
    const whole = new Set(sought.flatMap(wholeLexemesOf))
    const prefixes = sought.flatMap(prefixesOf).filter((prefix) => !whole.has(prefix))
    return prefixes.map((prefix) => ({ mark, prefix }))
  }
  const prefixes = [
    ...(title?.present ? [] : prefixesIn(terms, '')),
    ...prefixesIn(title?.terms ?? [], titleMark),
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

export function and(conditions: string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}
