import cluster from 'node:cluster'
import { createAdapter, setupPrimary } from '@socket.io/cluster-adapter'
import type { Namespace } from 'socket.io'

/** By this the primary tells a worker that it has passed on what that one told. */
const passedOn = 'oja_passed_on'
/** Milliseconds after which a turn is taken, whatever the primary does. */
const patience = 150

/** What this wraps of the adapter. */
interface Telling {
  doPublish(message: object): Promise<string>
  onMessage(message: object, offset?: string): void
}

/** What a worker tells all others, and waits for. */
const isAwaited = (message: unknown) => (message as { isAwaited?: unknown } | null)?.isAwaited === true

/**
 * Between the workers of one machine. What a worker tells, its own sockets hear when the primary has passed it on to the others:
 * all workers hear everything in one order, the primary's. `passOn` is the primary's part.
 */
export function workerAdapter(namespace: Namespace): ReturnType<ReturnType<typeof createAdapter>> {
  const made = createAdapter()(namespace)
  const adapter = made as unknown as Telling
  const publish = adapter.doPublish.bind(adapter)
  const hear = adapter.onMessage.bind(adapter)
  const waiting: (() => void)[] = []
  let last: Promise<unknown> = Promise.resolve()
  /** What comes at once is done one by one, each to its end. */
  const inTurn = (work: () => void) => {
    last = last.then(work).then(() => undefined)
  }

  process.on('message', (message) => {
    if (message === passedOn) inTurn(() => waiting.shift()?.())
  })
  adapter.onMessage = (message, offset) => inTurn(() => hear(message, offset))
  adapter.doPublish = (message) => {
    void publish(Object.assign(message, { isAwaited: true }))
    return new Promise((resolve) => {
      // Those that were told before go before.
      const timer = setTimeout(() => {
        const late = waiting.splice(0, waiting.indexOf(take) + 1)
        for (const next of late) next()
      }, patience)
      const take = () => {
        clearTimeout(timer)
        resolve('')
      }
      waiting.push(take)
    })
  }
  return made
}

/** In the primary: passes on what its workers tell each other. To be called before the first of them starts. */
export function passOn(): void {
  setupPrimary()
  cluster.on('message', (worker, message) => {
    // Before anything else is: what others tell comes before it for all, or after it for all.
    if (isAwaited(message) && worker.isConnected()) worker.send(passedOn, () => undefined)
  })
}
