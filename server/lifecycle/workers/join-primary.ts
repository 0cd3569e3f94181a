import { readOwnMetrics, setClusterMetrics } from '#server/core/observe/cluster-metrics.ts'
import type { Shutdown } from '../shutdown.ts'
import { type FromWorker, isWorkerMessage, type ToWorker } from './worker-messages.ts'

/** A terminal's Ctrl-C and the SIGTERM of a service manager may reach all processes: only the primary reacts. */
const primarySignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const
/** Milliseconds to wait for the metrics of all processes before reporting only this one's. */
const metricsTimeout = 2000

interface Primary {
  /** Whether this process ends because another replaces it. */
  isReplaced(): boolean
  /** Resolves with the database's address, if the settings have none. */
  database(): Promise<string>
  sendServing(port: number): void
  /** Sends this process's counters at its end. */
  sendLastMetrics(): Promise<void>
}

/**
 * Handles messages of the primary: the stop, and requests for metrics. Without the primary this process ends.
 */
export function joinPrimary(closing: Shutdown): Primary {
  for (const signal of primarySignals) process.on(signal, () => {})
  const metricsRequests = new Map<number, (text: string) => void>()
  let questions = 0
  let isReplaced = false
  const database = Promise.withResolvers<string>()

  async function sendMetrics(id: number | null): Promise<void> {
    await send({ oja: 'metrics', id, metrics: await readOwnMetrics() })
  }

  process.on('message', (message: unknown) => {
    if (!isWorkerMessage(message)) return
    const received = message as ToWorker
    if (received.oja === 'end') {
      isReplaced = received.renewed
      closing.requestStop()
    } else if (received.oja === 'database') database.resolve(received.url)
    // Metrics that cannot be read are missing in the sum.
    else if (received.oja === 'read metrics') sendMetrics(received.id).catch(() => {})
    else metricsRequests.get(received.id)?.(received.text)
  })

  setClusterMetrics(async () => {
    const id = questions++
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    metricsRequests.set(id, resolve)
    const timer = setTimeout(() => resolve(undefined), metricsTimeout)
    await send({ oja: 'ask metrics', id })
    const text = await promise
    clearTimeout(timer)
    metricsRequests.delete(id)
    return text
  })

  return {
    isReplaced: () => isReplaced,
    database: () => database.promise,
    sendServing: (port) => void send({ oja: 'serving', port }),
    sendLastMetrics: () => sendMetrics(null),
  }
}

/** Resolves when the message is sent or cannot be: the primary may have ended. */
function send(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve())
    else resolve()
  })
}
