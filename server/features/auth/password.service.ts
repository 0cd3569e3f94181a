import type { Context } from '#server/context.ts'
import { countTries, type Tries } from '#server/core/limits/tries.ts'
import { knownDevice } from '#server/core/session/device-cookie.ts'
import { deleteKnownDevicesOf } from '#server/core/session/known-devices.db.ts'
import { hashPassword, verifyPassword } from '#server/core/session/password.ts'
import { changedMeanwhile, signOutOthers, type Viewer } from '#server/core/session/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#shared/errors.ts'
import { findAccountOf, findPasswordHash, lockAccountOf, setPasswordHash } from './accounts.db.ts'
import { passwordChangedMail } from './auth.mails.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { endResetsOf } from './resets.service.ts'

/** Passes only who knows the account's password; throws VALIDATION_FAILED naming `field`, RATE_LIMITED after many wrong ones. */
export type RequirePassword = (
  request: Parameters<Tries['take']>[0],
  viewer: Viewer,
  password: string,
  field: 'password' | 'currentPassword',
) => Promise<void>

/** Of somebody who is signed in; counted apart from signing in, so that neither keeps the owner from the other. */
export function passwordCheck({ db, env }: Pick<Context, 'db' | 'env'>): RequirePassword {
  const tries = countTries(db, env, 'own password', 'Too many wrong passwords. Please wait and try again.')
  return async (request, viewer, password, field) => {
    const who = String(viewer.id)
    const device = await knownDevice(db, env, request, viewer.id)
    await tries.take(request, who, device)
    if (await verifyPassword(password, await findPasswordHash(db, viewer.id))) return tries.right(who, device)
    await tries.wrong(request, { userId: viewer.id, type: 'REAUTHENTICATION_FAILED', method: 'PASSWORD' })
    const message = 'This is not your password'
    throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: field, message }] })
  }
}

/**
 * Sets a new password; every session but the request's own ends, every browser but the one with the device cookie `device` is a
 * stranger again, and the owner is told by mail. Answers the own session's new token. UNAUTHENTICATED where the password that was
 * looked at, or the session, is not that of the account any more.
 */
export async function changePassword(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  viewer: Viewer,
  newPassword: string,
  device: Buffer | null,
): Promise<string> {
  const account = await findAccountOf(db, viewer.id)
  if (!account) throw changedMeanwhile()
  const { username, person } = account
  await refuseEasyPassword(newPassword, 'newPassword', { username, ...person })
  const passwordHash = await hashPassword(newPassword)
  return inTransaction(db, async (tx) => {
    if (!(await lockAccountOf(tx, viewer))) throw changedMeanwhile()
    await setPasswordHash(tx, viewer.id, passwordHash)
    await endResetsOf(tx, viewer.id)
    await deleteKnownDevicesOf(tx, viewer.id, device)
    const token = await signOutOthers(tx, viewer)
    const mail = { to: person.email, username, signedOut: 'every other device' } as const
    await jobs.enqueueMail(tx, passwordChangedMail(mail))
    return token
  })
}
