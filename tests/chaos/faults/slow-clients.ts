import { readFileSync } from 'node:fs'
import { socketPath } from '#shared/socket-path.ts'
import { endlessBody, endlessHeaders, nonReading, slowClient } from '#tests/support/slow-client.ts'
import { until } from '#tests/support/until.ts'
import { createWorld } from '../support/chaos-world.ts'
import { expectations, type Fault } from '../support/fault.ts'

/** Clients of each kind. */
const crowd = 100
/**
 * Milliseconds: headersTimeout and the interval of its check (server/app.ts), plus a reserve for a busy
 * machine.
 */
const headersWithin = 30_000
/** Milliseconds: twice socket.io's ping timeout. */
const pingsWithin = 90_000
/** Maximum megabytes for all these clients. */
const maxMemory = 60
/** Milliseconds. */
const maxResponseMs = 1000
/** Reads before the measurement: a new process allocates memory for code and caches in any case. */
const warmUp = 600

/** Slow clients hold connections and nothing else: others are served meanwhile. */
export const slowClients: Fault = {
  name: 'slow',
  title: `${crowd} clients each that send headers or a body for ever, read nothing, or answer no ping`,
  async run(report) {
    const { expect, failures } = expectations()
    const world = await createWorld()
    try {
      const { oja, seller } = world
      await world.traffic().then((traffic) => traffic.stop())
      const memory = () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${oja.pid()}/status`, 'utf8'))?.[1]) / 1024
      const readAsOthers = async () => {
        const answer = await fetch(`${oja.url}/api/listings`)
        await answer.arrayBuffer()
        return answer.status
      }
      for (let read = 0; read < warmUp; read += 1) await readAsOthers()
      const before = memory()
      const many = (behaviour: Parameters<typeof slowClient>[1]) =>
        Promise.all(Array.from({ length: crowd }, () => slowClient(oja.url, behaviour)))
      const headers = await many(endlessHeaders)
      const bodies = await many(endlessBody(seller.cookie))
      const nonReaders = [
        ...(await many(nonReading('/about', 90, ''))),
        await slowClient(oja.url, nonReading('/api/settings/export', 20, seller.cookie)),
      ]
      const silent = silentSocket(oja.url)
      report('they are all there')

      const latencies: number[] = []
      const refusals: number[] = []
      const startedAt = performance.now()
      const gone = Promise.all(headers.map(({ ended }) => ended))
      let headersGone: number | undefined
      void gone.then((times) => {
        headersGone = Math.max(...times)
      })
      await until(
        'the first kind to be sent away',
        async () => {
          const askedAt = performance.now()
          const status = await readAsOthers()
          latencies.push(performance.now() - askedAt)
          if (status !== 200) refusals.push(status)
          return headersGone
        },
        headersWithin,
      )
      const during = memory()
      const answers = new Set(headers.map((client) => client.received().split('\r\n')[0] ?? ''))
      const silentFor = await Promise.race([silent, delay(pingsWithin)])
      const held = memory()
      for (const client of [...bodies, ...nonReaders]) client.leave()
      latencies.sort((a, b) => a - b)
      const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
      expect(refusals.length === 0, `${refusals.length} others were refused: ${refusals[0]}`)
      expect(p99 < maxResponseMs, `others waited ${Math.round(p99)} ms`)
      expect(during - before < maxMemory, `the memory grew by ${Math.round(during - before)} MB`)
      expect(held - during < maxMemory / 2, `the memory went on growing, by ${Math.round(held - during)} MB`)
      expect(silentFor !== null, 'a socket that answers no ping was kept')
      return {
        sees: `nothing; the slow one: ${[...answers].join(' or ')}`,
        measured: [
          `headers given up after ${Math.round((headersGone ?? 0) / 1000)} s`,
          `silent socket after ${Math.round((silentFor ?? 0) / 1000)} s`,
          `others: ${latencies.length} answers in ${Math.round((performance.now() - startedAt) / 1000)} s, p99 ${Math.round(p99)} ms`,
          `memory ${Math.round(before)} → ${Math.round(during)} → ${Math.round(held)} MB`,
        ],
        failures,
      }
    } finally {
      await world.end()
    }
  },
}

/** Opens a socket and then never responds; resolves with the milliseconds until the server closes it. */
async function silentSocket(url: string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`)
  const startedAt = performance.now()
  await new Promise((resolve) => socket.addEventListener('close', resolve))
  return performance.now() - startedAt
}

function delay(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref())
}
