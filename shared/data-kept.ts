import { limits } from './limits.ts'
import { thresholds } from './thresholds.ts'

/*
 * What is kept about people. The page /privacy, the export, the deletion of an account and the jobs that delete old records are made
 * of it; server/features/settings/data-kept.test.ts compares it with the database. A new table is one entry here. What more a deletion
 * does (columns of users, threads, prices and daily views of listings, links to meetings, the last public state of listings) is in
 * `eraseAccount` (settings/deletion.db.ts).
 */

/**
 * Why the law allows it. contract: it is needed for what the person asked Oja to do. interest: it keeps the market safe, and people expect
 * it (legitimate interest).
 */
export const bases = {
  contract: 'we need it to do what you ask of us (contract)',
  interest: 'it keeps the market safe (legitimate interest)',
} as const

export interface Kept {
  /** In plain words, for the people concerned. */
  what: string
  why: string
  /** By default the contract. */
  basis?: keyof typeof bases
  /** How long; by default the days of `swept`, or else as long as the account. */
  time?: string
  /**
   * Columns that name a person, with what the deletion of their account does: `deleted` to the row; `nameless`: the row stays, and
   * points to an account without a name; `emptied`: the same, and `empties` names what is removed. eraseAccount() deletes what is
   * `deleted`. The first is the person whose export has the row.
   */
  people: Record<string, 'deleted' | 'nameless' | 'emptied'>
  /** Columns that the deletion sets to nothing, or to what everybody deleted has. */
  empties?: string
  /** The export: the file's name without `.json`, and the exported columns as an SQL select list. */
  file?: string
  exported?: string
  /** The other columns. */
  others?: string
  /** A job removes it `days` after the time in this column: the row, if `where` fits, or the values of `clears`. */
  swept?: { column: string; days: number; clears?: string; where?: { column: string; in: string[] } }
}

type Tables = Record<string, Kept>

const { retention, accountAccess } = thresholds
const withAccount = 'as long as your account'
const withConversation = 'as long as one of the two has an account'
const fewMinutes = 'until they are used or expire, within a day'

