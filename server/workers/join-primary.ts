import { readOwnMetrics, setMetricsOfAll } from '../core/observe/metrics-of-all.ts'
import type { Closing } from '../graceful-close.ts'
import { type FromWorker, isOurs, type ToWorker } from './messages.ts'

/** A terminal's Ctrl-C and a supervisor's SIGTERM may reach all processes: the primary alone decides what follows. */
const forThePrimary = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const
/** Milliseconds until the metrics of this process alone are answered. */
const patience = 2000

interface Primary {
  /** Whether this process ends because others follow it. */
  isRenewed(): boolean
  tellServing(port: number): void
  /** Says what this process has counted, at its end. */
  tellLast(): Promise<void>
}

/** Listens to the primary: for the end, and for whoever adds up the metrics. Without the primary this process ends. */
export function joinPrimary(closing: Closing): Primary {
  for (const signal of forThePrimary) process.on(signal, () => {})
  const asked = new Map<number, (text: string) => void>()
  let questions = 0
  let isRenewed = false

  async function tellMetrics(id: number | null): Promise<void> {
    await tell({ oja: 'metrics', id, metrics: await readOwnMetrics() })
  }

  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return
    const told = message as ToWorker
    if (told.oja === 'end') {
      isRenewed = told.renewed
      closing.ask()
    }
    // What cannot be read is missing in the sum.
    else if (told.oja === 'read metrics') tellMetrics(told.id).catch(() => {})
    else asked.get(told.id)?.(told.text)
  })

  setMetricsOfAll(async () => {
    const id = questions++
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    asked.set(id, resolve)
    const timer = setTimeout(() => resolve(undefined), patience)
    await tell({ oja: 'ask metrics', id })
    const text = await promise
    clearTimeout(timer)
    asked.delete(id)
    return text
  })

  return {
    isRenewed: () => isRenewed,
    tellServing: (port) => void tell({ oja: 'serving', port }),
    tellLast: () => tellMetrics(null),
  }
}

/** Resolves when it is on its way, or cannot be: a primary that is gone hears nothing. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve())
    else resolve()
  })
}
