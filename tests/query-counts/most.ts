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
  'GET /api/admin/users/:id/activity': 3,
  // In a transaction, as in settings.
  'POST /api/admin/users/:id/sign-out': 6,

  'GET /api/categories': 2,
  // One snapshot: the words, the page, its number, its cards.
  'GET /api/listings': 8,
  'GET /api/listings/featured': 3,
  'GET /api/listings/latest': 3,
  'GET /api/listings/search-suggestions': 7,
  'GET /api/listings/:id': 3,
  'GET /api/listings/:id/similar': 5,
  'GET /api/my-listings': 4,
  'POST /api/listings/:id/view': 2,
  // Alone in a transaction: the seller's quota, and whether there are listings like it.
  'POST /api/listings': 7,
  // Alone, as publishing is: the seller's lock, what it said before and says now, the description's lock, and whether there are
  // listings like it.
  'PATCH /api/listings/:id': 13,
  'DELETE /api/listings/:id': 6,
  'POST /api/uploads': 2,

  'GET /api/users/:id': 2,
  'GET /api/users/:id/listings': 4,
  'GET /api/users/:id/reviews': 3,
  'POST /api/users/:id/reviews': 11,

  'GET /api/favorites': 2,
  'GET /api/favorites/listings': 3,
  'GET /api/favorites/unavailable': 2,
  'POST /api/favorites': 3,
  'DELETE /api/favorites/:id': 2,

  'GET /api/listings/:id/questions': 3,
  'POST /api/listings/:id/questions': 14,
  'PATCH /api/questions/:id/answer': 13,
  'PATCH /api/listings/:id/toggle-questions': 5,

  'GET /api/threads': 2,
  'GET /api/threads/:id': 2,
  'GET /api/threads/:id/messages': 3,
  'GET /api/messages/unread-count': 2,
  // Alone in a transaction: the buyer's quota.
  'POST /api/threads': 8,
  'POST /api/threads/:id/messages': 2,
  'POST /api/threads/:id/read': 3,

  'POST /api/reports': 4,

  'GET /api/settings': 2,
  'PATCH /api/settings/profile': 6,
  'PATCH /api/settings/notifications': 3,
  'PATCH /api/settings/password': 17,
  'PATCH /api/settings/phone': 8,
  'POST /api/settings/phone/send-code': 11,
  // Whoever had the number verified before loses that, one at a time.
  'POST /api/settings/phone/verify': 11,
  'GET /api/settings/sessions': 2,
  // In a transaction, first the account's lock: a sign-in that is under way would outlive it otherwise.
  'DELETE /api/settings/sessions': 7,
  'DELETE /api/settings/sessions/:id': 6,
  'GET /api/blocks': 2,
  'POST /api/blocks': 6,
  'DELETE /api/blocks/:id': 2,
  // One for each kind of thing that an account has.
  'GET /api/settings/export': 17,
  'POST /api/settings/deletion': 12,
  'DELETE /api/settings/deletion': 5,

  'GET /api/admin/stats': 2,
  'GET /api/admin/trends': 4,
  'GET /api/admin/listings': 4,
  'PATCH /api/admin/listings/:id': 11,
  'PATCH /api/admin/listings/:id/feature': 8,
  'DELETE /api/admin/listings/:id': 9,
  'POST /api/admin/listings/bulk-delete': 9,
  'GET /api/admin/users': 3,
  // Sign-ins under way end with the sessions.
  'POST /api/admin/users/:id/ban': 11,
  'POST /api/admin/users/:id/unban': 9,
  'GET /api/admin/reports': 3,
  'PATCH /api/admin/reports/:id': 7,
  'GET /api/admin/held': 3,
  'PATCH /api/admin/held/:id': 15,
  'GET /api/admin/stopped': 2,
  'GET /api/admin/history': 3,
}