const account: Tables = {
  users: {
    what: 'Your name, username, e-mail address, phone number, picture, words about yourself, state and LGA, rating and settings, and your password in a form that cannot be turned back into it',
    why: 'so that you can log in, and others know who they trade with',
    time: `${withAccount}; ${limits.deletionGrace} days after you ask for its deletion your personal data is erased from it`,
    people: { id: 'emptied' },
    empties:
      'full_name email username phone phone_verified_at avatar_url bio state lga password_hash rating_avg rating_count deletion_due_at',
    file: 'account',
    exported: `
      id, full_name as fullName, email, username, phone, phone_verified_at as phoneVerifiedAt,
      email_verified_at as emailVerifiedAt, avatar_url as avatarUrl, bio, state, lga, role, rating_avg as ratingAvg,
      rating_count as ratingCount, notify_messages as notifyMessages, notify_questions as notifyQuestions,
      notify_reviews as notifyReviews, notify_reports as notifyReports, notify_searches as notifySearches,
      notify_saved as notifySaved, notify_follows as notifyFollows, notify_listings as notifyListings, created_at as createdAt,
      banned_at as bannedAt, deletion_due_at as deletionDueAt`,
    others: 'password_hash credentials_version updated_at deleted_at',
  },
  account_accesses: {
    what: 'Which administrator looked at private data of yours, and when',
    why: 'so that you can see it, and nobody looks without a reason',
    basis: 'interest',
    people: { user_id: 'deleted', admin_id: 'nameless' },
    file: 'administrators-looked',
    exported: 'kind, looked_at as at',
    others: 'case_id day',
    swept: { column: 'looked_at', days: accountAccess.retention },
  },
  blocks: {
    what: 'The people you blocked',
    why: 'so that they cannot write to you',
    people: { blocker_id: 'deleted', blocked_id: 'deleted' },
    file: 'blocked-people',
    exported: 'blocked_id as id, created_at as blockedAt',
  },
  follows: {
    what: 'Whom you follow; sellers see how many follow them, not who',
    why: 'so that we can tell you of new listings',
    people: { follower_id: 'deleted', seller_id: 'deleted' },
    file: 'followed-sellers',
    exported: 'seller_id as id, created_at as followedAt',
  },
  digests: {
    what: 'On which day you last got a mail of all news',
    why: 'so that you get at most one a day',
    people: { user_id: 'deleted' },
    others: 'sent_on',
  },
  favorites: {
    what: 'Listings that you saved, with the price that we last told you',
    why: 'so that you find them again',
    people: { user_id: 'deleted' },
    file: 'favourites',
    exported:
      'listing_id as listingId, created_at as savedAt, known_price as knownPriceInKobo, told_at as lastToldOfPriceAt',
    others: 'drop_waits',
  },
  notifications: {
    what: 'What we told you: what happened, who caused it, when, and whether you read it',
    why: 'so that you hear of it when you are not looking',
    people: { user_id: 'deleted', actor_id: 'deleted' },
    file: 'notifications',
    exported: `
      kind, listing_id as listingId, detail, price_before as priceBeforeInKobo,
      price_after as priceAfterInKobo, count as events, happened_at as happenedAt, read_at as readAt`,
    others: 'id actor_id subject_id digested_count news_since',
    swept: { column: 'happened_at', days: retention.notification },
  },
  notification_settings: {
    what: 'What you are told by push, and when',
    why: 'to tell you what you want, and let you sleep',
    people: { user_id: 'deleted' },
    file: 'notification-settings',
    exported: `
      user_id, push_messages, push_questions, push_reviews, push_reports, push_searches, push_saved, push_follows, push_listings,
      push_hides_content, quiet_from, quiet_to, digest_hour`,
  },
  saved_searches: {
    what: 'Searches that you saved: their words, filters and names',
    why: 'so that you are told of new listings',
    people: { user_id: 'deleted' },
    file: 'saved-searches',
    exported: `
      name, search, category_id as categoryId, condition, state, lga, price_type as priceType, min_price as minPriceInKobo,
      max_price as maxPriceInKobo, paused_at as pausedAt, created_at as savedAt`,
    others: 'id words query anchors',
  },
  search_anchors: {
    what: 'The same searches, in the order in which a new listing looks them up',
    why: 'so that you are told of new listings',
    time: 'as long as the search',
    people: { user_id: 'deleted' },
    others: 'search_id anchor query category_id state lga condition price_type min_price max_price',
  },
  search_matches: {
    what: 'Which listings we already told you about for a saved search',
    why: 'so that you are told once',
    people: {},
    others: 'search_id listing_id told_at',
    swept: { column: 'told_at', days: retention.searchMatch },
  },
}

