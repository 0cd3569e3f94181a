import { expectations } from '#tests/chaos/support/fault.ts'
import { until } from '#tests/support/until.ts'
import type { Scenario } from '../scenario.ts'
import { listen, openThread, readThread, sendAll } from '../support/conversation.ts'
import { connectApart } from '../support/nodes.ts'

/** Messages of each. */
const each = 150

const isRising = (ids: number[]) => ids.every((id, index) => id > (ids[index - 1] ?? 0))

/** Both people get every message in one order, although one of them loses the connected node. */
export const chat: Scenario = {
  name: 'chat',
  title: 'The node of one of two who talk, each at another one',
  async run(cluster, market) {
    const { expect, failures } = expectations()
    const { seller, buyer } = market
    const threadId = await openThread(market)
    const [bySeller, byBuyer] = await connectApart(cluster, [seller.cookie, buyer.cookie])
    const parties = [listen(seller, threadId, bySeller.socket), listen(buyer, threadId, byBuyer.socket)]
    const lost = cluster.hosts[bySeller.node]
    let restarting: Promise<void> | undefined
    let killing: Promise<void> | undefined
    const startedAt = performance.now()
    const onSent = (sent: number) => {
      if (sent === Math.round(each / 3)) killing ??= lost.kill()
      if (sent === Math.round((each * 2) / 3)) restarting ??= killing?.then(() => lost.start())
    }
    const sent = await Promise.all([
      sendAll(seller, threadId, each, onSent),
      sendAll(buyer, threadId, each, () => {}),
    ])
    const seconds = (performance.now() - startedAt) / 1000
    await restarting
    let crossed = 0
    const all = await readThread(seller, threadId)
    for (const [index, { received, live }] of parties.entries()) {
      await until('every message', () => all.every((id) => received.includes(id)), 30_000).catch(() => {})
      const who = index === 0 ? 'the seller' : 'the buyer'
      const missed = all.filter((id) => !received.includes(id))
      expect(missed.length === 0, `${who} missed ${missed.length} messages`)
      const events = live.flat()
      expect(
        new Set(events).size === events.length,
        `${who} received ${events.length - new Set(events).size} twice`,
      )
      // Two nodes may send events at the same time for messages that the database has numbered in order:
      // pages sort them by number. One person's messages arrive in the order of sending.
      for (const ids of sent) {
        const bySender = live.map((part) => part.filter((id) => ids.includes(id)))
        expect(bySender.every(isRising), `${who} got one of both in another order`)
      }
      crossed += live.flatMap((part) => part.filter((id, index) => id < (part[index - 1] ?? 0))).length
    }
    const acknowledged = sent.flat()
    const missing = acknowledged.filter((id) => !all.includes(id))
    for (const { socket } of [bySeller, byBuyer]) socket.disconnect()
    const [{ counts: ofSeller }, { counts: ofBuyer }] = parties as [(typeof parties)[0], (typeof parties)[0]]
    return {
      recovery: null,
      sees: 'nothing; the conversation goes on',
      errors: 0,
      requests: acknowledged.length,
      comparison: {
        writes: acknowledged.length,
        lost: missing.map((id) => `message ${id}`),
        doubled: all.length > acknowledged.length ? [`${all.length - acknowledged.length} messages`] : [],
        halfDone: [],
        leftForSweep: 0,
      },
      measured: [
        `${bySeller.node} killed, the other at ${byBuyer.node}; ${acknowledged.length} messages in ${seconds.toFixed(1)} s`,
        `${crossed} of ${acknowledged.length * 2} came after one with a larger number, which pages put right`,
        `the seller read again after ${ofSeller.readAgain} connections, the buyer after ${ofBuyer.readAgain}`,
      ],
      failures,
    }
  },
}
