// Generated from the migrations by `npm run db:types`. Do not edit.
import type { ColumnType } from 'kysely'
import type { ModerationAction } from '#shared/contract/admin.ts'
import type { LastPublic } from './last-public.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { HoldDecision, HoldKind, HoldRule, Quota } from '#shared/contract/held.ts'
import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'
import type { AccountEventType, SignInMethod } from '#shared/contract/second-factor.ts'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
export type Numeric = ColumnType<string, number | string, number | string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AccountEvents {
  actor_id: number | null
  created_at: Generated<Timestamp>
  id: Generated<number>
  ip: string | null
  method: SignInMethod | null
  type: AccountEventType
  user_agent: string | null
  user_id: number
}

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

export interface Holds {
  attachment: ColumnType<Photo | null, string | null, string | null>
  body: string | null
  client_id: string | null
  created_at: Generated<Timestamp>
  decided_at: Timestamp | null
  decided_by: number | null
  decision: HoldDecision | null
  id: Generated<number>
  kind: HoldKind
  like_id: number | null
  listing_id: number
  message_id: number | null
  owner_id: number
  reason: string | null
  rule: HoldRule
  thread_id: number | null
}

export interface IdempotencyKeys {
  created_at: Generated<Timestamp>
  key: string
  request: Buffer
  result: Generated<Buffer>
  user_id: number
}

export interface KnownDevices {
  last_used_at: Generated<Timestamp>
  token_hash: Buffer
  user_id: number
}

export interface LastResults {
  failed_at: Timestamp | null
  failure: string | null
  succeeded_at: Timestamp | null
  what: string
}

export interface ListingDigestBacklog {
  before_id: number
}

export interface ListingDigests {
  cleared: Generated<boolean>
  copy_digest: Buffer
  listing_id: number
  seller_id: number
  text_digest: Buffer
  text_since: Generated<Timestamp>
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
  last_public: ColumnType<LastPublic | null, string | null, string | null>
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
  target_type: 'USER' | 'LISTING' | 'REPORT' | 'MESSAGE'
}

export interface Passkeys {
  counter: number
  created_at: Generated<Timestamp>
  credential_id: string
  id: Generated<number>
  is_synced: boolean
  last_used_at: Timestamp | null
  name: string
  public_key: Buffer
  transports: Generated<string[]>
  user_id: number
}

export interface PasswordResets {
  address_hash: Buffer
  browser_hash: Buffer
  code_expires_at: Timestamp
  code_hash: Buffer
  id: Generated<number>
  link_expires_at: Timestamp
  link_hash: Buffer
  network_hash: Buffer
  other_tries_left: number
  own_tries_left: number
  sent_at: Generated<Timestamp>
  user_id: number | null
}

export interface PendingRegistrations {
  code_expires_at: Timestamp | null
  code_hash: Buffer | null
  code_sent_at: Timestamp | null
  email: string
  expires_at: Timestamp
  full_name: string
  id: Generated<number>
  password_hash: string
  phone: string
  registered_at: Generated<Timestamp>
  token_hash: Buffer
  tries_left: Generated<number>
  username: string
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

export interface QuotaHits {
  day: Generated<Timestamp>
  hits: Generated<number>
  last_at: Generated<Timestamp>
  quota: Quota
  user_id: number
}

export interface RecoveryCodes {
  code_hash: Buffer
  created_at: Generated<Timestamp>
  user_id: number
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

export interface SearchWords {
  word: string
}

export interface SentTexts {
  digest: Buffer
  sender_id: number
  sent_at: Generated<Timestamp>
  thread_id: number
}

export interface Sessions {
  authenticated_at: Generated<Timestamp>
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  id: Generated<number>
  ip: string | null
  last_seen_at: Generated<Timestamp>
  second_factor: Generated<boolean>
  token_hash: Buffer
  user_agent: string | null
  user_id: number
}

export interface SignInSteps {
  challenge: string | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  token_hash: Buffer
  tries_left: number
  user_id: number | null
}

export interface SignInTries {
  blocked_until: Timestamp
  counted_at: Timestamp
  failures: number
  key: Buffer
}

export interface SpentProofs {
  digest: Buffer
  expires_at: Timestamp
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

export interface TotpSecrets {
  confirmed_at: Timestamp | null
  created_at: Generated<Timestamp>
  last_step: number | null
  secret: Buffer
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
  credentials_version: Generated<number>
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
  account_events: AccountEvents
  blocks: Blocks
  categories: Categories
  email_codes: EmailCodes
  favorites: Favorites
  holds: Holds
  idempotency_keys: IdempotencyKeys
  known_devices: KnownDevices
  last_results: LastResults
  listing_digest_backlog: ListingDigestBacklog
  listing_digests: ListingDigests
  listing_documents: ListingDocuments
  listing_search: ListingSearch
  listing_search_source: ListingSearchSource
  listing_views: ListingViews
  listings: Listings
  messages: Messages
  moderation_acts: ModerationActs
  passkeys: Passkeys
  password_resets: PasswordResets
  pending_registrations: PendingRegistrations
  phone_codes: PhoneCodes
  questions: Questions
  quota_hits: QuotaHits
  recovery_codes: RecoveryCodes
  reports: Reports
  reset_tokens: ResetTokens
  reviews: Reviews
  search_vocabulary: SearchVocabulary
  search_words: SearchWords
  sent_texts: SentTexts
  sessions: Sessions
  sign_in_steps: SignInSteps
  sign_in_tries: SignInTries
  spent_proofs: SpentProofs
  threads: Threads
  totp_secrets: TotpSecrets
  uploads: Uploads
  users: Users
  visitor_salts: VisitorSalts
}