const listings: Tables = {
  listing_drafts: {
    what: 'Listings that you began to write, with their photos',
    why: 'so that you can go on with them, on every device',
    time: `until you publish or delete them, or ${retention.draft} days after the last change`,
    people: { user_id: 'deleted' },
    file: 'drafts',
    exported: 'id, content, created_at as createdAt, updated_at as updatedAt',
    swept: { column: 'updated_at', days: retention.draft },
  },
  listings: {
    what: 'Your listings with photos, price and place. The place and the device that a phone writes into photos are dropped when you upload them',
    why: 'to show them to buyers',
    time: `until you delete them; out of sight for ${retention.deletedListing} days more, for disputes. Then words and photos go, the title stays in conversations`,
    people: { seller_id: 'emptied' },
    empties: 'description photos moderation_reason',
    file: 'listings',
    exported: `
      id, title, description, price as priceInKobo, price_type as priceType, condition, state, lga, photos, status, views,
      featured_until as featuredUntil, questions_enabled as questionsEnabled, hidden_by_moderator as hiddenByModerator,
      moderation_reason as moderationReason, created_at as createdAt, updated_at as updatedAt, deleted_at as deletedAt,
      ends_at as endsAt, ended_at as endedAt, renewed_at as renewedAt`,
    others: 'category_id last_public end_reminders',
    swept: {
      column: 'deleted_at',
      days: retention.deletedListing,
      clears: 'description photos moderation_reason',
    },
  },
  uploads: {
    what: 'Pictures that you uploaded, with a short code that finds copies',
    why: 'to show them, and to find stolen photos',
    time: 'as long as a listing, profile or message shows them; a day more',
    people: { uploader_id: 'nameless' },
    others: 'id url width height placeholder created_at hash probes compared_on',
  },
  photo_hashes: {
    what: 'The short code of each photo in your listings',
    why: 'to find stolen photos',
    basis: 'interest',
    time: 'as long as the listing shows the photo',
    people: { seller_id: 'deleted' },
    others: 'listing_id upload_id hash added_on',
  },
  similar_photos: {
    what: 'Photos in other sellers’ listings that resemble a picture that you uploaded',
    why: 'to find stolen photos',
    basis: 'interest',
    time: 'as long as the picture is kept',
    people: {},
    others: 'upload_id listing_id hash distance mirrored',
  },
  photo_matches: {
    what: 'Photos of yours that are also in another seller’s listing',
    why: 'to find stolen photos',
    basis: 'interest',
    time: 'as long as both listings show the photo',
    people: {},
    others: 'hold_id listing_id photo matched_listing_id matched_photo distance mirrored',
  },
  listing_digests: {
    what: 'Short codes of what a listing says',
    why: 'to find listings that are posted twice',
    basis: 'interest',
    time: 'as long as the listing has words',
    people: { seller_id: 'deleted' },
    others: 'listing_id copy_digest text_digest text_since cleared',
  },
  listing_prices: {
    what: 'Earlier prices of your listings; in the export they stand with the listing',
    why: 'so that buyers see whether a price was changed',
    basis: 'interest',
    people: {},
    others: 'id listing_id price_before price_after changed_at',
  },
  listing_day_views: {
    what: 'How often each of your listings was looked at on a day',
    why: 'so that you see how a listing does',
    people: {},
    others: 'listing_id day views',
    swept: { column: 'day', days: retention.dayViews },
  },
  listing_sales: {
    what: 'To whom you sold a listing, if you told us; it is shown to you, and to nobody else',
    why: 'so that we can ask you both for a review',
    time: 'as long as both have an account',
    people: { seller_id: 'deleted', buyer_id: 'deleted' },
    file: 'sales',
    exported: 'listing_id as listingId, buyer_id as buyerId, sold_at as soldAt',
    others: 'stands',
  },
  phone_passports: {
    what: 'The IMEI of a phone that you sell, encrypted; the export has it in full',
    why: 'so that the buyer can see at the meeting that it is the same phone',
    time: 'as long as the listing',
    people: {},
    others: 'listing_id number_hash number_sealed last_four entered_at',
  },
  sold_phones: {
    what: 'The IMEI of a phone that was sold, in a form that cannot be turned back and leads to nobody',
    why: 'so that the next buyer learns that it was sold here',
    basis: 'interest',
    time: `${thresholds.soldPhoneDays} days after its listing was deleted`,
    people: {},
    others: 'number_hash deleted_on',
    swept: { column: 'deleted_on', days: thresholds.soldPhoneDays },
  },
}

const signIn: Tables = {
  sessions: {
    what: 'Where you are logged in: browser, IP address, times',
    why: 'to keep you logged in, and so that you can log out a device that you do not know',
    time: `${thresholds.signIn.sessionIdle / 86_400} days after the last use, ${thresholds.signIn.sessionMax / 86_400} at most`,
    people: { user_id: 'deleted' },
    file: 'devices',
    exported: 'user_agent as userAgent, ip, created_at as signedInAt, last_seen_at as lastSeenAt',
    others: 'id token_hash expires_at authenticated_at second_factor',
    swept: { column: 'expires_at', days: 0 },
  },
  push_subscriptions: {
    what: 'On which devices you turned push on: the address at the push service of your browser, and its keys',
    why: 'to tell you when you are not looking',
    time: 'until you turn push off or log out there',
    people: { user_id: 'deleted' },
    file: 'devices',
    exported: 'created_at as pushTurnedOnAt',
    others: 'id session_id endpoint p256dh auth',
  },
  account_events: {
    what: 'Logins, failed ones too, and changes of password, phone or second step, with browser and IP address',
    why: 'so that you and we notice when somebody else tries to get in',
    basis: 'interest',
    people: { user_id: 'deleted', actor_id: 'nameless' },
    file: 'account-activity',
    exported: 'type, method, user_agent as userAgent, ip, created_at as at',
    others: 'id',
    swept: { column: 'created_at', days: limits.signIn.eventRetention },
  },
  known_devices: {
    what: 'A mark of browsers in which you logged in',
    why: 'so that strangers who try your password do not lock you out',
    basis: 'interest',
    time: '400 days after the last login',
    people: { user_id: 'deleted' },
    others: 'token_hash last_used_at',
    swept: { column: 'last_used_at', days: 400 },
  },
  passkeys: {
    what: 'Your passkeys: their names and public keys, never your fingerprint or face',
    why: 'to log you in without a password',
    time: 'until you remove them',
    people: { user_id: 'deleted' },
    file: 'passkeys',
    exported: 'name, created_at as addedAt, last_used_at as lastUsedAt',
    others: 'id credential_id public_key counter transports is_synced',
  },
  totp_secrets: {
    what: 'The secret of your authenticator app, encrypted',
    why: 'to check its codes',
    time: 'until you turn it off',
    people: { user_id: 'deleted' },
    file: 'account',
    exported: 'confirmed_at as authenticatorAppSince',
    others: 'secret last_step created_at',
  },
  recovery_codes: {
    what: 'Recovery codes, in a form that cannot be turned back',
    why: 'to let you in without your phone',
    time: 'until they are used or remade',
    people: { user_id: 'deleted' },
    others: 'code_hash created_at',
  },
}

