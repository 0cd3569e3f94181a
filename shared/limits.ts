/** Section 9 of the specification and the limits of docs/decisions: one place for every number that people meet. */
export const PRODUCT_NAME = 'Oja'

export const limits = {
  title: { min: 6, max: 80 },
  description: { min: 30, max: 5000 },
  photos: { min: 1, max: 10 },
  /** Bytes of one uploaded picture. */
  photoBytes: 10 * 1024 * 1024,
  /** Pixels of one uploaded picture (width × height). */
  photoPixels: 50_000_000,
  /** Kobo: ₦ 10 billion. */
  price: { max: 1_000_000_000_000 },
  search: { max: 120 },
  suggestion: { minChars: 2, debounceMs: 300, count: 6 },
  page: { default: 24, max: 100 },
  featuredOnHome: 4,
  latestOnHome: 8,
  categoryChips: 6,
  metaDescription: 150,
  descriptionCollapse: 200,
  fullName: { max: 80 },
  username: { min: 3, max: 30 },
  email: { max: 254 },
  password: { min: 8, max: 200 },
  phone: { min: 10, max: 15 },
  /** Seconds. */
  code: { digits: 6, lifetime: 600, resendWait: 60, tries: 5 },
  /** Seconds that a registration waits for its code. */
  registrationKept: 86_400,
  signIn: {
    /** Seconds that a session lives after its last use, and at most. */
    sessionIdle: 30 * 86_400,
    sessionLongest: 180 * 86_400,
    /** Seconds for which a password just entered allows changes that could lock its owner out. */
    confirmed: 15 * 60,
    /** Seconds and wrong codes that a sign-in waits for its second step. */
    step: { lifetime: 600, tries: 5 },
    recoveryCodes: 10,
    passkeys: 10,
    passkeyName: 60,
    /** Days that what happened to an account is kept, and how much of it is shown. */
    eventsKept: 180,
    eventsShown: 50,
  },
  unreadBadge: 99,
  question: { min: 10, max: 500 },
  answer: { max: 2000 },
  message: { max: 4000 },
  bio: { max: 500 },
  review: { comment: 1000 },
  report: { reason: 100, details: 1000 },
  /** Why an administrator did something. */
  moderationReason: { max: 500 },
  adminPageSizes: [10, 20, 50, 100],
  adminPageSize: 20,
  /** Seconds between two reads of the unread count. */
  unreadRefetch: 30,
  /** Milliseconds: the pauses between two tries to connect again, also after a refusal, and how long one try may take. */
  socket: { reconnectMin: 1000, reconnectMax: 5000, refusedWait: 30_000, connectTimeout: 20_000 },
  /**
   * What one account may do in 24 hours: `fresh` in its first days, `usual` after that. These numbers, and those of copies, same
   * messages, text messages and registrations, are multiplied by RATE_LIMIT_FACTOR.
   */
  quotas: {
    /** Days. */
    freshDays: 3,
    LISTINGS: { fresh: 15, usual: 100 },
    CONVERSATIONS: { fresh: 30, usual: 200 },
    QUESTIONS: { fresh: 40, usual: 200 },
  },
  /** Where so many active listings say the same, of the seller or of others, another one is held back. */
  copies: {
    own: 2,
    others: 1,
    /** Letters and digits of a description from which others' descriptions count: some 80 characters. */
    description: 64,
  },
  sameMessage: {
    /** Conversations that get a text in an hour before it is held back. */
    conversations: 5,
    /** Letters and digits from which a new account's text counts without a link or phone number. */
    text: 40,
  },
  /** Codes by text message within `window` seconds, to one account and to one number: each costs money. */
  textMessages: { max: 5, window: 86_400 },
  /** Registrations within `window` seconds, from one address and in all, before a proof of work is asked for. */
  registrations: { window: 600, address: 5, all: 100 },
  /** Days until an account that was asked to be deleted is gone. */
  deletionGrace: 30,
} as const
