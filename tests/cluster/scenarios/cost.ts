import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from '#tests/chaos/support/person.ts'
import { until } from '#tests/chaos/support/until.ts'
import { statusOf } from '../hosts/ask.ts'
import { type Cluster, databaseHosts, ojaHosts, redisHosts } from '../hosts/cluster.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import { type HostName, namespaceOf, processesIn } from '../hosts/network.ts'
import type { Scenario } from '../scenario.ts'
import { openThread } from '../support/conversation.ts'
import { connectApart } from '../support/nodes.ts'

/** Requests of each kind that are measured, and those before, for each node: one that was just started is slow. */
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

/** Seconds of processor time that a host's processes took so far. */
function secondsOf(cluster: Cluster, name: HostName): number {
  let sum = 0
  for (const pid of processesIn(namespaceOf(cluster.run, name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      // utime, stime, and those of its children that ended.
      for (const place of [11, 12, 13, 14]) sum += Number(fields[place])
    } catch {
      // ended meanwhile
    }
  }
  return sum / ticks
}

type Act = (number: number) => Promise<{ status: number }>

/** What a request costs on one, two and three nodes. Two cores show no more throughput with more nodes, only what crossing costs. */
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
      // An address of its own each, so that no kept page answers.
      'a page of Browse, made anew': () =>
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
      const resting = Object.entries(parts).map(([part, hosts], index) => {
        const seconds = sum(cluster, hosts) - (idle[index] ?? 0)
        return `${part} ${((seconds * 1000) / 5).toFixed(0)}`
      })
      lines.push(`${nodes} node${nodes > 1 ? 's' : ''}, nobody there, a second: ${resting.join(', ')}`)
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

/** So many requests, some at once; answers how many failed. */
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

/** The first so many nodes, and the balancer knows it. */
async function runNodes({ hosts }: Cluster, count: number): Promise<void> {
  for (const [index, name] of ojaHosts.entries()) {
    if (index < count) await hosts[name].start()
    else await hosts[name].service('oja').stop()
  }
  await until('pages', async () => (await statusOf(`${publicUrl}/about`)) === 200)
}