const talk: Tables = {
  threads: {
    what: 'Who you talk with, and about which listing',
    why: 'to show your conversations',
    time: withConversation,
    people: { buyer_id: 'nameless', seller_id: 'nameless' },
    file: 'conversations',
    exported: 'id, listing_id as listingId, created_at as startedAt',
    others: 'last_message_at buyer_mailed_at seller_mailed_at',
  },
  messages: {
    what: 'Your messages and their pictures, and when they were read',
    why: 'to deliver them, and to show them to both of you',
    time: `${withConversation}: they belong to both`,
    people: { sender_id: 'nameless', recipient_id: 'nameless' },
    file: 'conversations',
    exported: `
      id, body, attachment, created_at as sentAt, read_at as readAt, reply_to as answersMessage,
      hidden_by_sender_at as deletedForYouAt`,
    others: 'thread_id client_id hidden_by_recipient_at',
  },
  offers: {
    what: 'Offers in your conversations: the price, and what became of them',
    why: 'so that both know what was offered and agreed',
    time: `${withConversation}: they belong to both`,
    people: { sender_id: 'nameless' },
    file: 'conversations',
    exported: 'price as offerInKobo, status as offerStatus, ended_at as offerEndedAt',
    others: 'message_id thread_id',
  },
  message_warnings: {
    what: 'Warnings about tricks in messages that you got, with the words that led to them',
    why: 'to warn you, and to find who cheats many people',
    basis: 'interest',
    time: 'as long as the message',
    people: { recipient_id: 'deleted', sender_id: 'nameless' },
    file: 'warnings-to-you',
    exported:
      'thread_id as conversationId, message_id as messageId, kind, seen, created_at as warnedAt, dismissed_at as dismissedAt',
    others: 'probability',
  },
  questions: {
    what: 'Questions that you asked in public, and their answers',
    why: 'to show them at the listing',
    people: { asker_id: 'deleted' },
    file: 'questions-you-asked',
    exported: 'listing_id as listingId, question, created_at as askedAt, answer, answered_at as answeredAt',
    others: 'id',
  },
  reviews: {
    what: 'Reviews that you wrote, and those of you',
    why: 'so that others know how a trade went',
    time: 'those of you as long as your account; those by you as long as the other’s, then without your name',
    people: { reviewer_id: 'nameless', user_id: 'deleted' },
    file: 'reviews-you-wrote',
    exported:
      'user_id as userId, stars, comment, created_at as writtenAt, proof, answer, answered_at as answeredAt',
    others: 'id updated_at',
  },
  deals: {
    what: 'Deals that you agreed on or proposed: price, place, time, and what became of them',
    why: 'so that both know what was agreed, and reviews can say that you traded',
    time: withConversation,
    people: { buyer_id: 'nameless', seller_id: 'nameless', proposed_by: 'nameless', ended_by: 'nameless' },
    file: 'deals',
    exported: `
      id, thread_id as conversationId, listing_id as listingId, price as priceInKobo, place, state, lga, meets_at as meetsAt,
      reserves as reservesListing, status, tried_at as triedAt, paid_at as paidAt, end_reason as reason, ended_at as endedAt,
      created_at as proposedAt`,
    others: 'version updated_at to_tell reviews_asked_at',
  },
  meeting_links: {
    what: 'That you shared a meeting by a link, which is kept in a form that cannot be turned back',
    why: 'so that somebody at home can open it',
    time: 'until a day after the meeting, or until you end it',
    people: { user_id: 'deleted' },
    file: 'deals',
    exported: 'created_at as meetingSharedAt',
    others: 'token_hash deal_id',
  },
  waiting_reviews: {
    what: 'Reviews that are not shown yet',
    why: 'so that both reviews of a deal appear together, and unfair ones do not',
    time: `until they are shown, ${limits.review.waitDays} days after the deal at the latest, or until a moderator decides`,
    people: { reviewer_id: 'nameless', user_id: 'deleted' },
    file: 'reviews-you-wrote-not-shown-yet',
    exported: 'stars, comment, created_at as writtenAt, proof, appears_at as appearsAt',
    others: 'id hold_id',
  },
}

