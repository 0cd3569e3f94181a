import { setTimeout as sleep } from 'node:timers/promises'
import type { Seen } from '#tests/chaos/support/traffic.ts'
import { until } from '#tests/support/until.ts'
import type { Outcome } from '../scenario.ts'
import type { Market } from './traders.ts'

interface Steps {
  /** Breaks it. */
  lose(): unknown
  /** Resolves when the rest has recovered. */
  recovered?(): Promise<unknown>
  /** Checks while it is away, in addition to the traffic. */
  during?(): Promise<unknown>
  /** Milliseconds that the traffic continues in this state. */
  downtimeMs?: number
  /** Restores it, and resolves when it has its role again. */
  heal(): unknown
  /** Kinds of writes that must succeed before and after it is restored. */
  requiredWrites?: string[]
}

const reads = ['page', 'own page', 'search']
/** Whether it leaves data behind. */
const isWrite = (what: string) => !reads.includes(what)
const everything = [
  'listing',
  'message',
  'thread',
  'upload',
  'edit',
  'favourite',
  'question',
  'review',
  'registration',
]

/** Breaks something during traffic, restores it, and reports the effect on people and on all their writes. */
export async function underTraffic(market: Market, steps: Steps): Promise<Outcome> {
  const { lose, recovered, during, heal, downtimeMs = 5000, requiredWrites = everything } = steps
  const measured: string[] = []
  const traffic = await market.traffic()
  const lostAt = performance.now()
  let healedAt = lostAt
  try {
    await lose()
    await recovered?.()
    if (recovered) measured.push(`replaced after ${since(lostAt)}`)
    await comesThrough(requiredWrites)
    await during?.()
    await sleep(Math.max(0, lostAt + downtimeMs - performance.now()))
  } finally {
    // In any case: the next scenario needs everything working.
    healedAt = performance.now()
    try {
      await heal()
      measured.push(`back in its place ${since(healedAt)} after its return`)
      await comesThrough(everything)
    } finally {
      await traffic.stop()
    }
  }
  const endedAt = performance.now()
  const seen = traffic.seen.filter(({ at, ms }) => at + ms >= lostAt)
  const errors = seen.filter(isError)
  measured.push(`the slowest answer took ${(Math.max(...seen.map(({ ms }) => ms)) / 1000).toFixed(1)} s`)
  return {
    recovery: standstill(seen, lostAt, endedAt),
    sees: formatErrors(errors),
    errors: errors.length,
    requests: seen.length,
    comparison: await market.compare(),
    measured,
    failures: [],
  }

  /** Each kind of write, started from now on, is acknowledged again. */
  async function comesThrough(kinds: string[]): Promise<void> {
    const from = performance.now()
    const missing = () =>
      kinds.filter(
        (kind) =>
          !traffic.seen.some(
            (one) => one.what === kind && one.at > from && one.status < 300 && one.status > 0,
          ),
      )
    await until(`acknowledged writes`, () => missing().length === 0, 120_000).catch((error: Error) => {
      throw new Error(`${error.message} Missing: ${missing().join(', ')}.`)
    })
  }
}

const since = (at: number) => `${((performance.now() - at) / 1000).toFixed(1)} s`

const isError = ({ status }: Seen) => status === 0 || status >= 500

function standstill(seen: Seen[], from: number, to: number): number {
  const acknowledged = seen
    .filter((one) => !isError(one) && isWrite(one.what))
    .map(({ at, ms }) => at + ms)
    .sort((a, b) => a - b)
  const moments = [from, ...acknowledged, to]
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)))
}

/** The errors by text, the most frequent first. */
function formatErrors(errors: Seen[]): string {
  const counts = new Map<string, number>()
  for (const { what, status, detail } of errors) {
    // A page shows the error in its own form.
    const description = detail
      ? `“${detail}”`
      : what.endsWith('page')
        ? 'as a page'
        : 'in the balancer’s words'
    const line = status === 0 ? 'no answer' : `${status} ${description}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([said, count]) => `${count} × ${said}`).join('; ') || 'nothing'
}
