// Generated from the migrations by `npm run db:types`. Do not edit.
import type { ColumnType } from 'kysely'
import type { Photo } from '#shared/contract/common.ts'
import type { ReportedState } from '#shared/contract/cases.ts'
import type { DraftContent } from '#shared/contract/drafts.ts'
import type { Condition, PriceType } from '#shared/contract/listing-values.ts'
import type { MonthNumbers } from '#shared/contract/transparency.ts'
import type { LastPublic } from './last-public.ts'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
export type Numeric = ColumnType<string, number | string, number | string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface DB {
  account_accesses: {
    admin_id: number
    case_id: number | null
    day: Generated<Timestamp>
    kind: 'ACCOUNT' | 'ACTIVITY' | 'CASE' | 'MESSAGES' | 'HELD' | 'LISTING'
    looked_at: Generated<Timestamp>
    user_id: number
  }
  account_events: {
    actor_id: number | null
    created_at: Generated<Timestamp>
    id: Generated<number>
    ip: string | null
    method: 'PASSWORD' | 'EMAIL_CODE' | 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE' | null
    type: 'SIGNED_IN' | 'SIGN_IN_FAILED' | 'SIGNED_OUT' | 'REAUTHENTICATED' | 'REAUTHENTICATION_FAILED' | 'PASSWORD_CHANGED' | 'PASSWORD_RESET' | 'PHONE_CHANGED' | 'SECOND_FACTOR_ON' | 'SECOND_FACTOR_OFF' | 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'RECOVERY_CODES_MADE' | 'SESSIONS_ENDED'
    user_agent: string | null
    user_id: number
  }
  appeals: {
    act_id: number
    answer: string | null
    appellant_id: number
    created_at: Generated<Timestamp>
    decided_at: Timestamp | null
    decided_by: number | null
    id: Generated<number>
    outcome: 'UPHELD' | 'OVERTURNED' | null
    text: string
  }
  blocks: {
    blocked_id: number
    blocker_id: number
    created_at: Generated<Timestamp>
  }
  categories: {
    id: Generated<number>
    name: string
    position: number
    slug: string
  }
  deals: {
    buyer_id: number
    created_at: Generated<Timestamp>
    end_reason: string | null
    ended_at: Timestamp | null
    ended_by: number | null
    id: Generated<number>
    lga: string
    listing_id: number
    meets_at: Timestamp
    paid_at: Timestamp | null
    place: string
    price: number
    proposed_by: number
    reserves: Generated<boolean>
    reviews_asked_at: Timestamp | null
    seller_id: number
    state: string
    status: Generated<'PROPOSED' | 'ACCEPTED' | 'DECLINED' | 'CANCELLED' | 'COMPLETED'>
    thread_id: number
    to_tell: Generated<boolean>
    tried_at: Timestamp | null
    updated_at: Generated<Timestamp>
    version: Generated<number>
  }
  digests: {
    sent_on: Timestamp
    user_id: number
  }
  favorites: {
    created_at: Generated<Timestamp>
    drop_waits: Generated<boolean>
    known_price: number | null
    listing_id: number
    told_at: Timestamp | null
    user_id: number
  }
  follows: {
    created_at: Generated<Timestamp>
    follower_id: number
    seller_id: number
  }
  holds: {
    attachment: ColumnType<Photo | null, string | null, string | null>
    body: string | null
    client_id: string | null
    created_at: Generated<Timestamp>
    decided_at: Timestamp | null
    decided_by: number | null
    decision: 'RELEASE' | 'REJECT' | 'WITHDRAWN' | null
    id: Generated<number>
    kind: 'LISTING' | 'MESSAGE' | 'SENDER' | 'PHOTO' | 'REVIEW' | 'PHONE' | 'THEFT'
    like_id: number | null
    listing_id: number | null
    message_id: number | null
    owner_id: number
    reason: string | null
    rule: 'COPIES' | 'TEXT_OF_ANOTHER' | 'PHOTO_OF_ANOTHER' | 'SAME_PHONE' | 'STOLEN_PHONE' | 'SAME_MESSAGE' | 'WARNED_SENDER' | 'SENDER_WAITS' | 'REVIEW_BURST' | 'REVIEW_RING' | 'REVIEW_REPORTED' | 'ANSWER_REPORTED' | 'THEFT_REPORT'
    thread_id: number | null
  }
  idempotency_keys: {
    created_at: Generated<Timestamp>
    key: string
    request: Buffer
    result: Generated<Buffer>
    user_id: number
  }
  known_devices: {
    last_used_at: Generated<Timestamp>
    token_hash: Buffer
    user_id: number
  }
  last_results: {
    failed_at: Timestamp | null
    failure: string | null
    succeeded_at: Timestamp | null
    what: 'mail' | 'sms' | 'backup'
  }
  listing_day_views: {
    day: Timestamp
    listing_id: number
    views: number
  }
  listing_digest_backlog: {
    before_id: number
  }
  listing_digests: {
    cleared: Generated<boolean>
    copy_digest: Buffer
    listing_id: number
    seller_id: number
    text_digest: Buffer
    text_since: Generated<Timestamp>
  }
  listing_documents: {
    document: string
    listing_id: number
  }
  listing_drafts: {
    content: ColumnType<DraftContent, string, string>
    created_at: Generated<Timestamp>
    id: Generated<number>
    updated_at: Generated<Timestamp>
    user_id: number
  }
  listing_news: {
    attempts: Generated<number>
    due_at: Generated<Timestamp>
    happened_at: Generated<Timestamp>
    id: Generated<number>
    listing_id: number
    price_after: number | null
    price_before: number | null
    what: 'PUBLISHED' | 'AVAILABLE' | 'CHEAPER' | 'SOLD'
  }
  listing_prices: {
    changed_at: Generated<Timestamp>
    id: Generated<number>
    listing_id: number
    price_after: number
    price_before: number
  }
  listing_sales: {
    buyer_id: number
    listing_id: number
    seller_id: number
    sold_at: Generated<Timestamp>
    stands: Generated<boolean>
  }
  listing_search: {
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
  listing_search_backlog: {
    before_id: number
    seller_id: number
  }
  listing_views: {
    day: Timestamp
    listing_id: number
    viewer: string
  }
  listings: {
    category_id: number
    condition: 'NEW' | 'USED'
    created_at: Generated<Timestamp>
    deleted_at: Timestamp | null
    description: string
    end_reminders: Generated<number>
    ended_at: Timestamp | null
    ends_at: Generated<Timestamp>
    featured_until: Timestamp | null
    hidden_by_moderator: Generated<boolean>
    id: Generated<number>
    last_public: ColumnType<LastPublic | null, string | null, string | null>
    lga: string
    moderation_reason: string | null
    photos: ColumnType<Photo[], string, string>
    price: number
    price_type: 'FIXED' | 'NEGOTIABLE'
    questions_enabled: Generated<boolean>
    renewed_at: Timestamp | null
    seller_id: number
    state: string
    status: Generated<'ACTIVE' | 'SOLD' | 'HIDDEN'>
    title: string
    updated_at: Generated<Timestamp>
    views: Generated<number>
  }
  meeting_links: {
    created_at: Generated<Timestamp>
    deal_id: number
    token_hash: Buffer
    user_id: number
  }
  message_warnings: {
    created_at: Generated<Timestamp>
    dismissed_at: Timestamp | null
    kind: string
    message_id: number
    probability: number
    recipient_id: number
    seen: string[]
    sender_id: number
    thread_id: number
  }
  messages: {
    attachment: ColumnType<Photo | null, string | null, string | null>
    body: Generated<string>
    client_id: string
    created_at: Generated<Timestamp>
    hidden_by_recipient_at: Timestamp | null
    hidden_by_sender_at: Timestamp | null
    id: Generated<number>
    read_at: Timestamp | null
    recipient_id: number
    reply_to: number | null
    sender_id: number
    thread_id: number
  }
  moderation_acts: {
    action: 'HIDE' | 'SHOW' | 'DELETE' | 'FEATURE' | 'UNFEATURE' | 'BAN' | 'UNBAN' | 'REVIEW_REPORT' | 'ACTION_REPORT' | 'RELEASE' | 'REJECT' | 'WAIT'
    admin_id: number | null
    created_at: Generated<Timestamp>
    hold_id: number | null
    id: Generated<number>
    reason: string | null
    rule: 'prohibited' | 'fraud' | 'stolen' | 'copied' | 'wrong-place' | 'duplicate' | 'contact-in-text' | 'abuse' | 'spam' | 'other' | null
    target_id: number
    target_type: 'USER' | 'LISTING' | 'REPORT' | 'MESSAGE'
  }
  notification_settings: {
    digest_hour: Generated<number>
    push_follows: Generated<boolean>
    push_hides_content: Generated<boolean>
    push_listings: Generated<boolean>
    push_messages: Generated<boolean>
    push_questions: Generated<boolean>
    push_reports: Generated<boolean>
    push_reviews: Generated<boolean>
    push_saved: Generated<boolean>
    push_searches: Generated<boolean>
    quiet_from: Generated<number | null>
    quiet_to: Generated<number | null>
    user_id: number
  }
  notifications: {
    actor_id: number | null
    count: Generated<number>
    detail: string | null
    digested_count: Generated<number>
    happened_at: Generated<Timestamp>
    id: Generated<number>
    kind: 'MESSAGE' | 'DEAL' | 'QUESTION' | 'ANSWER' | 'REVIEW' | 'REVIEW_ANSWER' | 'REVIEW_ASK' | 'REPORT' | 'REVIEW_REPORT' | 'MODERATION' | 'SEARCH' | 'CHEAPER' | 'SOLD' | 'AVAILABLE' | 'FOLLOWED' | 'ENDS_SOON' | 'ENDED'
    listing_id: number | null
    news_since: Timestamp | null
    price_after: number | null
    price_before: number | null
    read_at: Timestamp | null
    subject_id: number
    user_id: number
  }
  offers: {
    ended_at: Timestamp | null
    message_id: number
    price: number
    sender_id: number
    status: Generated<'PENDING' | 'ACCEPTED' | 'DECLINED' | 'COUNTERED' | 'WITHDRAWN' | 'CLOSED'>
    thread_id: number
  }
  passkeys: {
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
  password_resets: {
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
  pending_registrations: {
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
  phone_codes: {
    code_hash: Buffer
    expires_at: Timestamp
    phone: string
    sent_at: Generated<Timestamp>
    tries_left: number
    user_id: number
  }
  phone_passports: {
    entered_at: Generated<Timestamp>
    last_four: string
    listing_id: number
    number_hash: Buffer
    number_sealed: Buffer
  }
  photo_hash_backlog: {
    before_id: number
  }
  photo_hashes: {
    added_on: Generated<Timestamp>
    hash: number
    listing_id: number
    seller_id: number
    upload_id: string
  }
  photo_matches: {
    distance: number
    hold_id: number
    listing_id: number
    matched_listing_id: number
    matched_photo: string
    mirrored: boolean
    photo: string
  }
  push_subscriptions: {
    auth: string
    created_at: Generated<Timestamp>
    endpoint: string
    id: Generated<number>
    p256dh: string
    session_id: number
    user_id: number
  }
  questions: {
    answer: string | null
    answered_at: Timestamp | null
    asker_id: number
    created_at: Generated<Timestamp>
    id: Generated<number>
    listing_id: number
    question: string
  }
  quota_hits: {
    day: Generated<Timestamp>
    hits: Generated<number>
    last_at: Generated<Timestamp>
    quota: 'LISTINGS' | 'CONVERSATIONS' | 'QUESTIONS'
    user_id: number
  }
  recovery_codes: {
    code_hash: Buffer
    created_at: Generated<Timestamp>
    user_id: number
  }
  report_claims: {
    admin_id: number
    claimed_at: Generated<Timestamp>
    target_id: number
    target_type: 'USER' | 'LISTING'
  }
  reports: {
    closed_at: Timestamp | null
    created_at: Generated<Timestamp>
    details: string | null
    id: Generated<number>
    reason: string
    reporter_id: number
    seen: ColumnType<ReportedState | null, string | null, string | null>
    status: Generated<'NEW' | 'REVIEWED' | 'ACTIONED'>
    target_id: number
    target_type: 'USER' | 'LISTING'
    to_tell: Generated<boolean>
  }
  reset_tokens: {
    expires_at: Timestamp
    token_hash: Buffer
    user_id: number
  }
  reviews: {
    answer: string | null
    answered_at: Timestamp | null
    comment: string | null
    created_at: Generated<Timestamp>
    id: Generated<number>
    proof: 'BOUGHT' | 'SOLD' | 'TALKED' | null
    reviewer_id: number
    stars: number
    updated_at: Generated<Timestamp>
    user_id: number
  }
  saved_searches: {
    anchors: string[]
    category_id: number | null
    condition: string | null
    created_at: Generated<Timestamp>
    id: Generated<number>
    lga: string | null
    max_price: number | null
    min_price: number | null
    name: string | null
    paused_at: Timestamp | null
    price_type: string | null
    query: string | null
    search: string | null
    state: string | null
    user_id: number
    words: string | null
  }
  search_anchors: {
    anchor: string
    category_id: number
    condition: string | null
    lga: string
    max_price: number | null
    min_price: number | null
    price_type: string | null
    query: string | null
    search_id: number
    state: string
    user_id: number
  }
  search_matches: {
    listing_id: number
    search_id: number
    told_at: Generated<Timestamp>
  }
  search_vocabulary: {
    word: string
  }
  search_words: {
    word: string
  }
  sent_texts: {
    digest: Buffer
    sender_id: number
    sent_at: Generated<Timestamp>
    thread_id: number
  }
  sessions: {
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
  sign_in_steps: {
    challenge: string | null
    created_at: Generated<Timestamp>
    expires_at: Timestamp
    token_hash: Buffer
    tries_left: number
    user_id: number | null
  }
  similar_photos: {
    distance: number
    hash: number
    listing_id: number
    mirrored: boolean
    upload_id: string
  }
  sold_phones: {
    deleted_on: Generated<Timestamp>
    number_hash: Buffer
  }
  spent_proofs: {
    digest: Buffer
    expires_at: Timestamp
  }
  stolen_phones: {
    details: string
    hold_id: number
    last_four: string
    number_hash: Buffer
    number_sealed: Buffer
    proof: ColumnType<Photo, string, string>
  }
  suspect_reviews: {
    hold_id: number
    reason: string | null
    reporter_id: number | null
    reviewer_id: number
    user_id: number
  }
  threads: {
    buyer_id: number
    buyer_mailed_at: Timestamp | null
    created_at: Generated<Timestamp>
    id: Generated<number>
    last_message_at: Generated<Timestamp>
    listing_id: number
    seller_id: number
    seller_mailed_at: Timestamp | null
  }
  throttle_counters: {
    blocked_until: Timestamp
    counted_at: Timestamp
    failures: number
    key: Buffer
  }
  told_listings: {
    listing_id: number
  }
  totp_secrets: {
    confirmed_at: Timestamp | null
    created_at: Generated<Timestamp>
    last_step: number | null
    secret: Buffer
    user_id: number
  }
  transparency_months: {
    month: Timestamp
    numbers: ColumnType<MonthNumbers, string, string>
  }
  uploads: {
    compared_on: Timestamp | null
    created_at: Generated<Timestamp>
    hash: number | null
    height: number
    id: string
    placeholder: string
    probes: string[] | null
    uploader_id: number | null
    url: string
    width: number
  }
  users: {
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
    notify_follows: Generated<boolean>
    notify_listings: Generated<boolean>
    notify_messages: Generated<boolean>
    notify_questions: Generated<boolean>
    notify_reports: Generated<boolean>
    notify_reviews: Generated<boolean>
    notify_saved: Generated<boolean>
    notify_searches: Generated<boolean>
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
  visitor_salts: {
    day: Timestamp
    salt: Buffer
  }
  waiting_reviews: {
    appears_at: Timestamp | null
    comment: string | null
    created_at: Generated<Timestamp>
    hold_id: number | null
    id: number
    proof: 'BOUGHT' | 'SOLD' | 'TALKED' | null
    reviewer_id: number
    stars: number
    user_id: number
  }
}