const safety: Tables = {
  reports: {
    what: 'What you reported, and what it showed then. What others report about you is kept too; it is not in your download, so that nobody need fear to report',
    why: 'to act on fraud and abuse',
    basis: 'interest',
    time: `what was reported until the decision; your words for ${retention.closedReport} days after it; then only that there was a report, for the numbers`,
    people: { reporter_id: 'nameless' },
    file: 'reports-you-made',
    exported: 'target_type as about, target_id as id, reason, details, status, created_at as reportedAt',
    others: 'id closed_at seen',
    swept: { column: 'closed_at', days: retention.closedReport, clears: 'details' },
  },
  moderation_acts: {
    what: 'What administrators decided about you and your listings, with their reasons',
    why: 'so that decisions can be appealed and checked; it is a history that nobody can change',
    basis: 'interest',
    time: 'without an end; after your account’s deletion it points to nobody',
    people: { admin_id: 'nameless' },
    file: 'decisions-about-you',
    exported: 'action, target_type as about, target_id as id, reason, rule, created_at as decidedAt',
    others: 'hold_id id',
  },
  appeals: {
    what: 'Your appeals and their answers',
    why: 'to look at a decision again',
    people: { appellant_id: 'deleted', decided_by: 'nameless' },
    file: 'appeals',
    exported: 'text, created_at as appealedAt, outcome, answer, decided_at as answeredAt',
    others: 'id act_id',
  },
  holds: {
    what: 'Messages and listings of yours that were held for review',
    why: 'to stop spam and fraud before others read it',
    basis: 'interest',
    time: `messages for ${retention.decidedMessage} days after the decision, or until an appeal about it is decided; what was reported of a review until the decision; the note about a listing ${withAccount}`,
    people: { owner_id: 'deleted', decided_by: 'nameless' },
    file: 'held-back',
    exported: `
      kind, listing_id as listingId, thread_id as conversationId, body, attachment, rule, created_at as heldAt, decision, reason,
      decided_at as decidedAt`,
    others: 'id like_id message_id client_id',
    swept: {
      column: 'decided_at',
      days: retention.decidedMessage,
      where: { column: 'kind', in: ['MESSAGE', 'SENDER'] },
    },
  },
  report_claims: {
    what: 'Which case an administrator works on',
    why: 'so that two do not decide the same case',
    basis: 'interest',
    time: 'until the case is settled',
    people: { admin_id: 'deleted' },
    others: 'target_type target_id claimed_at',
  },
  suspect_reviews: {
    what: 'Reviews that you reported, and reviews of or by you that a moderator looked at',
    why: 'to keep reviews honest',
    basis: 'interest',
    time: `${withAccount}; then without your name`,
    people: { reporter_id: 'nameless', reviewer_id: 'nameless', user_id: 'nameless' },
    file: 'reviews-you-reported',
    exported: 'reason',
    others: 'hold_id',
  },
  stolen_phones: {
    what: 'Phones that you reported stolen: the IMEI, encrypted, your words and the picture; the export has them in full',
    why: 'so that nobody sells your phone here',
    time: `${withAccount}, or until you withdraw the report`,
    people: {},
    others: 'hold_id number_hash number_sealed last_four details proof',
  },
}

