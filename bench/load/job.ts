/** One request; the same object may be sent many times. */
export interface LoadRequest {
  /** GET unless told. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, percent-encoded. */
  path: string
  /** Besides Host, and Content-Type and Content-Length of a body. */
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** What it counts as in `LoadResult.kinds`. */
  kind?: string
}

/** Of the answers below 400. Milliseconds. */
export interface KindResult {
  good: number
  /** Answers with 503: refused, and to be asked again. */
  refused: number
  p50: number
  p99: number
  max: number
  /** The longest until a 503. */
  longestRefusal: number
}

/** What the load generator is asked to do. */
export interface LoadJob {
  /** Such as http://127.0.0.1:3000 */
  origin: string
  /** Sent in their order, from the beginning again after the last one. */
  requests: LoadRequest[]
  /** Each request is sent at most once: the run ends early when they are used up. */
  once?: boolean
  /** 16 unless told. */
  connections?: number
  seconds: number
  /** Arrivals a second by schedule. Absent: each connection sends its next request as soon as it has its answer. */
  rate?: number
  /** Count how many answers had different bodies: costs the generator a hash of each. */
  fingerprint?: boolean
}

/** What a job came to. Times are in milliseconds. */
export interface LoadResult {
  /** Answered, errors among them. */
  answers: number
  /** From the first request to the last answer. */
  seconds: number
  requestsPerSecond: number
  /** From the moment a request was due (`rate`) or sent to the last byte of its answer. */
  latency: { p50: number; p90: number; p99: number; max: number; mean: number }
  /** Of the bodies. */
  bytes: number
  /** How many of what: `status 500`, `connection`, `unanswered`. Empty: none. */
  errors: Record<string, number>
  /** What the requests that have a kind came to. */
  kinds: Record<string, KindResult>
  /** Different bodies, where asked for. */
  distinctBodies?: number
  /** Processor time of the generator itself: close to `seconds`, and it is the bottleneck. */
  generatorCpuSeconds: number
}
