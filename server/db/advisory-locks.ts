/**
 * First numbers of the advisory locks with two numbers, each of which names a purpose. They stay: processes of
 * two versions run at the same time. Locks with one number: `mediaLock` in media-lock.ts, and hashes in
 * bans.db.ts, registrations.db.ts, resets.db.ts, phone-codes.db.ts and phone-holds.db.ts.
 */
export const advisoryLocks = {
  /** With a user's id. */
  quotas: 8,
  /** With the hash of a description. */
  texts: 9,
  /** With the hash of two users' ids. */
  reviews: 1_382_118_994,
} as const
