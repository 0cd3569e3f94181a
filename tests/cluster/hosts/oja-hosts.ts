import { thisTree } from '#tests/support/oja-process.ts'
import { type Cluster, ojaHosts, valuesOf } from './all-hosts.ts'
import { statusOf } from './ask.ts'
import { publicUrl } from './haproxy.ts'
import { mailCertificate } from './mail-host.ts'
import { settingsOf } from './template.ts'

/** Adds Oja to its three hosts. */
export function addOja(cluster: Cluster): void {
  for (const name of ojaHosts) replaceOja(cluster, name)
}

/** Adds or replaces a stopped Oja, from the tree of this file or another version's. */
export function replaceOja(cluster: Cluster, name: (typeof ojaHosts)[number], tree = thisTree): void {
  const host = cluster.hosts[name]
  const values = { ...valuesOf(cluster, host), PUBLIC_URL: publicUrl, WEB_CONCURRENCY: '1' }
  host.add({
    name: 'oja',
    command: [process.execPath, '--v8-pool-size=1', 'scripts/start.mjs'],
    cwd: tree,
    env: {
      ...settingsOf('oja.env', values),
      ...cluster.settings,
      NODE_EXTRA_CA_CERTS: mailCertificate(cluster),
    },
    isReady: async () => (await statusOf(`http://${host.address}:3000/readyz`)) === 200,
  })
}
