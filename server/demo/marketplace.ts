import type { ModerationAction } from '#shared/contract/admin.ts'
import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'
import type { Slug } from './goods.ts'

/** A whole invented marketplace, as plain data; people are named by username, listings by their index. */
export interface DemoMarketplace {
  users: DemoUser[]
  /** The oldest first. */
  listings: DemoListing[]
  reviews: DemoReview[]
  favorites: DemoFavorite[]
  questions: DemoQuestion[]
  threads: DemoThread[]
  /** The oldest first. */
  reports: DemoReport[]
  /** The oldest first. */
  acts: DemoAct[]
}

export interface DemoUser {
  fullName: string
  username: string
  email: string
  /** E.164, with an area code that no operator has. */
  phone: string
  role: 'USER' | 'ADMIN'
  bio: string | null
  state: string
  lga: string
  /** The 3D emoji of the avatar. */
  face: string | null
  phoneVerified: boolean
  createdAt: Date
  /** Of `reviews`: two decimals, '0.00' without any. */
  ratingAvg: string
  ratingCount: number
}

export interface DemoListing {
  seller: string
  category: Slug
  title: string
  description: string
  /** Kobo. */
  price: number
  priceType: PriceType
  condition: Condition
  state: string
  lga: string
  /** Names of pictures (see pictures/studio.ts), the cover first. */
  photos: string[]
  status: ListingStatus
  /** Why the administrator hid it. */
  moderationReason: string | null
  views: number
  createdAt: Date
  featuredUntil: Date | null
}

export interface DemoReview {
  user: string
  reviewer: string
  stars: 1 | 2 | 3 | 4 | 5
  comment: string | null
  createdAt: Date
}

export interface DemoFavorite {
  user: string
  listing: number
  createdAt: Date
}

export interface DemoQuestion {
  listing: number
  asker: string
  question: string
  createdAt: Date
  answer: string | null
  answeredAt: Date | null
}

export interface DemoThread {
  listing: number
  buyer: string
  messages: DemoMessage[]
}

export interface DemoMessage {
  sender: string
  body: string
  /** The name of a picture of the listing that is sent along. */
  picture: string | null
  createdAt: Date
  readAt: Date | null
}

export interface DemoReport {
  reporter: string
  /** A listing by its index, or a person. */
  about: number | string
  reason: string
  details: string | null
  createdAt: Date
  closed: { status: 'REVIEWED' | 'ACTIONED'; at: Date } | null
}

/** What the administrator did to a listing, or with a report, each by its index. */
export interface DemoAct {
  action: ModerationAction
  target: { listing: number } | { report: number }
  reason: string | null
  createdAt: Date
}
