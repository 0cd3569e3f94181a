/**
 * A process with thousands of sockets of signed-in users, who write to each other; its parent sends it jobs.
 */
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#shared/contract/events.ts'
import { socketPath } from '#shared/socket-path.ts'
import { percentile } from '../report/statistics.ts'
import type { CrowdJob, OpenResult, TalkResult } from './crowd-job.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>
type Job<D extends CrowdJob['do']> = Extract<CrowdJob, { do: D }>

/** Milliseconds to wait for the last messages. */
const deliveryTimeout = 5000
const body = 'Good morning, is it still available? I can come to Ikeja this afternoon.'

let origins: string[] = []
let cookies: string[] = []
/** Connections that ended unexpectedly. */
let lost = 0
let sockets: LiveSocket[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** The server of the user with this index: servers in rotation. */
const originOf = (index: number) => origins[index % origins.length] ?? ''

/** Called for each received message: its client id, and the index of the receiving socket. */
let onMessage: (index: number, clientId: string) => void = () => {}

async function open(job: Job<'open'>): Promise<OpenResult> {
  ;({ origins, cookies } = job)
  const failures: Record<string, number> = {}
  const times: number[] = []
  const start = performance.now()
  const opening = cookies.map(async (cookie, index) => {
    const due = start + (index / job.perSecond) * 1000
    await sleep(Math.max(0, due - performance.now()))
    const socket: LiveSocket = io(originOf(index), {
      path: socketPath,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie },
    })
    sockets[index] = socket
    const requestedAt = performance.now()
    await new Promise<void>((resolve) => {
      socket.once('connect', () => {
        times.push(performance.now() - requestedAt)
        resolve()
      })
      socket.once('connect_error', (error) => {
        const { description } = error as { description?: { message?: string } }
        const reason = description?.message ?? error.message
        failures[reason] = (failures[reason] ?? 0) + 1
        resolve()
      })
    })
    socket.on('new_message', ({ message }) => onMessage(index, message.clientId))
    socket.on('disconnect', () => {
      lost += 1
    })
  })
  await Promise.all(opening)
  const { p50, p99 } = latencies(times)
  return { opened: times.length, failures, p50, p99 }
}

async function talk({ talks, perSecond, seconds }: Job<'talk'>): Promise<TalkResult> {
  const count = Math.round(perSecond * seconds)
  const failures: Record<string, number> = {}
  const lostBefore = lost
  const deliveries = Array.from({ length: count }, () => ({ byRecipient: 0, bySender: 0, latency: 0 }))
  const answers: number[] = []
  let misdelivered = 0
  let accepted = 0
  const name = `bench-${process.pid}-${Math.round(performance.now())}`
  /** The two parties alternate. */
  const partiesOf = (index: number) => {
    const { threadId, buyer, seller } = talks[index % talks.length] as (typeof talks)[number]
    const isAnswer = Math.floor(index / talks.length) % 2 === 1
    return { threadId, sender: isAnswer ? seller : buyer, recipient: isAnswer ? buyer : seller }
  }
  const start = performance.now() + 100
  const dueAt = (index: number) => start + (index / perSecond) * 1000

  onMessage = (receiver, clientId) => {
    const now = performance.now()
    const [, number] = clientId.split(`${name}-`)
    const entry = number === undefined ? undefined : deliveries[Number(number)]
    if (!entry) return
    const { sender, recipient } = partiesOf(Number(number))
    if (receiver === recipient) {
      entry.byRecipient += 1
      if (entry.byRecipient === 1) entry.latency = now - dueAt(Number(number))
    } else if (receiver === sender) entry.bySender += 1
    else misdelivered += 1
  }

  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const before = process.cpuUsage()
  const pending: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    const delayMs = dueAt(index) - performance.now()
    if (delayMs > 0) await sleep(delayMs)
    const { threadId, sender } = partiesOf(index)
    const sent = post(sender, threadId, `${name}-${index}`).then((outcome) => {
      answers.push(performance.now() - dueAt(index))
      if (outcome === 201) accepted += 1
      else failures[outcome] = (failures[outcome] ?? 0) + 1
    })
    pending.push(sent)
  }
  await Promise.all(pending)
  const deadline = performance.now() + deliveryTimeout
  while (
    performance.now() < deadline &&
    deliveries.some(({ byRecipient, bySender }) => !byRecipient || !bySender)
  )
    await sleep(50)
  delays.disable()
  const { user, system } = process.cpuUsage(before)
  if (lost > lostBefore) failures['connection lost'] = lost - lostBefore
  const arrived = deliveries.filter(({ byRecipient }) => byRecipient > 0)
  return {
    due: count,
    accepted,
    delivered: deliveries.filter(({ byRecipient }) => byRecipient === 1).length,
    echoed: deliveries.filter(({ bySender }) => bySender === 1).length,
    duplicated: deliveries.filter(({ byRecipient, bySender }) => byRecipient > 1 || bySender > 1).length,
    misdelivered,
    failures,
    delivery: latencies(arrived.map(({ latency }) => latency)),
    answer: latencies(answers),
    ownDelay: delays.max / 1e6,
    ownCpu: (user + system) / 1e3 / (performance.now() - start),
  }
}

/** Posts like the browser does; returns the status, or the error. */
function post(sender: number, threadId: number, clientId: string): Promise<number | string> {
  const payload = JSON.stringify({ body, clientId })
  return new Promise((resolve) => {
    const sending = request(`${originOf(sender)}/api/threads/${threadId}/messages`, {
      method: 'POST',
      agent,
      headers: {
        cookie: cookies[sender] ?? '',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      },
    })
    sending.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.on('error', (error) => resolve(error.message))
    sending.end(payload)
  })
}

async function close(): Promise<object> {
  for (const socket of sockets) socket.disconnect()
  sockets = []
  return {}
}

function latencies(times: number[]): { p50: number; p99: number; max: number } {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: percentile(times, 1) }
}

// Only its parent's jobs keep it alive.
process.channel?.ref()
process.on('message', async ({ job }: { job?: CrowdJob }) => {
  if (!job) return
  const done = job.do === 'open' ? await open(job) : job.do === 'talk' ? await talk(job) : await close()
  process.send?.({ done })
})
