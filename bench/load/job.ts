/** One request; the same object may be sent many times. */
export interface LoadRequest {
  /** GET by default. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, percent-encoded. */
  path: string
  /** In addition to Host, and Content-Type and Content-Length of a body. */
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Its kind in `LoadResult.kinds`. */
  kind?: string
}

/** Responses below 400. Milliseconds. */
export interface KindResult {
  good: number
  /** 503 responses: refused, with Retry-After. */
  refused: number
  p50: number
  p99: number
  max: number
  /** The maximum latency of a 503. */
  maxRefusalMs: number
}

/** A job of the load generator. */
export interface LoadJob {
  /** Such as http://127.0.0.1:3000 */
  origin: string
  /** Sent in order, cyclically. */
  requests: LoadRequest[]
  /** Sends each request at most once: the run ends early when they are used up. */
  once?: boolean
  /** 16 by default. */
  connections?: number
  seconds: number
  /**
   * Scheduled arrivals a second (open loop). Absent: each connection sends its next request as soon as it has
   * its response (closed loop).
   */
  rate?: number
  /** Counts different bodies; the generator then hashes each. */
  fingerprint?: boolean
}

/** The result of a job. Times in milliseconds. */
export interface LoadResult {
  /** Responses, errors included. */
  answers: number
  /** From the first request to the last response. */
  seconds: number
  requestsPerSecond: number
  /** From the time when a request was due (`rate`) or sent to the last byte of its response. */
  latency: { p50: number; p90: number; p99: number; max: number; mean: number }
  /** Of the bodies. */
  bytes: number
  /** Counts by kind: `status 500`, `connection`, `unanswered`. Empty: none. */
  errors: Record<string, number>
  /** The results by kind. */
  kinds: Record<string, KindResult>
  /** Different bodies, if requested. */
  distinctBodies?: number
  /** Processor time of the generator itself: if it is close to `seconds`, the generator is the bottleneck. */
  generatorCpuSeconds: number
}
