import { readFileSync } from 'node:fs'
import { socketPath } from '#shared/socket-path.ts'
import { expectations, type Fault } from '../support/fault.ts'
import { deaf, endlessBody, endlessHeaders, slowClient } from '../support/slow-client.ts'
import { until } from '../support/until.ts'
import { createWorld } from '../support/world.ts'

/** Clients of each kind. */
const crowd = 100
/** Milliseconds: headersTimeout and the pause between two looks (server/app.ts), and some for a busy machine. */
const headersWithin = 30_000
/** Milliseconds: two times what socket.io waits for an answer to its ping. */
const pingsWithin = 90_000
/** Megabytes that a crowd may cost. */
const mostMemory = 60
/** Milliseconds. */
const quickly = 1000
/** Reads of others that come first: a process that is new takes memory for code and caches, whoever asks. */
const warmUp = 600

/** They hold connections, and must hold nothing else: others are served meanwhile. */
export const slowClients: Fault = {
  name: 'slow',
  title: `${crowd} clients each that send headers or a body for ever, read nothing, or answer no ping`,
  async run(say) {
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
      const deafOnes = [
        ...(await many(deaf('/about', 90, ''))),
        await slowClient(oja.url, deaf('/api/settings/export', 20, seller.cookie)),
      ]
      const silent = silentSocket(oja.url)
      say('they are all there')

      const waits: number[] = []
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
          waits.push(performance.now() - askedAt)
          if (status !== 200) refusals.push(status)
          return headersGone
        },
        headersWithin,
      )
      const during = memory()
      const answers = new Set(headers.map((client) => client.heard().split('\r\n')[0] ?? ''))
      const silentFor = await Promise.race([silent, wait(pingsWithin)])
      const held = memory()
      for (const client of [...bodies, ...deafOnes]) client.leave()
      waits.sort((a, b) => a - b)
      const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
      expect(refusals.length === 0, `${refusals.length} others were refused: ${refusals[0]}`)
      expect(p99 < quickly, `others waited ${Math.round(p99)} ms`)
      expect(during - before < mostMemory, `the memory grew by ${Math.round(during - before)} MB`)
      expect(held - during < mostMemory / 2, `the memory went on growing, by ${Math.round(held - during)} MB`)
      expect(silentFor !== null, 'a socket that answers no ping was kept')
      return {
        sees: `nothing; the slow one: ${[...answers].join(' or ')}`,
        measured: [
          `headers given up after ${Math.round((headersGone ?? 0) / 1000)} s`,
          `silent socket after ${Math.round((silentFor ?? 0) / 1000)} s`,
          `others: ${waits.length} answers in ${Math.round((performance.now() - startedAt) / 1000)} s, p99 ${Math.round(p99)} ms`,
          `memory ${Math.round(before)} → ${Math.round(during)} → ${Math.round(held)} MB`,
        ],
        failures,
      }
    } finally {
      await world.end()
    }
  },
}

/** A socket that is opened and then answers nothing; resolves with the milliseconds until the server ends it. */
async function silentSocket(url: string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`)
  const startedAt = performance.now()
  await new Promise((resolve) => socket.addEventListener('close', resolve))
  return performance.now() - startedAt
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref())
}
