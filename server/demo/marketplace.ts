import type { ModerationAction } from '#shared/contract/admin.ts'
import type { ListingStatus } from '#shared/contract/listing-values.ts'
import type { Goods } from './goods.ts'
import type { Person } from './people.ts'

/** A whole invented marketplace as plain data. People are identified by username, listings by index. */
export interface DemoMarketplace {
  users: DemoUser[]
  /** Oldest first. */
  listings: DemoListing[]
  reviews: DemoReview[]
  favorites: DemoFavorite[]
  follows: DemoFollow[]
  questions: DemoQuestion[]
  threads: DemoThread[]
  /** Oldest first. */
  reports: DemoReport[]
  /** Oldest first. */
  acts: DemoAct[]
}

export interface DemoFollow {
  follower: string
  seller: string
  createdAt: Date
}

export interface DemoUser extends Pick<Person, 'fullName' | 'username' | 'state' | 'lga' | 'face'> {
  email: string
  /** E.164, with an area code that no operator has. */
  phone: string
  role: 'USER' | 'ADMIN'
  bio: string | null
  phoneVerified: boolean
  createdAt: Date
  /** The average of `reviews` with two decimals; '0.00' without any. */
  ratingAvg: string
  ratingCount: number
}

export interface DemoListing extends Pick<Goods, 'category' | 'title' | 'price' | 'priceType' | 'condition'> {
  seller: string
  description: string
  state: string
  lga: string
  /** Names of files in demo/photos, the cover first. */
  photos: string[]
  status: ListingStatus
  /** The administrator's reason for hiding it. */
  moderationReason: string | null
  views: number
  createdAt: Date
  endsAt: Date
  endedAt: Date | null
  featuredUntil: Date | null
}

export interface DemoReview {
  user: string
  reviewer: string
  stars: 1 | 2 | 3 | 4 | 5
  comment: string | null
  /** After a deal between the two, which of them the reviewer was. */
  proof: 'BOUGHT' | 'SOLD' | null
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
  deal: DemoDeal | null
}

export interface DemoDeal {
  status: 'PROPOSED' | 'ACCEPTED' | 'COMPLETED'
  proposedBy: string
  /** Kobo. */
  price: number
  place: string
  state: string
  lga: string
  meetsAt: Date
  /** The seller shows the listing as reserved. */
  reserves: boolean
  createdAt: Date
}

export interface DemoMessage {
  sender: string
  body: string
  /** The name of the listing's picture that the message includes. */
  picture: string | null
  /** Of an offer without an answer, in kobo; `body` says the same. */
  offer: number | null
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

/** An administrator's action on a listing or a report, each by its index. */
export interface DemoAct {
  action: ModerationAction
  target: { listing: number } | { report: number }
  reason: string | null
  createdAt: Date
}
