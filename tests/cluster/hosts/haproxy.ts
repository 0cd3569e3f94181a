import { join } from 'node:path'
import { type Cluster, valuesOf } from './all-hosts.ts'
import { statusOf } from './ask.ts'
import { addressOf } from './network.ts'
import { fillIn } from './template.ts'

/** The public address of Oja. */
export const publicUrl = `http://${addressOf('lb')}`

export function addHaproxy(cluster: Cluster): void {
  const host = cluster.hosts.lb
  const file = fillIn('haproxy.cfg', join(host.folder, 'haproxy.cfg'), {
    ...valuesOf(cluster, host),
    PORT: '80',
  })
  host.add({
    name: 'haproxy',
    command: ['haproxy', '-W', '-db', '-f', file],
    isReady: async () => (await statusOf(`http://${host.address}:8404/`)) === 200,
  })
}
