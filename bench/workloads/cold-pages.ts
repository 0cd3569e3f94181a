import { anyBrowseAddress, different, page, pick } from '../requests/addresses.ts'
import { halfOf, runClosedLoop, runOpenLoop, withLatencies } from './against.ts'
import { medians } from './measure.ts'
import { atLeast, atMost, holds, type Verdict } from './verdict.ts'
import type { BenchContext, Figures, Row, Workload } from './workload.ts'

/** Minimum pages a second that one process must render. */
const minPagesPerSecond = 700
/** Addresses prepared per second: more than any process renders. */
const maxAddressesPerSecond = 4000

/** Addresses without a repetition: each page is read and rendered. */
export const coldPages: Workload = {
  name: 'pages-cold',
  bar: `home, browse, detail as HTML, never asked before: at least ${minPagesPerSecond} pages a second a process, p99 at most 40 ms at half that rate`,
  async run(context) {
    const { facts, random } = context
    let visits = 0
    const kinds: Pick<Kind, 'name' | 'make' | 'supply'>[] = [
      // There is one home page: a parameter makes its addresses different.
      { name: 'home', make: () => `/?visit=${Date.now().toString(36)}${visits++}`, supply: Infinity },
      { name: 'browse', make: () => anyBrowseAddress(facts, random), supply: Infinity },
      {
        name: 'detail',
        make: () => `/listings/${pick(facts.samples, random).id}`,
        supply: facts.samples.length * 0.9,
      },
    ]
    const rows: Row[] = []
    const used = new Set<string>()
    for (const kind of kinds)
      for (const plain of [false, true]) rows.push(await cold(context, { ...kind, plain, used }))
    return rows
  },
}

interface Kind {
  name: string
  make(): string
  /** The number of different addresses. */
  supply: number
  /** Without compression. */
  plain: boolean
  /** Addresses already used by this workload. */
  used: Set<string>
}

async function cold(context: BenchContext, { name, make, supply, plain, used }: Kind): Promise<Row> {
  const { server, seconds, rounds } = context
  // Compressed and not; warm-up, and the rounds of both loops.
  const share = Math.floor(supply / (2 * (2 * rounds + 1)))
  const fresh = (count: number) => {
    const addresses = different(Math.min(count, share), () => {
      const address = make()
      return used.has(address) ? null : address
    })
    for (const address of addresses) used.add(address)
    return addresses.map((address) => page(address, { plain }))
  }
  const once = { once: true, fingerprint: true }
  // Until the rendering code is optimised: a thousand pages and more.
  await runClosedLoop(context, { server, requests: fresh(maxAddressesPerSecond) }, 4, once)

  const fast: Figures[] = []
  const bodies = { all: 0, different: 0 }
  const count = ({ answers, distinctBodies = 0 }: { answers: number; distinctBodies?: number }) => {
    bodies.all += answers
    bodies.different += distinctBodies
  }
  for (let round = 0; round < rounds; round += 1) {
    const expected = fast.at(-1)?.requestsPerSecond ?? maxAddressesPerSecond / 2
    const requests = fresh(Math.ceil(expected * 1.5 * seconds))
    const { figures, result } = await runClosedLoop(context, { server, requests }, seconds, once)
    fast.push(figures)
    count(result)
  }
  const highest = medians(fast)
  const rate = Math.min(halfOf(highest), minPagesPerSecond / 2)
  const slow: Figures[] = []
  for (let round = 0; round < rounds; round += 1) {
    const requests = fresh(Math.ceil(rate * seconds))
    const { figures, result } = await runOpenLoop(context, { server, requests }, seconds, rate, once)
    slow.push(figures)
    count(result)
  }
  const scheduled = medians(slow)
  return {
    name: `${name}, cold${plain ? ', uncompressed' : ''}`,
    figures: withLatencies(highest, scheduled, rate),
    verdicts: [
      atLeast('pages a second', highest.requestsPerSecond ?? 0, minPagesPerSecond),
      atMost(`p99 at ${rate} a second`, scheduled.p99 ?? Number.NaN, 40, 'ms'),
      ...(name === 'home' ? [] : [allDifferent(bodies)]),
    ],
    ...(name === 'home' ? { note: 'one page under different addresses' } : {}),
  }
}

function allDifferent(bodies: { all: number; different: number }): Verdict {
  return holds(
    'no two bodies equal',
    bodies.different === bodies.all,
    `${bodies.different} different of ${bodies.all}`,
  )
}
