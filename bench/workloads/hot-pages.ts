import { listAddress, page } from '../requests/addresses.ts'
import { recordResponse } from '../requests/record-response.ts'
import { compare, noteOf } from './against.ts'
import { atLeast } from './verdict.ts'
import type { BenchContext, Row, Workload } from './workload.ts'

/** The same address repeatedly: the cost of a visitor's most requested pages. */
export const hotPages: Workload = {
  name: 'pages-hot',
  bar: 'home, browse, detail as HTML, hot: at least 55 % of a bare route with the same bytes',
  async run(context) {
    const [listing] = context.facts.samples
    const addresses = {
      home: '/',
      browse: '/listings',
      'browse, filtered': listAddress('/listings', {
        category: String(listing?.category),
        sortBy: 'price-asc',
      }),
      detail: `/listings/${listing?.id}`,
    }
    const rows: Row[] = []
    for (const [name, path] of Object.entries(addresses)) rows.push(await hot(context, name, path))
    return rows
  },
}

async function hot(context: BenchContext, name: string, path: string): Promise<Row> {
  const request = page(path)
  const response = await recordResponse(context.server.origin, request)
  await context.bare.setResponse(response)
  const compared = await compare(
    context,
    { server: context.server, requests: [request] },
    { server: context.bare, requests: [{ ...request, path: '/bytes' }] },
  )
  return {
    name: `${name}, hot`,
    figures: compared.figures,
    ceiling: { what: 'bare route', ...compared.ceiling },
    verdicts: [atLeast('of the bare route', compared.share, 0.55, '%')],
    note: `${noteOf(compared)}; ${(response.body.length / 1000).toFixed(1)} KB ${response.headers['content-encoding'] ?? 'uncompressed'}`,
  }
}
