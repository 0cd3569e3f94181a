/**
 * Limits on the work that one process takes on; anything beyond is refused with an error message.
 * RATE_LIMIT_FACTOR multiplies the limits of an account or an address, not those that protect the process. An
 * IPv6 /64 gets a tenth of the limit of an IPv4 address (`subnetShare`).
 */
export const bounds = {
  /**
   * Requests in progress. `burst` applies if there were fewer a moment ago, since a burst is no overload;
   * `sustained` applies if the number stayed up, since that is a queue.
   */
  requests: { burst: 250, sustained: 120 },
  /**
   * Requests that wait, up to 7 s each, for a lost database connection. Together fewer than
   * `requests.sustained`, so that requests without a database still pass. Writes get more room than reads.
   */
  reconnecting: { read: 30, write: 60 },
  /** Milliseconds that a page waits for writes in progress, before its reads and before it is rendered. */
  pageDelay: 25,
  /** Passwords queued for hashing: about two seconds of work. */
  queuedPasswords: 80,
  /** Open sockets, and rooms per socket. An idle socket takes 25 KB. */
  sockets: { account: 100, address: 5000, total: 20_000, rooms: 20 },
  /** Events from sockets, by token bucket: a burst, then a rate per second. */
  events: {
    socket: { burst: 40, perSecond: 4 },
    account: { burst: 400, perSecond: 40 },
    address: { burst: 4000, perSecond: 400 },
  },
  /**
   * Uploads in progress, from first byte to response, at most 10 MB on disk each. The form sends three at
   * once.
   */
  uploads: { account: 20, total: 200 },
  /**
   * Pictures queued for processing. When the queue is full, accounts with more than their share are refused.
   */
  queuedPhotos: 40,
} as const

interface Factor {
  RATE_LIMIT_FACTOR: number
}

/** A limit of an account or an address as it holds here: at least 1. */
export function scaleLimit({ RATE_LIMIT_FACTOR }: Factor, max: number): number {
  return Math.max(1, Math.round(max * RATE_LIMIT_FACTOR))
}

/** A rate of events as it holds here: a burst of at least 1. */
export function scaleRate(env: Factor, { burst, perSecond }: { burst: number; perSecond: number }) {
  return { burst: scaleLimit(env, burst), perSecond: perSecond * env.RATE_LIMIT_FACTOR }
}
