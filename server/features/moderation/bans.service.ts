import { authorizeAdmin } from '#server/core/session/authorize.ts'
import { signOut } from '#server/core/session/session.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { renewOverdueListings } from '#server/db/overdue-listings.ts'
import type { Tx } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { lockForBan, setBanned } from './bans.db.ts'

/** The user who was banned or unbanned, with what the mail to them needs. */
export interface BannedUser {
  id: number
  email: string
  fullName: string
  username: string
  /** When an account that is leaving is deleted; null for others. */
  deletionDueAt: Date | null
}

/**
 * Bans a user in the caller's transaction: sessions and pending sign-ins end, listings leave the public
 * pages. The caller closes the connections after the commit. Throws FORBIDDEN for an administrator, CONFLICT
 * for a banned user.
 */
export async function banUser(tx: Tx, admin: Viewer, id: number): Promise<BannedUser> {
  if (id === admin.id) throw new AppError('FORBIDDEN', 'You cannot ban yourself.')
  const user = await lockOne(tx, admin, id)
  if (user.role === 'ADMIN') throw new AppError('FORBIDDEN', 'Administrators cannot be banned.')
  if (user.bannedAt) throw new AppError('CONFLICT', 'This user is banned already.')
  await setBanned(tx, id, new Date())
  await signOut(tx, id)
  return user
}

/** Lifts a ban; the user's listings are public again, also those that ended meanwhile. Throws CONFLICT if there is no ban. */
export async function unbanUser(tx: Tx, admin: Viewer, id: number): Promise<BannedUser> {
  await renewOverdueListings(tx, id)
  const user = await lockOne(tx, admin, id)
  if (!user.bannedAt) throw new AppError('CONFLICT', 'This user is not banned.')
  await setBanned(tx, id, null)
  return user
}

async function lockOne(tx: Tx, admin: Viewer, id: number) {
  const user = await lockForBan(tx, id)
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.')
  if (user.deletedAt) throw new AppError('GONE', 'This account was deleted.')
  return authorizeAdmin(user, admin)
}
