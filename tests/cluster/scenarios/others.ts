import { randomUUID } from 'node:crypto'
import { until } from '#tests/support/until.ts'
import { databaseHosts, ojaHosts } from '../hosts/all-hosts.ts'
import { statusOf } from '../hosts/ask.ts'
import type { Host } from '../hosts/host.ts'
import { findMaster } from '../hosts/redis-hosts.ts'
import type { Scenario } from '../scenario.ts'
import type { Market } from '../support/traders.ts'
import { underTraffic } from '../support/under-traffic.ts'

export const redisKilled: Scenario = {
  name: 'redis',
  title: 'The Redis master’s host: Redis and its Sentinel killed -9',
  async run(cluster, market) {
    const master = (await until('a master', () => findMaster(cluster))) as Host
    return underTraffic(market, {
      lose: () => master.kill(),
      recovered: () =>
        until('another master', async () => {
          const next = await findMaster(cluster)
          return next && next !== master
        }),
      heal: () => master.start(),
    })
  },
}

export const nodeKilled: Scenario = {
  name: 'node',
  title: 'One of three Oja nodes killed -9',
  run: ({ hosts: { oja1 } }, market) =>
    underTraffic(market, { lose: () => oja1.kill(), heal: () => oja1.start() }),
}

export const nodeCutOff: Scenario = {
  name: 'node-cut',
  title: 'One of three Oja nodes cut off from everything for 40 s',
  run: ({ hosts: { oja2 } }, market) =>
    underTraffic(market, {
      lose: () => oja2.cutOff(),
      downtimeMs: 40_000,
      async heal() {
        oja2.heal()
        await until(
          'its return',
          async () => (await statusOf(`http://${oja2.address}:3000/readyz`)) === 200,
          60_000,
        )
      },
    }),
}

export const storeKilled: Scenario = {
  name: 's3',
  title: 'The S3 store killed -9 for 10 s',
  async run({ hosts }, market) {
    const measured: string[] = []
    const outcome = await underTraffic(market, {
      lose: () => hosts.s3.kill(),
      downtimeMs: 10_000,
      // None: sooner or later each worker of the traffic retries an upload, which cannot succeed.
      requiredWrites: [],
      async during() {
        measured.push(await writeWithoutPictures(market))
        const states = ojaHosts.map((name) => statusOf(`http://${hosts[name].address}:3000/readyz`))
        measured.push(`/readyz of the nodes: ${(await Promise.all(states)).join(', ')}`)
      },
      heal: () => hosts.s3.start(),
    })
    return { ...outcome, recovery: null, measured: [...measured, ...outcome.measured] }
  },
}

/** One person chats and another edits while no picture can be stored. */
async function writeWithoutPictures({ seller, buyer, ledger }: Market): Promise<string> {
  const [id] =
    [...ledger.listings].find(([, { isDeleted }]) => !isDeleted.value && !isDeleted.isChanging) ?? []
  const opened = await buyer.send('POST', '/api/threads', { listingId: id })
  const { id: threadId } = opened.body as { id: number }
  let acknowledged = 0
  for (const writer of [buyer, seller, buyer, seller, buyer, seller]) {
    const clientId = randomUUID()
    const body = `Are you there, ${clientId}?`
    const answer = await writer.send('POST', `/api/threads/${threadId}/messages`, { body, clientId })
    ledger.messages.set(clientId, {
      threadId,
      body,
      isAcknowledged: answer.status < 300 && answer.status > 0,
    })
    if (answer.status < 300 && answer.status > 0) acknowledged += 1
  }
  return `${acknowledged} of 6 messages acknowledged meanwhile`
}

export const mailKilled: Scenario = {
  name: 'mail',
  title: 'The mail server killed -9 for 10 s',
  run: ({ hosts }, market) =>
    underTraffic(market, {
      lose: () => hosts.mail.kill(),
      downtimeMs: 10_000,
      heal: () => hosts.mail.start(),
    }),
}

export const balancerKilled: Scenario = {
  name: 'balancer',
  title: 'HAProxy killed -9, and started again after 3 s',
  run: ({ hosts: { lb } }, market) =>
    underTraffic(market, {
      lose: () => lb.kill(),
      downtimeMs: 3000,
      requiredWrites: [],
      heal: () => lb.start(),
    }),
}

export const etcdKilled: Scenario = {
  name: 'etcd',
  title: 'All three etcd killed -9 for 40 s',
  run({ hosts }, market) {
    const all = databaseHosts.map((name) => hosts[name].service('etcd'))
    return underTraffic(market, {
      lose: () => Promise.all(all.map((etcd) => etcd.stop('SIGKILL'))),
      downtimeMs: 40_000,
      async heal() {
        for (const etcd of all) etcd.start()
        await Promise.all(all.map((etcd) => etcd.ready()))
      },
    })
  },
}

export const everything: Scenario = {
  name: 'all',
  title: 'Everything that was written since the cluster came up, once more',
  run: async (_, market) => ({
    recovery: null,
    sees: '–',
    errors: 0,
    requests: 0,
    comparison: await market.compareAll(),
    measured: [],
    failures: [],
  }),
}
