import { anyBrowseAddress, call, page, pick } from '../requests/addresses.ts'
import type { BenchContext } from '../workloads/workload.ts'

/** Until the shared code is compiled, the indexes are in memory, and the search sample is collected. */
const warmUpSeconds = 6

/** Requests pages and lists of all kinds before the measurements. */
export async function warm({ server, bare, load, facts, random }: BenchContext): Promise<void> {
  const requests = Array.from({ length: 600 }, (_, index) => {
    const listing = pick(facts.samples, random)
    const kinds = [
      page('/'),
      page(`/listings/${listing.id}`),
      page(anyBrowseAddress(facts, random)),
      call(`/api${anyBrowseAddress(facts, random)}`),
    ]
    return pick(kinds, () => (index % kinds.length) / kinds.length)
  })
  await load.closedLoop({ origin: server.origin, requests, seconds: warmUpSeconds })
  await load.closedLoop({ origin: bare.origin, requests: [{ path: '/bytes' }], seconds: 1 })
}
