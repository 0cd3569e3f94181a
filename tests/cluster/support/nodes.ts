import { until } from '#tests/chaos/support/until.ts'
import { connectSocket, type TestSocket } from '#tests/support/sockets.ts'
import { type Cluster, ojaHosts } from '../hosts/cluster.ts'
import { publicUrl } from '../hosts/haproxy.ts'

export type OjaName = (typeof ojaHosts)[number]

/** A value of a node's metrics, as a caller of its own network may read them; 0 where it says nothing. */
async function metricOf({ hosts }: Cluster, name: OjaName, metric: string): Promise<number> {
  try {
    const answer = await fetch(`http://${hosts[name].address}:3000/metrics`, {
      signal: AbortSignal.timeout(2000),
    })
    const text = await answer.text()
    return Number(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  } catch {
    return 0
  }
}

const countSockets = (cluster: Cluster) =>
  Promise.all(ojaHosts.map((name) => metricOf(cluster, name, 'oja_open_sockets')))

/** A socket through the balancer, and the node that it came to. Nobody else may open one meanwhile. */
async function connectAtBalancer(
  cluster: Cluster,
  cookie: string,
): Promise<{ socket: TestSocket; node: OjaName }> {
  const before = await countSockets(cluster)
  const socket = await connectSocket(publicUrl, cookie, {
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
  })
  const after = await countSockets(cluster)
  const node = ojaHosts.find((_, index) => (after[index] ?? 0) > (before[index] ?? 0))
  if (!node) throw new Error('No node counts the socket that was opened just now.')
  return { socket, node }
}

/** Sockets of two people, at two nodes: opened again until it is so. */
export async function connectApart(cluster: Cluster, cookies: [string, string]) {
  const before = `${await countSockets(cluster)}`
  for (let tries = 0; tries < 60; tries += 1) {
    const one = await connectAtBalancer(cluster, cookies[0])
    const other = await connectAtBalancer(cluster, cookies[1])
    if (one.node !== other.node) return [one, other] as const
    one.socket.disconnect()
    other.socket.disconnect()
    await until('their end', async () => `${await countSockets(cluster)}` === before)
  }
  throw new Error('The balancer sends everybody to one node.')
}
