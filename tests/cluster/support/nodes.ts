import { connectSocket, type TestSocket } from '#tests/support/sockets.ts'
import { until } from '#tests/support/until.ts'
import { type Cluster, ojaHosts } from '../hosts/all-hosts.ts'
import { publicUrl } from '../hosts/haproxy.ts'

export type OjaName = (typeof ojaHosts)[number]

/** A value of a node's metrics, read from its own network; 0 without a response. */
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

/** A socket through the load balancer, and its node. No other socket may be opened meanwhile. */
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

/** Sockets of two people on two different nodes: reopened until that is the case. */
export async function connectApart(cluster: Cluster, cookies: [string, string]) {
  const before = `${await countSockets(cluster)}`
  for (let attempts = 0; attempts < 60; attempts += 1) {
    const one = await connectAtBalancer(cluster, cookies[0])
    const other = await connectAtBalancer(cluster, cookies[1])
    if (one.node !== other.node) return [one, other] as const
    one.socket.disconnect()
    other.socket.disconnect()
    await until('their end', async () => `${await countSockets(cluster)}` === before)
  }
  throw new Error('The balancer sends everybody to one node.')
}
