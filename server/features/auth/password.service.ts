import type { Context } from '#server/context.ts'
import { hashPassword, verifyPassword } from '#server/core/password.ts'
import { deleteOtherSessionsOf } from '#server/core/session.db.ts'
import type { Viewer } from '#server/core/session.ts'
import type { Db } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { findPasswordHash, lockAccountOf, setPasswordHash } from './accounts.db.ts'
import { passwordChangedMail } from './auth.mails.ts'
import { deleteResetTokens } from './codes.db.ts'

/** Passes only who knows the account's password; throws VALIDATION_FAILED naming `field`. Callers limit the tries. */
export async function requirePassword(
  db: Db,
  viewer: Viewer,
  password: string,
  field: 'password' | 'currentPassword',
): Promise<void> {
  if (await verifyPassword(password, await findPasswordHash(db, viewer.id))) return
  const message = 'This is not your password'
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: field, message }] })
}

/** Sets a new password; every session but the one with the hash `own` ends, and the owner is told by mail. */
export async function changePassword(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  viewer: Viewer,
  newPassword: string,
  own: Buffer | null,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword)
  await db.transaction().execute(async (tx) => {
    const account = await lockAccountOf(tx, viewer.id)
    if (!account) throw new AppError('UNAUTHENTICATED', 'Please log in to do this.')
    await setPasswordHash(tx, viewer.id, passwordHash)
    await deleteResetTokens(tx, viewer.id)
    await deleteOtherSessionsOf(tx, viewer.id, own)
    const { username, viewer: owner } = account
    await jobs.enqueueMail(
      tx,
      passwordChangedMail({ to: owner.email, username, signedOut: 'every other device' }),
    )
  })
}
