/**
 * The first of the two keys of advisory locks; the second is what is locked. The numbers must not change: processes of two versions run
 * at the same time during an update. Locks with a single key: `mediaLock` in media-lock.ts, and hashes in bans.db.ts,
 * registrations.db.ts, resets.db.ts, phone-codes.db.ts and phone-holds.db.ts.
 */
export const advisoryLocks = {
  /** With a user's id. */
  quotas: 8,
  /** With the hash of a description. */
  texts: 9,
  /** With the hash of two users' ids. */
  reviews: 1_382_118_994,
} as const
