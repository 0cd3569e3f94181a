/**
 * How much there may be at once in one process; what is beyond is refused with a sentence. RATE_LIMIT_FACTOR multiplies what is said
 * of an account or an address, not what protects the process. An IPv6 /64 has a tenth of an IPv4 address (`subnetShare`).
 */
export const bounds = {
  /**
   * Requests under way: so many where fewer were a moment ago, since a burst is no overload; so many where they were there all the
   * time, since these are a queue.
   */
  requests: { burst: 250, standing: 120 },
  /** Passwords that wait to be hashed: some two seconds of work. */
  passwords: 80,
  /** Open sockets; rooms that one of them is in. An idle one takes 25 KB. */
  sockets: { account: 100, address: 5000, total: 20_000, rooms: 20 },
  /** Events that sockets send: a burst, and so many a second after it (token bucket). */
  events: {
    socket: { burst: 40, perSecond: 4 },
    account: { burst: 400, perSecond: 40 },
    address: { burst: 4000, perSecond: 400 },
  },
  /** Uploads from their first byte to their answer, each at most 10 MB on disk. A form sends three at once. */
  uploads: { account: 20, total: 200 },
  /** Pictures that wait to be made: beyond, an account with more than its share waits no longer. */
  photos: 40,
} as const
