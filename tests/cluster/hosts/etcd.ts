import { statusOf } from './ask.ts'
import { type Cluster, databaseHosts, valuesOf } from './cluster.ts'
import { settingsOf } from './template.ts'

/** Puts an etcd beside each PostgreSQL. */
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
