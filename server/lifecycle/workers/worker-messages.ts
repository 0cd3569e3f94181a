import type { Metric } from '#server/core/observe/cluster-metrics.ts'

/**
 * Messages from a worker to the primary. Other modules share the channel: their messages have no `oja` field.
 */
export type FromWorker =
  /** It listens. */
  | { oja: 'serving'; port: number }
  /** Requests the metrics of all processes. */
  | { oja: 'ask metrics'; id: number }
  /** Its metrics: the response to `read metrics`, or without an id the last ones before its end. */
  | { oja: 'metrics'; id: number | null; metrics: Metric[] }

/** Messages from the primary to a worker. */
export type ToWorker =
  /** The address of the migrated database, for a worker that started before it was ready. */
  | { oja: 'database'; url: string }
  /** `renewed`: other workers serve requests meanwhile, so there is no hurry. */
  | { oja: 'end'; renewed: boolean }
  | { oja: 'read metrics'; id: number }
  /** The response to `ask metrics`, in Prometheus format. */
  | { oja: 'metrics of all'; id: number; text: string }

export function isWorkerMessage(message: unknown): message is FromWorker | ToWorker {
  return typeof message === 'object' && message !== null && 'oja' in message
}
