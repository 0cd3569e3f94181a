import { Registry } from 'prom-client'
import { accumulateCounters, type Metric, sumMetrics } from '#server/core/observe/cluster-metrics.ts'
import { collectNodeMetrics, processDeaths } from '#server/core/observe/metrics.ts'
import { forkWorker, type WorkerHandle } from './worker-handle.ts'
import { openWorkerSlot, type WorkerSlot } from './worker-slot.ts'

/** The workers of a primary; all are equal. */
export interface WorkerPool {
  /** Opens the first slot: its worker loads its code, which takes longest, while the database starts. */
  begin(): void
  /**
   * Passes on the address of the migrated database and opens `count` slots in total, the others once the
   * first listens; resolves with the port. Rejects with EndedAtStart if the first ends before.
   */
  start(count: number, databaseUrl: string): Promise<number>
  /**
   * Rolling restart: replaces each worker by one with the code now on disk, one after the other. A call
   * meanwhile causes one more round.
   */
  restart(): Promise<void>
  /** Ends all workers. Throws if one did not end cleanly. */
  end(): Promise<void>
  /** Kills all workers at once. */
  kill(): void
}

/** Milliseconds that each worker has to send its metrics. */
const metricsTimeout = 1000

/** `settings` are given to each worker in addition to this process's own. `ownsDatabase`: the settings name no database. */
export function createWorkerPool(
  settings: Record<string, string>,
  ownsDatabase: boolean,
  report: (line: string) => void,
): WorkerPool {
  const slots = new Set<WorkerSlot>()
  /** Empty until it is known. */
  let databaseUrl = ''
  const own = new Registry()
  collectNodeMetrics(own)
  own.registerMetric(processDeaths)
  let isEnding = false
  let renewing: Promise<void> | undefined
  let isAskedAgain = false
  /** The counters of ended workers. */
  let counted: Metric[] = []

  const serving = () => [...slots].map((slot) => slot.worker()).filter((worker) => worker.isServing())

  async function metrics(): Promise<string> {
    const workers = serving()
    // Before the wait: a worker that ends during it is in `workers`.
    const ended = counted
    const read = await Promise.all(
      workers.map(async (worker) => (await worker.readMetrics(metricsTimeout)) ?? worker.lastMetrics()),
    )
    return sumMetrics([(await own.getMetricsAsJSON()) as Metric[], ended, ...read]).metrics()
  }

  async function onEnded(worker: WorkerHandle, how: number | string, unexpected: boolean): Promise<void> {
    counted = await accumulateCounters(counted, worker.lastMetrics())
    if (!unexpected) return
    processDeaths.inc()
    report(`A process ended by itself (${how}); another one replaces it.`)
  }

  function open({ retriesFirstStart }: { retriesFirstStart: boolean }): WorkerSlot {
    const slot = openWorkerSlot({
      // Until the database is migrated, a worker gets no address and waits for it. Later it reads that of the settings anew,
      // whose file may have a new password.
      fork: () => {
        const database: Record<string, string> =
          databaseUrl && !ownsDatabase ? {} : { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' }
        return forkWorker({ ...settings, ...database }, metrics)
      },
      retriesFirstStart,
      onEnded,
    })
    slots.add(slot)
    return slot
  }

  async function close(slot: WorkerSlot, renewed: boolean): Promise<number | string> {
    const how = await slot.close(renewed)
    slots.delete(slot)
    return how
  }

  async function renewAll(): Promise<void> {
    for (const old of [...slots]) {
      if (isEnding) return
      const next = open({ retriesFirstStart: false })
      try {
        await next.serving
      } catch {
        slots.delete(next)
        if (!isEnding) report('The new process did not start; the old ones keep running.')
        return
      }
      if (!isEnding) await close(old, true)
    }
    if (!isEnding) report('All processes have been replaced.')
  }

  return {
    begin() {
      open({ retriesFirstStart: false })
    },
    async start(count, url) {
      databaseUrl = url
      const [first = open({ retriesFirstStart: false })] = slots
      first.worker().sendDatabase(url)
      const port = await first.serving
      // The others start while the first already serves; a failed one is retried.
      while (slots.size < count && !isEnding) open({ retriesFirstStart: true })
      return port
    },
    async restart() {
      isAskedAgain = true
      renewing ??= (async () => {
        while (isAskedAgain) {
          isAskedAgain = false
          report('Replacing all processes, one after the other.')
          await renewAll()
        }
        renewing = undefined
      })()
      return renewing
    },
    async end() {
      isEnding = true
      const ends = await Promise.all([...slots].map((slot) => close(slot, false)))
      const bad = ends.filter((how) => how !== 0)
      if (bad.length > 0) throw new Error(`${bad.length} of the processes ended by ${bad.join(', ')}`)
    },
    kill() {
      for (const slot of slots) slot.worker().kill()
    },
  }
}
