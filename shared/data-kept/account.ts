import { limits } from '../limits.ts'
import { thresholds } from '../thresholds.ts'
import { type Tables, withAccount } from './kept.ts'

const { retention, accountAccess } = thresholds

export const account: Tables = {
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
