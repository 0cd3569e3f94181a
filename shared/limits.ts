/** The product's name, in pages, mails and notifications. */
export const PRODUCT_NAME = 'Oja'

/**
 * Times are shown, and the days of views, charts and daily mails counted, as on a clock in Lagos: UTC+1 all year.
 * The days of refusals by a quota and the months of /transparency are those of UTC.
 */
export const TIME_ZONE = 'Africa/Lagos'

/** Milliseconds of a day. */
export const dayMs = 86_400_000

/** The largest id: PostgreSQL's largest `integer`. */
export const maxId = 2_147_483_647

/** The only category whose listings have an IMEI. A migration that renames it must change this, too. */
export const phoneCategory = 'Phones & Tablets'

/**
 * Numbers that forms and pages need, with those that belong to them: from section 9 of the specification, and choices
 * of Oja. Numbers that decide on the server: thresholds.ts.
 */
export const limits = {
  title: { min: 6, max: 80 },
  description: { min: 30, max: 5000 },
  photos: { min: 1, max: 10 },
  /**
   * Days from publishing or renewing until a listing ends. One that is shown again after its end gets as many from the trigger
   * `keep_listing_end`, which has the number itself. `topEvery`: days between two
   * renewals that move it to the top of the latest.
   */
  listingEnd: { after: 60, topEvery: 7 },
  /** Bytes of one uploaded picture. */
  photoBytes: 10 * 1024 * 1024,
  /** Drafts of listings: how many an account may have, and characters of a title and a description. */
  drafts: { max: 20, title: 200, text: 10_000 },
  /** Kobo: ₦ 10 billion. */
  price: { max: 1_000_000_000_000 },
  /** The number of similar listings from which a price guide is shown. */
  priceGuide: { similar: 8 },
  search: { max: 120 },
  /** How many an account may have, and characters of a name. */
  savedSearches: { max: 50, name: 80 },
  /** `recent`: searches that a device remembers. */
  suggestion: { minChars: 2, debounceMs: 300, recent: 8 },
  page: { default: 24, max: 100 },
  /** My Listings: cards that are shown and counted at once, days in the chart, and people to choose a buyer from. */
  ownListings: { atOnce: 24, days: 30, buyers: 50 },
  /** My Favorites: cards that are shown at once. */
  favorites: { atOnce: 48 },
  featuredOnHome: 4,
  latestOnHome: 8,
  recentlyViewed: 12,
  moreFromSeller: 4,
  sellerListings: 100,
  categoryChips: 6,
  metaDescription: 150,
  descriptionCollapse: 200,
  fullName: { max: 80 },
  username: { min: 3, max: 30 },
  email: { max: 254 },
  password: { min: 8, max: 200 },
  phone: { min: 10, max: 15 },
  /**
   * `lifetime`, `resendWait`, `linkLifetime`: seconds. `linkLifetime` is longer than the wait for the next reset mail (`resetMailRule`),
   * so the newest mail's link always works. RATE_LIMIT_FACTOR changes none of them.
   */
  code: { digits: 6, lifetime: 600, resendWait: 60, linkLifetime: 3600 },
  signIn: {
    recoveryCodes: 10,
    passkeyName: 60,
    /** Days that account events are stored. */
    eventRetention: 180,
  },
  unreadBadge: 99,
  question: { min: 10, max: 500 },
  answer: { max: 2000 },
  message: { max: 4000 },
  deal: { place: { min: 3, max: 120 }, reason: { max: 300 } },
  bio: { max: 500 },
  /** `waitDays`: days after a deal for which a review waits for the other party's. */
  review: { comment: 1000, answer: 1000, waitDays: 14 },
  report: { reason: 100, details: 1000 },
  stolenPhone: { details: 1000 },
  /** Devices of an account, and characters of the address at a push service. `askAgainDays`: days from "Not now" until the prompt appears again. */
  push: { devices: 20, endpoint: 1000, askAgainDays: 30 },
  /** The reason of an administrator's action. */
  moderationReason: { max: 500 },
  /** Characters of an appeal against an administrator's decision. */
  appeal: { max: 1000 },
  adminPageSizes: [10, 20, 50, 100],
  adminPageSize: 20,
  /** Seconds between two reads of the unread count. */
  unreadRefetch: 30,
  /**
   * Milliseconds: delays between two connection attempts, the delay after a refusal, and the limit of one
   * attempt.
   */
  socket: { reconnectMin: 1000, reconnectMax: 5000, refusedWait: 30_000, connectTimeout: 20_000 },
  /**
   * The trust panel. Answers are measured in the `lookedAt` last conversations. Price changes: how many are shown.
   */
  trust: { answers: { lookedAt: 100, shownFrom: 10 }, upheldMonths: 12, priceChanges: 5 },
  /** Days between the request to delete an account and its deletion. */
  deletionGrace: 30,
} as const
