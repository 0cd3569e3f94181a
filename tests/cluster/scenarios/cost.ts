import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from '#tests/support/person.ts'
import { until } from '#tests/support/until.ts'
import { type Cluster, databaseHosts, ojaHosts, redisHosts } from '../hosts/all-hosts.ts'
import { statusOf } from '../hosts/ask.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import { type HostName, namespaceOf, processesIn } from '../hosts/network.ts'
import type { Scenario } from '../scenario.ts'
import { openThread } from '../support/conversation.ts'
import { connectApart } from '../support/nodes.ts'

/**
 * Measured requests of each kind, and warm-up requests before them, per node: a freshly started one is slow.
 */
const measured = 600
const warm = 500
const atOnce = 4

const parts: Record<string, readonly HostName[]> = {
  Oja: ojaHosts,
  PostgreSQL: databaseHosts,
  Redis: redisHosts,
  HAProxy: ['lb'],
}
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Seconds of processor time of a host's processes so far. */
function secondsOf(cluster: Cluster, name: HostName): number {
  let sum = 0
  for (const pid of processesIn(namespaceOf(cluster.run, name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      // utime, stime, and those of its ended children.
      for (const field of [11, 12, 13, 14]) sum += Number(fields[field])
    } catch {
      // Ended meanwhile.
    }
  }
  return sum / ticks
}

type Act = (number: number) => Promise<{ status: number }>

/**
 * The cost of a request on one, two and three nodes. With two cores, more nodes give no more throughput; the
 * figures show the cost of crossing nodes.
 */
export const cost: Scenario = {
  name: 'cost',
  title: 'Nothing: what requests cost on 1, 2 and 3 nodes',
  async run(cluster, market) {
    const { seller, buyer } = market
    const threadId = await openThread(market)
    const read =
      (path: string): Act =>
      () =>
        request(`${publicUrl}${path}`, 'GET', undefined, undefined)
    let price = 0
    const acts: Record<string, Act> = {
      // A unique address each, so that no cached page is served.
      'a page of Browse, rendered again': () =>
        request(`${publicUrl}/listings?minPrice=${++price}`, 'GET', undefined, undefined),
      'a page that is kept': read('/about'),
      'Browse as JSON': read('/api/listings'),
      'a signed-in read': () => buyer.send('GET', '/api/messages/unread-count'),
      'a message': (number) =>
        (number % 2 ? seller : buyer).send('POST', `/api/threads/${threadId}/messages`, {
          body: `Number ${number}`,
        }),
    }
    const lines: string[] = []
    let errors = 0
    let requests = 0
    for (const nodes of [1, 2, 3]) {
      await runNodes(cluster, nodes)
      const idle = Object.values(parts).map((hosts) => sum(cluster, hosts))
      await sleep(5000)
      const idleCosts = Object.entries(parts).map(([part, hosts], index) => {
        const seconds = sum(cluster, hosts) - (idle[index] ?? 0)
        return `${part} ${((seconds * 1000) / 5).toFixed(0)}`
      })
      lines.push(`${nodes} node${nodes > 1 ? 's' : ''}, nobody there, a second: ${idleCosts.join(', ')}`)
      const sockets = nodes > 1 ? await connectApart(cluster, [seller.cookie, buyer.cookie]) : []
      for (const [name, act] of Object.entries(acts)) {
        await repeat(warm * nodes, act)
        const before = Object.entries(parts).map(([, hosts]) => sum(cluster, hosts))
        const failed = await repeat(measured, act)
        const spent = Object.entries(parts).map(([part, hosts], index) => {
          const seconds = sum(cluster, hosts) - (before[index] ?? 0)
          return `${part} ${((seconds * 1000) / measured).toFixed(2)}`
        })
        errors += failed
        requests += measured + warm * nodes
        lines.push(`${nodes} node${nodes > 1 ? 's' : ''}, ${name}: ${spent.join(', ')}`)
      }
      for (const { socket } of sockets) socket.disconnect()
    }
    console.log()
    for (const line of lines) console.log(`  ${line} ms`)
    return {
      recovery: null,
      sees: 'nothing',
      errors,
      requests,
      comparison: { writes: 0, lost: [], doubled: [], halfDone: [], leftForSweep: 0 },
      measured: ['ms of processor time a request stand above'],
      failures: errors > 0 ? [`${errors} requests failed`] : [],
    }
  },
}

const sum = (cluster: Cluster, hosts: readonly HostName[]) =>
  hosts.reduce((total, name) => total + secondsOf(cluster, name), 0)

/** Runs this many requests, some concurrently; returns the number of failures. */
async function repeat(count: number, act: Act): Promise<number> {
  let next = 0
  let failed = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const { status } = await act(next++)
        if (status === 0 || status >= 400) failed += 1
      }
    }),
  )
  return failed
}

/** Runs only the first `count` nodes, and waits until the load balancer has noticed. */
async function runNodes({ hosts }: Cluster, count: number): Promise<void> {
  for (const [index, name] of ojaHosts.entries()) {
    if (index < count) await hosts[name].start()
    else await hosts[name].service('oja').stop()
  }
  await until('pages', async () => (await statusOf(`${publicUrl}/about`)) === 200)
}
