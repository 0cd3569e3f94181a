import { anyBrowseAddress, call, page, pick } from '../requests/addresses.ts'
import type { BenchContext } from '../workloads/workload.ts'
import type { Child } from './child.ts'

/** Until the shared code is compiled and the indexes are in memory. */
const warmUpSeconds = 6

/** Requests pages and lists of all kinds before the measurements, and waits for the search planner's sample. */
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
  await idle(server)
}

/** Waits until a process hardly works: the first search begins a sample of up to 65,536 listings, which is read between requests. */
export async function idle({ usage }: Pick<Child, 'usage'>): Promise<void> {
  for (let spent = Number.POSITIVE_INFINITY; spent > 10; ) {
    const before = await usage()
    await new Promise((resolve) => setTimeout(resolve, 500))
    spent = (await usage()).cpu - before.cpu
  }
}
