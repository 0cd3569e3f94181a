import cluster from 'node:cluster'
import type { Metric } from '#server/core/observe/cluster-metrics.ts'
import { EndedAtStart } from './ended-at-start.ts'
import { type FromWorker, isWorkerMessage, type ToWorker } from './worker-messages.ts'

/** One worker, from its fork to its end. */
export interface WorkerHandle {
  /** Resolves with its port when it listens; rejects with EndedAtStart if it ends before. */
  serving: Promise<number>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
  /** Whether it has begun to serve, and its process runs: it still counts while it finishes its requests. */
  isServing(): boolean
  /** Sends the database's address, if the settings have none. */
  sendDatabase(url: string): void
  /**
   * Requests a graceful stop, and kills the worker if that takes too long. `renewed`: another worker has
   * replaced it. Resolves like `ended`.
   */
  end(renewed: boolean): Promise<number | string>
  kill(): void
  /** Its current metrics; undefined if it does not respond in time. */
  readMetrics(limitMs: number): Promise<Metric[] | undefined>
  /** The last metrics that it sent; empty before the first. */
  lastMetrics(): Metric[]
}

/** Milliseconds; the worker's own limit is shorter. */
const closeTimeout = 9500

/**
 * Starts a worker with these settings in addition to this process's own. `onAsked` returns the metrics of all
 * workers.
 */
export function forkWorker(settings: Record<string, string>, onAsked: () => Promise<string>): WorkerHandle {
  const worker = cluster.fork(settings)
  const serving = Promise.withResolvers<number>()
  const metricsRequests = new Map<number, (metrics: Metric[] | undefined) => void>()
  let last: Metric[] = []
  let isServing = false
  let questions = 0

  const ended = new Promise<number | string>((resolve) => {
    worker.once('exit', (code, signal) => {
      isServing = false
      serving.reject(new EndedAtStart(signal ?? code))
      for (const resolve of metricsRequests.values()) resolve(undefined)
      resolve(signal ?? code)
    })
    // The fork failed: no memory, or too many processes.
    worker.once('error', (error) => {
      if (worker.process.pid !== undefined) return
      serving.reject(error)
      resolve((error as NodeJS.ErrnoException).code ?? 'error')
    })
  })
  serving.promise.catch(() => {})

  /** A send to an ended worker fails; the exit event reports its end. */
  function send(message: ToWorker): void {
    worker.send(message, undefined, {}, () => {})
  }

  async function receive(message: FromWorker): Promise<void> {
    if (message.oja === 'serving') {
      isServing = true
      serving.resolve(message.port)
    } else if (message.oja === 'metrics') {
      last = message.metrics
      if (message.id !== null) metricsRequests.get(message.id)?.(message.metrics)
    } else send({ oja: 'metrics of all', id: message.id, text: await onAsked() })
  }
  worker.on('message', (message: unknown) => {
    if (isWorkerMessage(message)) void receive(message as FromWorker)
  })

  const kill = () => void worker.process.kill('SIGKILL')
  return {
    serving: serving.promise,
    ended,
    isServing: () => isServing,
    sendDatabase: (url) => send({ oja: 'database', url }),
    async end(renewed) {
      send({ oja: 'end', renewed })
      const timer = setTimeout(kill, closeTimeout)
      const how = await ended
      clearTimeout(timer)
      return how
    },
    kill,
    async readMetrics(limitMs) {
      const id = questions++
      const { promise, resolve } = Promise.withResolvers<Metric[] | undefined>()
      metricsRequests.set(id, resolve)
      const timer = setTimeout(() => resolve(undefined), limitMs)
      send({ oja: 'read metrics', id })
      const metrics = await promise
      clearTimeout(timer)
      metricsRequests.delete(id)
      return metrics
    },
    lastMetrics: () => last,
  }
}
