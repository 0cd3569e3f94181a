import { authorizeAdmin } from '#server/core/session/authorize.ts'
import { signOut } from '#server/core/session/session.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { lockForBan, setBanned } from './bans.db.ts'

/** Whom a ban is about, and where they are told. */
export interface BannedUser {
  id: number
  email: string
  username: string
}

/**
 * Bans a user in the caller's transaction: their sessions and sign-ins under way end, their listings leave the public pages. The caller ends
 * their connections once it is committed. FORBIDDEN for an administrator, CONFLICT for one who is banned.
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

/** Lets a banned user in again; their listings come back. CONFLICT for one who is not banned. */
export async function unbanUser(tx: Tx, admin: Viewer, id: number): Promise<BannedUser> {
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
