import { type Expression, sql } from 'kysely'
import { exactLimit } from '#shared/pagination.ts'
import { call, different, filters, listAddress, pick } from '../requests/addresses.ts'
import { type ListPage, readList, withLimit } from '../requests/read-list.ts'
import { halfOf, runClosedLoop, runOpenLoop, withLatencies } from './against.ts'
import { medians } from './measure.ts'
import { atMost, holds } from './verdict.ts'
import type { BenchContext, Figures, Row, Workload } from './workload.ts'

/** Totals that are compared with another way of counting. */
const sampleSize = 40
/** Maximum result size of a search that is paged to its end. */
const walkable = 2000

/** "{n} listings found" where it must be counted: combined filters, and words. */
export const counts: Workload = {
  name: 'counts',
  bar: '"{n} listings found": exact up to 1,000, in the same budget (p99 at most 25 ms); above that bounded and honest',
  async run(context) {
    const { facts, random, server, seconds, rounds } = context
    const byFilters = different(sampleSize * 5, () => {
      const listing = pick(facts.samples, random)
      const chosen = Object.values(filters).filter(() => random() < 0.5)
      const query = Object.assign({}, ...chosen.map((filter) => filter(listing)))
      return Object.keys(query).length > 1 ? listAddress('/api/listings', query) : null
    })
    const byWords = different(sampleSize, () =>
      listAddress('/api/listings', {
        search: `${pick(facts.words.common, random)} ${pick(facts.words.middling, random)}`,
      }),
    )
    const target = { server, requests: byFilters.map(call) }
    const highest = await runClosedLoop(context, target, seconds)
    const rate = halfOf(highest.figures)
    const slow: Figures[] = []
    for (let round = 0; round < rounds; round += 1)
      slow.push((await runOpenLoop(context, target, seconds, rate)).figures)
    const scheduled = medians(slow)
    const row: Row = {
      name: 'counts: several filters',
      figures: withLatencies(highest.figures, scheduled, rate),
      verdicts: [
        atMost('p99', scheduled.p99 ?? Number.NaN, 25, 'ms'),
        judgeTotals('filters: as SQL counts', await countBySql(context, byFilters.slice(0, sampleSize))),
        judgeTotals('words: as many as its pages hold', await countByWalking(context, byWords)),
      ],
    }
    return [row]
  },
}

interface Counted {
  path: string
  page: ListPage
  expected: number
}

/** Whether the totals are correct. */
function judgeTotals(bar: string, counted: Counted[]) {
  const seen = { exact: 0, bounded: 0, wrong: [] as string[] }
  for (const { path, page, expected } of counted) {
    seen[page.totalIsExact ? 'exact' : 'bounded'] += 1
    const right = page.totalIsExact
      ? page.total === expected
      : page.total >= exactLimit && expected >= page.total
    if (!right) seen.wrong.push(`${path} says ${page.total}, there are ${expected}`)
  }
  const summary = `${seen.exact} exact and ${seen.bounded} bounded totals compared`
  return holds(
    bar,
    seen.wrong.length === 0 && seen.exact > 0,
    seen.wrong.length === 0 ? summary : `${seen.wrong.length} wrong: ${seen.wrong[0]}`,
  )
}

/**
 * Counts in the listings table, not in the search tables: all in one pass, since millions take half a minute.
 */
async function countBySql({ db, server }: BenchContext, paths: string[]): Promise<Counted[]> {
  const pages = await Promise.all(paths.map((path) => readList(server.origin, path)))
  const counts = paths.map((path) => sql`count(*) filter (where ${conditionOf(path)})`)
  const { rows } = await sql<{ counts: string[] }>`
    select array[${sql.join(counts)}] as counts
    from listings l join users u on u.id = l.seller_id
    where l.status = 'ACTIVE' and l.deleted_at is null
      and u.banned_at is null and u.deleted_at is null and u.deletion_due_at is null`.execute(db)
  return paths.map((path, index) => ({
    path,
    page: pages[index] as ListPage,
    expected: Number(rows[0]?.counts[index]),
  }))
}

function conditionOf(path: string): Expression<unknown> {
  const query = new URL(path, 'http://oja.invalid').searchParams
  const columns = {
    category: (value: string) => sql`l.category_id = ${Number(value)}`,
    state: (value: string) => sql`l.state = ${value}`,
    lga: (value: string) => sql`l.lga = ${value}`,
    condition: (value: string) => sql`l.condition = ${value}`,
    priceType: (value: string) => sql`l.price_type = ${value}`,
    minPrice: (value: string) => sql`l.price >= ${Number(value) * 100}`,
    maxPrice: (value: string) => sql`l.price <= ${Number(value) * 100}`,
    featured: () => sql`l.featured_until > now()`,
  }
  const conditions = Object.entries(columns).flatMap(([name, condition]) => {
    const value = query.get(name)
    return value === null ? [] : [condition(value)]
  })
  return sql.join(conditions, sql` and `)
}

/** Follows the pages to the last one, for small results. */
async function countByWalking({ server }: BenchContext, paths: string[]): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const path of paths) {
    const page = await readList(server.origin, path)
    if (!page.totalIsExact || page.total > walkable) continue
    const ids = new Set<number>()
    let next: string | null = withLimit(path, 100)
    while (next) {
      const part: ListPage = await readList(server.origin, next)
      for (const id of part.ids) ids.add(id)
      next = part.next
    }
    counted.push({ path, page, expected: ids.size })
  }
  return counted
}
