/** How often something may be called within a fixed window. RATE_LIMIT_FACTOR multiplies `account` and `address`. */
export interface RateLimit {
  /** Seconds. */
  window: number
  /** Calls of one signed-in account. */
  account: number
  /** Calls of one IPv4 address, behind which may be a carrier's NAT with thousands of phones; of an IPv6 /64: see `subnetShare`. */
  address: number
  /** `successes`: a refused call gives back what it took. */
  counts: 'calls' | 'successes'
  /**
   * Where the account's count is kept: in PostgreSQL where a call costs money, guards a secret or is work for somebody, so that
   * no restart forgets it; else in Redis, or in each process where there is none. Addresses always count in the latter.
   */
  accountIn: 'memory' | 'database'
  /** Tells the account why it has to wait. */
  sentence?: string
}

/** An IPv6 /64 is one phone, household or office, and may do this share of what an IPv4 address may. */
export const subnetShare = 1 / 10

const minute = 60
const hour = 3600

/** Every call counts under `default`; one whose contract names a limit counts there as well. */
export const rateLimits = {
  default: { window: minute, account: 600, address: 30_000, counts: 'calls', accountIn: 'memory' },
  login: { window: minute, account: 30, address: 300, counts: 'calls', accountIn: 'memory' },
  register: { window: 10 * minute, account: 60, address: 600, counts: 'calls', accountIn: 'memory' },
  code: { window: 10 * minute, account: 60, address: 600, counts: 'calls', accountIn: 'memory' },
  phoneCode: {
    window: hour,
    account: 30,
    address: 3000,
    counts: 'calls',
    accountIn: 'database',
    sentence: 'Too many wrong codes. Please try again in an hour.',
  },
  publish: { window: hour, account: 60, address: 3000, counts: 'successes', accountIn: 'memory' },
  upload: { window: hour, account: 400, address: 20_000, counts: 'calls', accountIn: 'memory' },
  message: {
    window: minute,
    account: 60,
    address: 6000,
    counts: 'successes',
    accountIn: 'memory',
    sentence: 'You are sending messages very quickly. Please wait a moment.',
  },
  question: { window: hour, account: 120, address: 3000, counts: 'successes', accountIn: 'memory' },
  review: {
    window: hour,
    account: 20,
    address: 3000,
    counts: 'calls',
    accountIn: 'database',
    sentence: 'You wrote many reviews in a short time. Please wait a while before you write another.',
  },
  report: {
    window: hour,
    account: 20,
    address: 3000,
    counts: 'calls',
    accountIn: 'database',
    sentence: 'You sent many reports in a short time. Please wait a while before you send another.',
  },
  export: {
    window: hour,
    account: 5,
    address: 1000,
    counts: 'calls',
    accountIn: 'database',
    sentence: 'You downloaded your data several times just now. Please try again in an hour.',
  },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