const short: Tables = {
  password_resets: {
    what: 'Requests for a new password: codes, address and network, in a form that cannot be turned back',
    why: 'to let you choose a new password',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others:
      'id address_hash browser_hash network_hash code_hash code_expires_at link_hash link_expires_at own_tries_left other_tries_left sent_at',
    swept: { column: 'link_expires_at', days: 0 },
  },
  reset_tokens: {
    what: 'Permission to choose a new password, after the code was entered',
    why: 'to let you choose a new password',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others: 'token_hash expires_at',
    swept: { column: 'expires_at', days: 0 },
  },
  phone_codes: {
    what: 'Codes sent to your phone, in a form that cannot be turned back, with the number',
    why: 'to confirm the number',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others: 'phone code_hash sent_at expires_at tries_left',
    swept: { column: 'expires_at', days: 0 },
  },
  sign_in_steps: {
    what: 'Logins that wait for the second step',
    why: 'to finish the login',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others: 'token_hash challenge created_at expires_at tries_left',
    swept: { column: 'expires_at', days: 0 },
  },
  throttle_counters: {
    what: 'How often a password or code was wrong, and how often limited acts such as reports were done, by account and network, in a form that cannot be turned back',
    why: 'to stop guessing and flooding',
    basis: 'interest',
    people: {},
    others: 'key failures blocked_until counted_at',
    swept: { column: 'counted_at', days: 2 },
  },
  pending_registrations: {
    what: 'What you typed to register, until you enter the code',
    why: 'to open your account',
    time: 'a day',
    people: {},
    others:
      'id email full_name username phone password_hash token_hash code_hash code_sent_at code_expires_at tries_left registered_at expires_at',
    swept: { column: 'expires_at', days: 0 },
  },
  quota_hits: {
    what: 'How often you met a daily limit',
    why: 'to find who floods the market',
    basis: 'interest',
    people: { user_id: 'deleted' },
    others: 'quota day hits last_at',
    swept: { column: 'day', days: 30 },
  },
  sent_texts: {
    what: 'A short code of messages that look like advertising',
    why: 'to find the same text in many conversations',
    basis: 'interest',
    time: 'an hour',
    people: { sender_id: 'deleted' },
    others: 'digest thread_id sent_at',
    swept: { column: 'sent_at', days: 1 / 24 },
  },
  idempotency_keys: {
    what: 'The answer to what your browser just sent',
    why: 'so that nothing happens twice when the network fails',
    time: 'a day',
    people: { user_id: 'deleted' },
    others: 'key request result created_at',
    swept: { column: 'created_at', days: 1 },
  },
  listing_views: {
    what: 'For the view counter of a listing, a mark that cannot be traced to you once the day’s key is deleted',
    why: 'to count each visitor once',
    basis: 'interest',
    time: 'until an hour into the next day',
    people: {},
    others: 'listing_id viewer day',
  },
}

/** The tables by the heading under which /privacy lists them. */
export const keptGroups: Record<string, Tables> = {
  'Your account': account,
  'Logging in': signIn,
  'Your listings': listings,
  'Conversations, questions and reviews': talk,
  'Reports and decisions': safety,
  'For a short time': short,
}

/** How long the data of a table is kept, in words. */
export const timeOf = ({ time, swept }: Kept) => time ?? (swept ? `${swept.days} days` : withAccount)

export const keptData: Tables = { ...account, ...signIn, ...listings, ...talk, ...safety, ...short }

/** Tables that hold nothing about a person, each with what it holds. */
export const otherTables: Record<string, string> = {
  categories: 'names of categories',
  last_results: 'whether mail, text messages and backups work',
  listing_digest_backlog: 'how far a job is',
  listing_documents: 'the words of public listings, for search; they go with the listing',
  listing_news: 'what happened to listings, until people have been told of it, mostly within a second',
  listing_search: 'public listings, for search; they go with the listing',
  photo_hash_backlog: 'how far a job is',
  told_listings: 'listings that followers were told about; they go with the listing',
  search_vocabulary: 'words of public titles',
  search_words: 'words of public titles',
  spent_proofs: 'solved tasks of registrations',
  transparency_months: 'counts',
  visitor_salts: 'the day’s random number of the view counter',
  kysely_migration: 'the state of the database',
  kysely_migration_lock: 'the state of the database',
}
