import type { Metric } from '#server/core/observe/metrics-of-all.ts'

/** What a worker says to the primary. Others talk over the same channel: whatever has no `oja` is theirs. */
export type FromWorker =
  /** It listens. */
  | { oja: 'serving'; port: number }
  /** Somebody asks it for the metrics of all. */
  | { oja: 'ask metrics'; id: number }
  /** What it counts: an answer to `read metrics`, or without an id its last words. */
  | { oja: 'metrics'; id: number | null; metrics: Metric[] }

/** What the primary says to a worker. */
export type ToWorker =
  /** `renewed`: others answer meanwhile, so that it may take its time. */
  | { oja: 'end'; renewed: boolean }
  | { oja: 'read metrics'; id: number }
  /** The answer to `ask metrics`, as Prometheus reads it. */
  | { oja: 'metrics of all'; id: number; text: string }

export function isOurs(message: unknown): message is FromWorker | ToWorker {
  return typeof message === 'object' && message !== null && 'oja' in message
}
