// Generated from the migrations by `npm run db:types`. Do not edit.
import type { ColumnType } from 'kysely'
import type { ModerationAction } from '#shared/contract/admin.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
export type Numeric = ColumnType<string, number | string, number | string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface Blocks {
  blocked_id: number
  blocker_id: number
  created_at: Generated<Timestamp>
}

export interface Categories {
  id: Generated<number>
  name: string
  position: number
  slug: string
}

export interface EmailCodes {
  code_hash: Buffer
  expires_at: Timestamp
  purpose: 'VERIFY_EMAIL' | 'RESET_PASSWORD'
  sent_at: Generated<Timestamp>
  tries_left: number
  user_id: number
}

export interface Favorites {
  created_at: Generated<Timestamp>
  listing_id: number
  user_id: number
}

export interface ListingDocuments {
  document: string
  listing_id: number
}

export interface ListingSearch {
  category_id: number
  condition: Condition
  created_at: Timestamp
  featured_until: Timestamp | null
  id: number
  lga: string
  price: number
  price_type: PriceType
  state: string
}

export interface ListingSearchSource {
  category_id: number | null
  condition: string | null
  created_at: Timestamp | null
  document: string | null
  featured_until: Timestamp | null
  id: number | null
  lga: string | null
  price: number | null
  price_type: string | null
  state: string | null
}

export interface ListingViews {
  day: Timestamp
  listing_id: number
  viewer: string
}

export interface Listings {
  category_id: number
  condition: Condition
  created_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  description: string
  featured_until: Timestamp | null
  hidden_by_moderator: Generated<boolean>
  id: Generated<number>
  lga: string
  moderation_reason: string | null
  photos: ColumnType<Photo[], string, string>
  price: number
  price_type: PriceType
  questions_enabled: Generated<boolean>
  seller_id: number
  state: string
  status: Generated<ListingStatus>
  title: string
  updated_at: Generated<Timestamp>
  views: Generated<number>
}

export interface Messages {
  attachment: ColumnType<Photo | null, string | null, string | null>
  body: Generated<string>
  client_id: string
  created_at: Generated<Timestamp>
  id: Generated<number>
  read_at: Timestamp | null
  recipient_id: number
  sender_id: number
  thread_id: number
}

export interface ModerationActs {
  action: ModerationAction
  admin_id: number
  created_at: Generated<Timestamp>
  id: Generated<number>
  reason: string | null
  target_id: number
  target_type: 'USER' | 'LISTING' | 'REPORT'
}

export interface PhoneCodes {
  code_hash: Buffer
  expires_at: Timestamp
  phone: string
  sent_at: Generated<Timestamp>
  tries_left: number
  user_id: number
}

export interface Questions {
  answer: string | null
  answered_at: Timestamp | null
  asker_id: number
  created_at: Generated<Timestamp>
  id: Generated<number>
  listing_id: number
  question: string
}

export interface Reports {
  closed_at: Timestamp | null
  created_at: Generated<Timestamp>
  details: string | null
  id: Generated<number>
  reason: string
  reporter_id: number
  status: Generated<'NEW' | 'REVIEWED' | 'ACTIONED'>
  target_id: number
  target_type: 'USER' | 'LISTING'
}

export interface ResetTokens {
  expires_at: Timestamp
  token_hash: Buffer
  user_id: number
}

export interface Reviews {
  comment: string | null
  created_at: Generated<Timestamp>
  id: Generated<number>
  reviewer_id: number
  stars: number
  updated_at: Generated<Timestamp>
  user_id: number
}

export interface SearchVocabulary {
  word: string
}

export interface Sessions {
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  id: Generated<number>
  ip: string | null
  last_seen_at: Generated<Timestamp>
  token_hash: Buffer
  user_agent: string | null
  user_id: number
}

export interface Threads {
  buyer_id: number
  buyer_mailed_at: Timestamp | null
  created_at: Generated<Timestamp>
  id: Generated<number>
  last_message_at: Generated<Timestamp>
  listing_id: number
  seller_id: number
  seller_mailed_at: Timestamp | null
}

export interface Uploads {
  created_at: Generated<Timestamp>
  height: number
  id: string
  placeholder: string
  uploader_id: number | null
  url: string
  width: number
}

export interface Users {
  avatar_url: string | null
  banned_at: Timestamp | null
  bio: string | null
  created_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  deletion_due_at: Timestamp | null
  email: string
  email_verified_at: Timestamp | null
  full_name: string
  id: Generated<number>
  lga: string | null
  notify_messages: Generated<boolean>
  notify_questions: Generated<boolean>
  notify_reviews: Generated<boolean>
  password_hash: string
  phone: string
  phone_verified_at: Timestamp | null
  rating_avg: Generated<Numeric>
  rating_count: Generated<number>
  role: Generated<'USER' | 'ADMIN'>
  state: string | null
  updated_at: Generated<Timestamp>
  username: string
}

export interface VisitorSalts {
  day: Timestamp
  salt: Buffer
}

export interface DB {
  blocks: Blocks
  categories: Categories
  email_codes: EmailCodes
  favorites: Favorites
  listing_documents: ListingDocuments
  listing_search: ListingSearch
  listing_search_source: ListingSearchSource
  listing_views: ListingViews
  listings: Listings
  messages: Messages
  moderation_acts: ModerationActs
  phone_codes: PhoneCodes
  questions: Questions
  reports: Reports
  reset_tokens: ResetTokens
  reviews: Reviews
  search_vocabulary: SearchVocabulary
  sessions: Sessions
  threads: Threads
  uploads: Uploads
  users: Users
  visitor_salts: VisitorSalts
}
