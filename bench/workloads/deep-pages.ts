import { limits } from '#shared/limits.ts'
import { call, listAddress } from '../requests/addresses.ts'
import { readList, withLimit, withoutLimit } from '../requests/read-list.ts'
import { compare } from './against.ts'
import { atMost } from './verdict.ts'
import type { BenchContext, Row, Workload } from './workload.ts'

const deep = 1000

/** The thousandth page of a list compared with its first. */
export const deepPages: Workload = {
  name: 'deep-pages',
  bar: `deep pages by cursor, page 1 against page ${deep}: ratio at most 1.5`,
  async run(context) {
    const [common = ''] = context.facts.words.common
    const lists = {
      'all, latest': {},
      'all, cheapest first': { sortBy: 'price-asc' },
      'a category': { category: '1' },
      'used, dearest first': { condition: 'USED', sortBy: 'price-desc' },
      'a common word': { search: common },
    }
    const rows: Row[] = []
    for (const [name, query] of Object.entries(lists)) {
      context.log(`deep-pages: ${name}`)
      rows.push(await deepPage(context, name, listAddress('/api/listings', query)))
    }
    return rows
  },
}

async function deepPage(context: BenchContext, name: string, first: string): Promise<Row> {
  const { server } = context
  const { path, page } = await walk(server.origin, first)
  const reference = { server, requests: [call(first)] }
  const target = { server, requests: [call(path)] }
  const { figures, ceiling, share, shareOfCpu } = await compare(context, target, reference)
  return {
    name: `page ${page}: ${name}`,
    figures,
    ceiling: { what: 'page 1', ...ceiling },
    verdicts: [atMost('time against page 1', 1 / share, 1.5)],
    note: [
      `${(1 / shareOfCpu).toFixed(2)} by processor time`,
      ...(page < deep ? ['there are no more'] : []),
    ].join('; '),
  }
}

/**
 * Goes to the deep page, or to the last one before the end, in steps larger than a page: a cursor is a
 * position, not a number.
 */
async function walk(origin: string, first: string): Promise<{ path: string; page: number }> {
  const { default: size, max } = limits.page
  const skip = (deep - 1) * size
  let at = 0
  let path = first
  while (at < skip) {
    const step = Math.min(max, skip - at)
    const { ids, next } = await readList(origin, withLimit(path, step))
    if (!next) break
    at += ids.length
    path = next
  }
  return { path: withoutLimit(path), page: Math.floor(at / size) + 1 }
}
