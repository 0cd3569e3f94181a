/**
 * Numbers that decide on the server: when something is refused or held for review, how long it is stored. A page may
 * show one. What forms need is in limits.ts.
 */
export const thresholds = {
  /** Days that accesses of administrators to an account are stored, and how many its owner sees. */
  accountAccess: { retention: 365, shown: 50 },
  /** Days that records are stored. */
  retention: {
    /** Text and photos of a listing, after its deletion. */
    deletedListing: 365,
    /** A message that was held for review, after the decision. */
    decidedMessage: 180,
    /** The text of a report, after it is closed. */
    closedReport: 730,
    /** A notification, after its newest event. */
    notification: 90,
    /** The record that a saved search matched a listing. */
    searchMatch: 180,
    dayViews: 90,
    /** A draft of a listing, after its last change. */
    draft: 365,
  },
  renewal: {
    /** Days before a listing's end of its two reminders. */
    reminders: [5, 1],
    /** Days after the end for which their link works. */
    linkAfter: 30,
  },
  /** Days for which the hash of a sold phone's number is kept after its listing was deleted. */
  soldPhoneDays: 365,
  /**
   * Reports grouped by target: minutes that a moderator's claim lasts, cases that are settled at once, and the number up to which
   * open ones are counted.
   */
  cases: { claimMinutes: 15, atOnce: 100, counted: 1000 },
  signIn: {
    /** Seconds that a session is valid after its last use, and in total. */
    sessionIdle: 30 * 86_400,
    sessionMax: 180 * 86_400,
    /** Sessions of one account: another one ends the one that was used longest ago. */
    sessions: 100,
    /** Seconds for which a sign-in, or an entered password, allows changes that could lock the owner out. */
    reauthenticateAfter: 15 * 60,
    /** Seconds and wrong codes allowed for the second step of a sign-in. */
    step: { lifetime: 600, attempts: 5 },
    /** Passkeys of one account, and the number of its latest events that it is shown. */
    passkeys: 10,
    eventsShown: 50,
  },
  /** Titles that are suggested for what somebody types. */
  suggestions: 6,
  /** A price is far below if it is less than `farBelow` times the 20th percentile. At most `perSeller` prices of a seller count. */
  priceGuide: { perSeller: 2, farBelow: 0.5 },
  /**
   * `ahead`: a meeting must be within this many days from now. `linkHours`: how long the link to a meeting works after it.
   * `forgottenDays`: after the meeting, when a deal ends that nobody ended. `reservedHours`: how long after the meeting its listing is shown
   * as reserved.
   */
  deal: { ahead: 30, linkHours: 24, forgottenDays: 7, reservedHours: 24 },
  /** Seconds that a push service keeps what it cannot deliver, and hours after which news is too old to be pushed. */
  push: { ttl: 86_400, oldHours: 48 },
  /** Hours after a buyer's first message when its answer is due, which the trust panel measures. */
  answerDueHours: 24,
  /** Sellers whom one account may follow. */
  follows: { max: 1000 },
  /** Listings that one account may save: each of its pages names all of them. */
  favorites: { max: 1000 },
  /** People whom one account may block. */
  blocks: { max: 1000 },
  /**
   * Notifications of saved listings: a price counts as cheaper if it is this share, and this many kobo, below the price that the saver
   * knows. A listing causes at most one in so many `hours`, unless the last is unread. A digest shows so many listings.
   */
  news: { cheaperShare: 0.01, cheaperKobo: 100_00, hours: 24, digestListings: 12 },
  /** Hours after a deal when somebody who wrote no review is asked by mail. */
  review: { askAfterHours: 24 },
  /** Pixels of one uploaded picture (width × height). */
  photoPixels: 50_000_000,
  /** Wrong codes after which another code is needed, whatever RATE_LIMIT_FACTOR says. */
  codeAttempts: 5,
  /** Seconds that a registration waits for its code. */
  registrationLifetime: 86_400,
  /**
   * Actions per account in 24 hours: `fresh` in its first days, `usual` after that. RATE_LIMIT_FACTOR
   * multiplies these numbers and others (`scaleLimit`).
   */
  quotas: {
    /** Days. */
    freshDays: 3,
    LISTINGS: { fresh: 15, usual: 100 },
    CONVERSATIONS: { fresh: 30, usual: 200 },
    QUESTIONS: { fresh: 40, usual: 200 },
  },
  /**
   * A listing is held for review from `own` active copies by the same seller, or from `others` active listings of other sellers with the
   * same description.
   */
  copies: {
    own: 2,
    others: 1,
    /**
     * Minimum length of a description compared with others' descriptions, in letters and digits: about 80
     * characters.
     */
    description: 64,
  },
  copiedPhotos: {
    /** Bits of 64 in which the hashes of two photos of the same picture may differ. */
    distance: 8,
    /** Days since the account was opened in which a copied photo is reviewed before the listing is shown. */
    newAccountDays: 14,
    /** A copied photo is reviewed for any account if the price is below this share of the other listing's price. */
    lowPrice: 0.7,
  },
  sameMessage: {
    /** Conversations that receive a text within an hour before it is held for review. */
    conversations: 5,
    /**
     * Minimum length, in letters and digits, of a new account's text without a link or phone number that
     * counts.
     */
    text: 40,
  },
  /**
   * Recipients of one sender who were warned within `days` and did not say that they know the sender: from `review` on
   * administrators look at the sender, from `wait` on (`freshWait` for a new account) messages to new people wait.
   */
  warnedSender: { days: 7, review: 3, wait: 6, freshWait: 4 },
  /**
   * From this number of `reviews` of one user without a deal within `hours`, moderators check them, if the accounts are younger than
   * `newDays` or `oneNetwork` of them share a network.
   */
  reviewBurst: { hours: 24, newDays: 7, oneNetwork: 3, reviews: 5 },
  /** From this number of accounts that reviewed each other with `stars` or more within `days`, moderators check the reviews. */
  reviewRing: { days: 90, stars: 4, accounts: 3 },
  /** Codes by text message within `window` seconds, to one account and to one number: each costs money. */
  textMessages: { max: 5, window: 86_400 },
  /**
   * Registrations within `window` seconds, from one address and in total, before a proof of work is required.
   */
  registrations: { window: 600, address: 5, all: 100 },
} as const
