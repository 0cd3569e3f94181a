import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#tests/support/until.ts'
import type { Cluster } from '../hosts/all-hosts.ts'
import type { Host } from '../hosts/host.ts'
import { allStream, findPrimary, findSyncStandby } from '../hosts/patroni.ts'
import type { Outcome, Scenario } from '../scenario.ts'
import { startStubbornWriter } from '../support/fencing.ts'
import type { Market } from '../support/traders.ts'
import { underTraffic } from '../support/under-traffic.ts'

async function present<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  return (await until(what, ask)) as T
}

/** Takes the primary away and checks that the synchronous standby is promoted. */
async function loseTo(
  cluster: Cluster,
  market: Market,
  {
    lose,
    heal,
    away: downtimeMs,
  }: { lose(primary: Host): unknown; heal(primary: Host): unknown; away?: number },
): Promise<Outcome> {
  await allStream(cluster)
  const primary = await present('a primary', () => findPrimary(cluster))
  const standby = await present('a synchronous standby', () => findSyncStandby(cluster))
  let next: Host | null = null
  const outcome = await underTraffic(market, {
    lose: () => lose(primary),
    recovered: () =>
      until(
        'another primary',
        async () => {
          next = await findPrimary(cluster)
          return next && next !== primary
        },
        90_000,
      ),
    ...(downtimeMs ? { downtimeMs } : {}),
    async heal() {
      await heal(primary)
      await allStream(cluster)
    },
  })
  if (next !== standby)
    outcome.failures.push(`${(next as Host | null)?.name} followed, which was not the synchronous standby`)
  return outcome
}

export const primaryKilled: Scenario = {
  name: 'primary',
  title: 'The primary’s host: PostgreSQL, Patroni and etcd killed -9',
  run: (cluster, market) =>
    loseTo(cluster, market, { lose: (primary) => primary.kill(), heal: (primary) => primary.start() }),
}

/** In addition to the usual traffic, a client on the primary's own host writes to it all the time. */
async function cutOff(cluster: Cluster, market: Market, cut: (primary: Host) => void): Promise<Outcome> {
  await allStream(cluster)
  const writer = await startStubbornWriter(cluster, await present('a primary', () => findPrimary(cluster)))
  let cutAt = 0
  let before = 0
  const outcome = await loseTo(cluster, market, {
    lose(primary) {
      cut(primary)
      cutAt = performance.now()
      before = writer.acknowledged.length
    },
    away: 45_000,
    heal: (primary) => primary.heal(),
  })
  await sleep(1000)
  const since = writer.acknowledged.length - before
  const missing = await writer.end()
  outcome.measured.push(
    `a writer on the old primary’s own host: ${writer.acknowledged.length} rows acknowledged, ${since} of them after the cut, ${missing.length} lost`,
  )
  if (cutAt === 0) outcome.failures.push('it was not cut off')
  outcome.failures.push(
    ...missing.map((number) => `row ${number} of the writer on the old primary’s host is lost`),
  )
  return outcome
}

export const primaryCutOff: Scenario = {
  name: 'partition',
  title: 'The primary’s host cut off from all others for 45 s',
  run: (cluster, market) => cutOff(cluster, market, (primary) => primary.cutOff()),
}

export const primarySplit: Scenario = {
  name: 'split',
  title: 'The primary’s host cut off from the other database hosts, not from HAProxy and Oja',
  run: (cluster, market) =>
    cutOff(cluster, market, (primary) => {
      const others = (['pg1', 'pg2', 'pg3'] as const).filter((name) => name !== primary.name)
      primary.cutOff(others)
    }),
}

export const primaryFrozen: Scenario = {
  name: 'frozen',
  title: 'The primary’s host stands still, and goes on after 45 s as if nothing had been',
  run: (cluster, market) =>
    loseTo(cluster, market, {
      lose: (primary) => primary.freeze(),
      away: 45_000,
      heal: (primary) => primary.thaw(),
    }),
}
