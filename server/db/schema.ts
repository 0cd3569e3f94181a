// Generated from the migrations by `npm run db:types`. Do not edit.
import type { ColumnType } from 'kysely'
import type { Photo } from '#shared/contract/common.ts'
import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
export type Numeric = ColumnType<string, number | string, number | string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>

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

export interface ListingSearch {
  category_id: number
  condition: Condition
  created_at: Timestamp
  document: string
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
  ip: string | null
  last_seen_at: Generated<Timestamp>
  token_hash: Buffer
  user_agent: string | null
  user_id: number
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
  email: string
  email_verified_at: Timestamp | null
  full_name: string
  id: Generated<number>
  lga: string | null
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
  categories: Categories
  email_codes: EmailCodes
  listing_search: ListingSearch
  listing_search_source: ListingSearchSource
  listing_views: ListingViews
  listings: Listings
  reset_tokens: ResetTokens
  reviews: Reviews
  search_vocabulary: SearchVocabulary
  sessions: Sessions
  uploads: Uploads
  users: Users
  visitor_salts: VisitorSalts
}
