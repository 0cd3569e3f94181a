import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectations } from '#tests/chaos/support/fault.ts'
import { seenBy } from '#tests/chaos/support/seen.ts'
import { copyTree, removeTree } from '#tests/chaos/support/tree.ts'
import { ask } from '#tests/support/postgres.ts'
import { ojaHosts } from '../hosts/all-hosts.ts'
import { replaceOja } from '../hosts/oja-hosts.ts'
import { primaryUrl } from '../hosts/patroni.ts'
import type { Scenario } from '../scenario.ts'

const migration = '9000_deployed.sql'

/**
 * Node after node is stopped gracefully and started from another folder, whose version has a new migration.
 */
export const deploy: Scenario = {
  name: 'deploy',
  title: 'Each node once: a new version with a migration',
  async run(cluster, market) {
    const { expect, failures } = expectations()
    const tree = copyTree()
    try {
      writeFileSync(
        join(tree, 'server/db/migrations', migration),
        'alter table listings add column deployed boolean not null default false;\n',
      )
      const traffic = await market.traffic()
      const before = traffic.seen.length
      const startedAt = performance.now()
      for (const name of ojaHosts) {
        const host = cluster.hosts[name]
        await host.service('oja').stop()
        replaceOja(cluster, name, tree)
        await host.start()
      }
      const seconds = (performance.now() - startedAt) / 1000
      await traffic.stop()
      const seen = traffic.seen.slice(before)
      const faced = seenBy(seen)
      const [column] = await ask(
        primaryUrl(cluster),
        "select from information_schema.columns where table_name = 'listings' and column_name = 'deployed'",
      )
      const errors = faced.unavailable + faced.internal + faced.none
      expect(column !== undefined, 'the migration was not run')
      expect(
        errors === 0,
        `${errors} requests failed: ${faced.example(0) || faced.example(500) || faced.example(503)}`,
      )
      return {
        recovery: null,
        sees: faced.sentences.join(' or '),
        errors,
        requests: seen.length,
        comparison: await market.compare(),
        measured: [`three nodes in ${seconds.toFixed(1)} s`],
        failures,
      }
    } finally {
      // The other scenarios continue with this tree's version.
      for (const name of ojaHosts) {
        await cluster.hosts[name].service('oja').stop()
        replaceOja(cluster, name)
        await cluster.hosts[name].start()
      }
      removeTree(tree)
    }
  },
}
