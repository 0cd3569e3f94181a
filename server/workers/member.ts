import cluster from 'node:cluster'
import type { Metric } from '../core/observe/metrics-of-all.ts'
import { EndedAtStart } from './ended-at-start.ts'
import { type FromWorker, isOurs, type ToWorker } from './messages.ts'

/** One worker, from its fork to its end. */
export interface Member {
  /** Its port, when it listens; rejects with EndedAtStart where it ends before. */
  serving: Promise<number>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
  isServing(): boolean
  /** Asks it to end gracefully, and ends it where that takes too long; `renewed`: another has followed. Resolves as `ended`. */
  end(renewed: boolean): Promise<number | string>
  kill(): void
  /** What it counts at this moment; undefined where it does not say so in time. */
  readMetrics(limitMs: number): Promise<Metric[] | undefined>
  /** What it said last of what it has counted; empty before it was asked. */
  lastMetrics(): Metric[]
}

/** Milliseconds; it ends by itself after less. */
const patience = 9500

/** Starts a worker with these settings besides those of this process. `onAsked` answers the metrics of all. */
export function forkMember(settings: Record<string, string>, onAsked: () => Promise<string>): Member {
  const worker = cluster.fork(settings)
  const serving = Promise.withResolvers<number>()
  const waiting = new Map<number, (metrics: Metric[] | undefined) => void>()
  let last: Metric[] = []
  let isServing = false
  let questions = 0

  const ended = new Promise<number | string>((resolve) => {
    worker.once('exit', (code, signal) => {
      isServing = false
      serving.reject(new EndedAtStart(signal ?? code))
      for (const resolve of waiting.values()) resolve(undefined)
      resolve(signal ?? code)
    })
    // It could not be started at all: no memory, no more processes.
    worker.once('error', (error) => {
      if (worker.process.pid !== undefined) return
      serving.reject(error)
      resolve((error as NodeJS.ErrnoException).code ?? 'error')
    })
  })
  serving.promise.catch(() => {})

  /** Whoever has just ended does not hear it; that it ended is told elsewhere. */
  function tell(message: ToWorker): void {
    worker.send(message, undefined, {}, () => {})
  }

  async function hear(said: FromWorker): Promise<void> {
    if (said.oja === 'serving') {
      isServing = true
      serving.resolve(said.port)
    } else if (said.oja === 'metrics') {
      last = said.metrics
      if (said.id !== null) waiting.get(said.id)?.(said.metrics)
    } else tell({ oja: 'metrics of all', id: said.id, text: await onAsked() })
  }
  worker.on('message', (message: unknown) => {
    if (isOurs(message)) void hear(message as FromWorker)
  })

  const kill = () => void worker.process.kill('SIGKILL')
  return {
    serving: serving.promise,
    ended,
    isServing: () => isServing,
    async end(renewed) {
      isServing = false
      tell({ oja: 'end', renewed })
      const timer = setTimeout(kill, patience)
      const how = await ended
      clearTimeout(timer)
      return how
    },
    kill,
    async readMetrics(limitMs) {
      const id = questions++
      const { promise, resolve } = Promise.withResolvers<Metric[] | undefined>()
      waiting.set(id, resolve)
      const timer = setTimeout(() => resolve(undefined), limitMs)
      tell({ oja: 'read metrics', id })
      const metrics = await promise
      clearTimeout(timer)
      waiting.delete(id)
      return metrics
    },
    lastMetrics: () => last,
  }
}
