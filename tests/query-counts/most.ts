import type { Key } from '../roles/calls.ts'

/**
 * The most statements that a request of somebody signed in may ask of the database: the session's, `begin` and `commit`
 * included, however many rows there are. An endpoint without an entry does not compile. A number is raised only with
 * a reason.
 */
export const mostStatements: Record<Key, number> = {
  'GET /api/site': 1,

  'GET /api/auth/me': 1,
  // Tries are counted before a password is looked at, what happened is kept for the owner, and the browser is known from then on.
  'POST /api/auth/login': 10,
  'POST /api/auth/logout': 4,
  'GET /api/auth/challenge': 1,
  // What others have, and who waits for the same address; the mail is counted before it is sent.
  'POST /api/auth/register-email': 13,
  'GET /api/auth/registration': 2,
  'POST /api/auth/verify-email': 13,
  'POST /api/auth/resend-verification': 8,
  'POST /api/auth/forgot-password': 9,
  'POST /api/auth/verify-reset-otp': 10,
  // Codes, links, sessions, steps and known browsers from before end.
  'POST /api/auth/reset-password': 16,

  'GET /api/auth/second-factor': 2,
  'POST /api/auth/second-factor': 12,
  'POST /api/auth/passkey/options': 3,
  'POST /api/auth/passkey': 10,
  'POST /api/auth/confirm': 6,
  'GET /api/settings/security': 4,
  'POST /api/settings/totp': 3,
  'POST /api/settings/totp/confirm': 15,
  'DELETE /api/settings/totp': 16,
  'POST /api/settings/passkeys/options': 3,
  'POST /api/settings/passkeys': 16,
  'DELETE /api/settings/passkeys/:id': 16,
  'POST /api/settings/recovery-codes': 9,
  'GET /api/settings/activity': 3,
  'GET /api/admin/users/:id/activity': 4,
  // In a transaction, as in settings.
  'POST /api/admin/users/:id/sign-out': 6,

  'GET /api/push': 3,
  // In a transaction: the session's lock, the device before, this one, too many.
  'POST /api/push': 8,
  'DELETE /api/push': 3,

  'GET /api/categories': 2,
  // The size of the table, for the sample; then the states.
  'GET /api/places': 3,
  // One snapshot: the words, the page, its number, its cards.
  'GET /api/listings': 8,
  'GET /api/listings/featured': 3,
  'GET /api/listings/latest': 3,
  'GET /api/listings/cards': 3,
  'GET /api/listings/search-suggestions': 7,
  'GET /api/listings/:id': 3,
  'GET /api/listings/:id/similar': 5,
  // Which words of the title others use, active and sold listings with them; again where too few have all words.
  'GET /api/listings/:id/price-guide': 5,
  'GET /api/price-guide': 4,
  'GET /api/my-listings': 4,
  'GET /api/my-listings/counts': 2,
  'GET /api/my-listings/statistics': 2,
  'GET /api/listings/:id/possible-buyers': 3,
  // An edit, and in its transaction: who talked about it, who was named before, the sale and the notification.
  'POST /api/listings/:id/sale': 17,
  'POST /api/listings/:id/view': 2,
  // Alone in a transaction: the seller's quota, and whether there are listings like it.
  // One looks for its photos at other sellers.
  'POST /api/listings': 8,
  // In a transaction: what it said before and says now, the description's lock, and whether there are listings like it.
  'PATCH /api/listings/:id': 12,
  // In a transaction; one that ended is compared with others.
  'POST /api/listings/:id/renew': 12,
  'GET /api/renewals': 2,
  'POST /api/renewals': 12,
  'DELETE /api/listings/:id': 6,
  'GET /api/listings/:id/passport': 3,
  // Alone, as the number is: what was entered before, who else has it, and what waits for the moderators.
  'PATCH /api/listings/:id/passport': 11,
  // Tries are counted where a restart does not reset them.
  'POST /api/listings/:id/phone-check': 4,
  'GET /api/stolen-phones': 2,
  'POST /api/stolen-phones': 10,
  'DELETE /api/stolen-phones/:id': 2,
  // One compares the picture with the photos of listings; another counts it where a restart does not reset the count.
  'POST /api/uploads': 4,

  'GET /api/users/:id': 2,
  'GET /api/users/:id/listings': 4,
  // The profile, the facts, the listing, its prices, and what similar ones ask.
  'GET /api/users/:id/trust': 8,
  'GET /api/users/:id/reviews': 3,
  // Alone in a transaction: the pair's lock, what the review rests on, whether it is part of a burst or a ring, and the other party's.
  'POST /api/users/:id/reviews': 16,
  'PATCH /api/reviews/:id/answer': 8,
  'DELETE /api/reviews/:id/answer': 7,
  'POST /api/reviews/:id/report': 9,

  'GET /api/follows': 2,
  'GET /api/follows/sellers': 2,
  // The follower is locked, then what decides is read.
  'POST /api/follows': 6,
  'DELETE /api/follows/:id': 2,

  'GET /api/favorites': 2,
  'GET /api/favorites/listings': 3,
  'GET /api/favorites/unavailable': 2,
  'POST /api/favorites': 3,
  'DELETE /api/favorites/:id': 2,
  'GET /api/drafts': 2,
  'POST /api/drafts': 8,
  'PATCH /api/drafts/:id': 7,
  'DELETE /api/drafts/:id': 2,
  'GET /api/saved-searches': 2,
  'POST /api/saved-searches': 10,
  'PATCH /api/saved-searches/:id': 11,
  'DELETE /api/saved-searches/:id': 2,

  'GET /api/listings/:id/questions': 3,
  'POST /api/listings/:id/questions': 15,
  'PATCH /api/questions/:id/answer': 14,
  'PATCH /api/listings/:id/toggle-questions': 5,

  'GET /api/threads': 2,
  'GET /api/threads/:id': 2,
  'GET /api/threads/:id/messages': 3,
  'GET /api/messages/unread-count': 2,
  // Alone in a transaction: the buyer's quota.
  'POST /api/threads': 8,
  // What the scam shield knows of the conversation, before it is written; the notification in the same transaction.
  'POST /api/threads/:id/messages': 6,
  'POST /api/threads/:id/read': 4,
  'POST /api/threads/:id/dismiss-warnings': 3,
  // The locks of conversation, offer and listing; the change; the message that tells it, with its notification.
  'PATCH /api/messages/:id/offer': 11,
  'DELETE /api/messages/:id': 3,

  'GET /api/deals/:id': 2,
  // In one transaction: the locks of listing and deal, the change, and the mail to the other party. Then the clients that show the
  // listing are notified.
  // The parties are locked, against a block or a ban at the same moment.
  'POST /api/threads/:id/deals': 13,
  'PATCH /api/deals/:id': 12,
  'POST /api/deals/:id/accept': 12,
  'POST /api/deals/:id/reserve': 10,
  'POST /api/deals/:id/end': 12,
  'POST /api/deals/:id/confirm': 9,
  'POST /api/deals/:id/meeting-link': 7,
  'DELETE /api/deals/:id/meeting-link': 3,
  'GET /api/meetings/by-link': 2,

  'GET /api/notifications': 2,
  'GET /api/notifications/unread-count': 2,
  'POST /api/notifications/:id/read': 2,
  'POST /api/notifications/read': 2,

  'POST /api/reports': 4,

  'GET /api/settings': 2,
  'PATCH /api/settings/profile': 6,
  // Mails and pushes are kept apart, and read back.
  'PATCH /api/settings/notifications': 6,
  'POST /api/unsubscribe': 2,
  'PATCH /api/settings/password': 17,
  'PATCH /api/settings/phone': 8,
  'POST /api/settings/phone/send-code': 11,
  // Accounts that verified the number before lose it, one at a time.
  'POST /api/settings/phone/verify': 11,
  'GET /api/settings/sessions': 2,
  'GET /api/settings/accesses': 2,
  // In a transaction, first the account's lock: a sign-in that is under way would outlive it otherwise.
  'DELETE /api/settings/sessions': 7,
  'DELETE /api/settings/sessions/:id': 6,
  'GET /api/blocks': 2,
  'POST /api/blocks': 6,
  'DELETE /api/blocks/:id': 2,
  // One for each kind of thing that an account has.
  'GET /api/settings/export': 32,
  'POST /api/settings/deletion': 13,
  // An account that is open again gets its overdue listings back: one statement, here and after a ban.
  'DELETE /api/settings/deletion': 7,

  // Of each: one statement records whose private data is shown.
  'GET /api/admin/stats': 2,
  'GET /api/admin/trends': 4,
  'GET /api/admin/listings': 5,
  'PATCH /api/admin/listings/:id': 13,
  'PATCH /api/admin/listings/:id/feature': 9,
  'DELETE /api/admin/listings/:id': 10,
  'POST /api/admin/listings/bulk-delete': 10,
  'GET /api/admin/users': 4,
  // Sign-ins under way end with the sessions.
  'POST /api/admin/users/:id/ban': 13,
  'POST /api/admin/users/:id/unban': 13,
  'GET /api/admin/reports': 3,
  // With the notification and the mail to the reporter.
  'PATCH /api/admin/reports/:id': 8,
  'GET /api/admin/held': 4,
  'PATCH /api/admin/held/:id': 16,
  'GET /api/admin/stopped': 3,
  'GET /api/admin/history': 4,
  // The page, the total, the targets, their reports, their evidence.
  'GET /api/admin/cases': 8,
  'POST /api/admin/cases/claim': 6,
  // The act with its mail, then the reports of the target.
  'POST /api/admin/cases/settle': 15,

  'GET /api/decisions': 2,
  'GET /api/decisions/by-link': 2,
  // What it is about, before and after.
  'POST /api/appeals': 4,
  'GET /api/admin/appeals': 3,
  // Overturned: asks whether its phone is reported stolen, shows the listing, gives its time back, adds to the history and mails the owner.
  'PATCH /api/admin/appeals/:id': 15,
  // The months that are kept, and those that are counted now.
  'GET /api/transparency': 3,
}
