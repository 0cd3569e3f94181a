import { until } from '#tests/support/until.ts'
import { type Cluster, databaseHosts } from '../hosts/all-hosts.ts'
import type { Host } from '../hosts/host.ts'
import { allStream, findPrimary, findSyncStandby } from '../hosts/patroni.ts'
import type { Scenario } from '../scenario.ts'
import type { Market } from '../support/traders.ts'
import { underTraffic } from '../support/under-traffic.ts'

async function lose(
  cluster: Cluster,
  market: Market,
  choose: (primary: Host, standby: Host) => Host | undefined,
) {
  await allStream(cluster)
  const primary = (await until('a primary', () => findPrimary(cluster))) as Host
  const standby = (await until('a synchronous standby', () => findSyncStandby(cluster))) as Host
  const host = choose(primary, standby)
  if (!host) throw new Error('There is no such host.')
  return underTraffic(market, {
    lose: () => host.kill(),
    // The other one replaces the synchronous standby.
    recovered: () => allStream(cluster, 1),
    async heal() {
      await host.start()
      await allStream(cluster)
    },
  })
}

export const standbyKilled: Scenario = {
  name: 'standby',
  title: 'The synchronous standby’s host killed -9',
  run: (cluster, market) => lose(cluster, market, (_, standby) => standby),
}

export const replicaKilled: Scenario = {
  name: 'replica',
  title: 'The other replica’s host killed -9',
  run: (cluster, market) =>
    lose(cluster, market, (primary, standby) =>
      databaseHosts.map((name) => cluster.hosts[name]).find((host) => host !== primary && host !== standby),
    ),
}
