import cluster from 'node:cluster'
import type { Namespace } from 'socket.io'
import { ClusterAdapter, type ClusterMessage } from 'socket.io-adapter'

/** What worker and primary send each other here, beside messages of other kinds. */
interface Message {
  /** An adapter's event, on its way to the other workers. */
  event?: ClusterMessage
  /** The primary has relayed the next event of the adapter with this id. */
  relayedOf?: string
}

/**
 * The adapter between the workers of one machine. A worker delivers its own event to its sockets when the primary has relayed it to
 * the others, so all workers deliver in one order, the primary's. There is no timeout: a busy primary would change the order.
 * Acknowledgements and `fetchSockets` are limited to the sockets of this worker: nothing uses them.
 */
export class WorkerAdapter extends ClusterAdapter {
  /** Events that are not relayed yet, in their order. */
  readonly #deliveries: (() => void)[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(namespace: Namespace) {
    super(namespace)
    process.on('message', (message: Message | null) => {
      const { event, relayedOf } = message ?? {}
      if (event) this.#enqueue(() => this.onMessage(event))
      if (relayedOf === this.uid) this.#enqueue(() => this.#deliveries.shift()?.())
    })
    // A worker that loses its primary ends; until then it serves its own sockets.
    process.on('disconnect', () => {
      for (const deliver of this.#deliveries.splice(0)) deliver()
    })
  }

  /** Events that arrive in one chunk are delivered one by one, since the adapter delivers its own only after a promise. */
  #enqueue(deliver: () => void): void {
    this.#last = this.#last.then(deliver).then(() => undefined)
  }

  protected doPublish(event: ClusterMessage): Promise<string> {
    if (!process.connected) return Promise.resolve('')
    process.send?.({ event } satisfies Message, undefined, {}, () => undefined)
    return new Promise((resolve) => {
      this.#deliveries.push(() => resolve(''))
    })
  }

  protected doPublishResponse(): Promise<void> {
    return Promise.resolve()
  }
}

/** Relays the workers' events in the primary. Call it before the first worker starts. */
export function relayBetweenWorkers(): void {
  cluster.on('message', (sender, message: Message | null) => {
    const event = message?.event
    if (!event) return
    for (const worker of Object.values(cluster.workers ?? {})) {
      const relayed: Message = worker === sender ? { relayedOf: event.uid } : { event }
      if (worker?.isConnected()) worker.send(relayed, () => undefined)
    }
  })
}
