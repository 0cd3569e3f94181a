import { setTimeout as sleep } from 'node:timers/promises'
import { expectations } from '#tests/chaos/support/fault.ts'
import { type Answered, type Person, request } from '#tests/support/person.ts'
import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { type Cluster, databaseHosts } from '../hosts/all-hosts.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import { allStream, findPrimary, superuserUrl } from '../hosts/patroni.ts'
import type { Scenario } from '../scenario.ts'
import { postListing, uploadPhoto } from '../support/post-listing.ts'

/** Writes that are read back at once. */
const writes = 30

/**
 * Both replicas apply everything 30 s late; writers read through the load balancer at once, like browsers.
 */
export const lag: Scenario = {
  name: 'lag',
  title: 'Nothing: every replica is 30 s behind',
  async run(cluster, { seller }) {
    const { expect, failures } = expectations()
    const browser = keepCookies(seller)
    const photo = await uploadPhoto({ send: browser })
    await delayReplicas(cluster, '30s')
    let vanished = 0
    let slowest = 0
    let failed = 0
    let asked = 0
    try {
      for (let number = 1; number <= writes; number += 1) {
        const title = `Written while they lag ${number}`
        const made = await postListing({ send: browser }, title, photo)
        const { id } = made.body as { id: number }
        const own = await browser('GET', `/api/listings/${id}`)
        const mine = await browser('GET', '/api/listings?sortBy=latest')
        asked += 3
        failed += [made, own, mine].filter(({ status }) => status === 0 || status >= 500).length
        const isShown =
          own.status === 200 && (mine.body as { id: number }[]).some((listing) => listing.id === id)
        if (!isShown) vanished += 1
        const writtenAt = performance.now()
        await until('the listing for a visitor', async () => {
          asked += 1
          return (
            (await request(`${publicUrl}/api/listings/${id}`, 'GET', undefined, undefined)).status === 200
          )
        })
        slowest = Math.max(slowest, performance.now() - writtenAt)
        await sleep(300)
      }
    } finally {
      await delayReplicas(cluster, '0')
      await allStream(cluster)
    }
    expect(vanished === 0, `${vanished} of ${writes} vanished from the eyes of who wrote them`)
    expect(slowest < 10_000, `a visitor saw one only after ${Math.round(slowest)} ms`)
    return {
      recovery: null,
      sees: 'nothing',
      errors: failed,
      requests: asked,
      comparison: { writes, lost: [], doubled: [], halfDone: [], leftForSweep: 0 },
      measured: [
        `${writes - vanished} of ${writes} writes there at the next request`,
        `visitors saw the slowest after ${Math.round(slowest)} ms`,
      ],
      failures,
    }
  },
}

/** Sends every cookie that the server set, like a browser. */
function keepCookies({ cookie }: Person) {
  const jar = new Map([cookie.split('=', 2) as [string, string]])
  return async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const header = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await request(`${publicUrl}${path}`, method, body, header)
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return answer
  }
}

async function delayReplicas(cluster: Cluster, delay: string): Promise<void> {
  const primary = await findPrimary(cluster)
  for (const name of databaseHosts) {
    const { address } = cluster.hosts[name]
    if (address === primary?.address) continue
    const url = superuserUrl(cluster, address, 5432)
    await ask(url, `alter system set recovery_min_apply_delay = '${delay}'`)
    await ask(url, 'select pg_reload_conf()')
  }
}
