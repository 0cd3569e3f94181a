import { type Cluster, databaseHosts, valuesOf } from './all-hosts.ts'
import { statusOf } from './ask.ts'
import { settingsOf } from './template.ts'

/** Adds an etcd to each PostgreSQL host. */
export function addEtcd(cluster: Cluster): void {
  for (const name of databaseHosts) {
    const host = cluster.hosts[name]
    host.add({
      name: 'etcd',
      command: ['etcd'],
      env: settingsOf('etcd.env', valuesOf(cluster, host)),
      isReady: async () => (await statusOf(`http://${host.address}:2379/health`)) === 200,
    })
  }
}
