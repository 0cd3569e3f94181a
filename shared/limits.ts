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
  /** Milliseconds: the pauses between two tries to connect again, and how long one try may take. */
  socket: { reconnectMin: 1000, reconnectMax: 5000, connectTimeout: 20_000 },
  /** Days until an account that was asked to be deleted is gone. */
  deletionGrace: 30,
} as const
