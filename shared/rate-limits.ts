/** Calls allowed within a fixed window. RATE_LIMIT_FACTOR multiplies `account` and `address`. */
export interface RateLimit {
  /** Seconds. */
  window: number
  /** Calls of one signed-in account. */
  account: number
  /**
   * Calls of one IPv4 address, which may be a carrier's NAT with thousands of phones; for an IPv6 /64 see
   * `subnetShare`.
   */
  address: number
  /** `successes`: refused calls do not count. */
  counts: 'calls' | 'successes'
  /**
   * Where the account's calls are counted. `database`: in PostgreSQL, for calls that cost money, guard a
   * secret, cause work for a person or fill a disk, so that a restart does not reset them. `volatile`: in Redis, or in the
   * memory of each process without Redis, as all addresses are.
   */
  accountIn: 'volatile' | 'database'
  /** The message for a refused account. */
  sentence?: string
}

/** An IPv6 /64 is one phone, household or office, and gets this share of an IPv4 address's limit. */
export const subnetShare = 1 / 10

const minute = 60
const hour = 3600

/** Every call counts under `default`, and under the limit that its contract names. */
export const rateLimits = {
  default: { window: minute, account: 600, address: 30_000, counts: 'calls', accountIn: 'volatile' },
  login: { window: minute, account: 30, address: 300, counts: 'calls', accountIn: 'volatile' },
  register: { window: 10 * minute, account: 60, address: 600, counts: 'calls', accountIn: 'volatile' },
  code: { window: 10 * minute, account: 60, address: 600, counts: 'calls', accountIn: 'volatile' },
  phoneCode: {
    window: hour,
    account: 30,
    address: 3000,
    counts: 'calls',
    accountIn: 'database',
    sentence: 'Too many wrong codes. Please try again in an hour.',
  },
  publish: { window: hour, account: 60, address: 3000, counts: 'successes', accountIn: 'volatile' },
  // The photos of the daily quota of listings, and half as many: an account must not fill a disk.
  upload: {
    window: 24 * hour,
    account: 1500,
    address: 200_000,
    counts: 'calls',
    accountIn: 'database',
    sentence: 'You uploaded many pictures today. Please try again tomorrow.',
  },
  message: {
    window: minute,
    account: 60,
    address: 6000,
    counts: 'successes',
    accountIn: 'volatile',
    sentence: 'You are sending messages very quickly. Please wait a moment.',
  },
  deal: {
    window: hour,
    account: 30,
    address: 3000,
    counts: 'successes',
    accountIn: 'volatile',
    sentence: 'You proposed many deals in a short time. Please wait a while before you propose another.',
  },
  question: { window: hour, account: 120, address: 3000, counts: 'successes', accountIn: 'volatile' },
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
  // Numbers that an account may try, at checks and in its listings: too few to find one by guessing.
  imei: {
    window: 24 * hour,
    account: 20,
    address: 2000,
    counts: 'calls',
    accountIn: 'database',
    sentence: 'You entered many IMEIs today. Please try again tomorrow.',
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
