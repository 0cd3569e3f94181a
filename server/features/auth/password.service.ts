import type { Context } from '#server/context.ts'
import { knownDevice } from '#server/core/session/device-cookie.ts'
import { deleteKnownDevicesOf } from '#server/core/session/known-devices.db.ts'
import { createLoginThrottle } from '#server/core/session/login-throttle.ts'
import { hashPassword, verifyPassword } from '#server/core/session/password.ts'
import { changedMeanwhile, type Exchange, signOutOthers, type Viewer } from '#server/core/session/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { invalidField } from '#shared/errors.ts'
import { findAccountOf, findPasswordHash, lockAccountOf, setPasswordHash } from './accounts.db.ts'
import { passwordChangedMail } from './auth.mails.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { endResetsOf } from './resets.service.ts'

/**
 * Requires the account's password; throws VALIDATION_FAILED naming `field`, or RATE_LIMITED after many wrong
 * ones.
 */
export type RequirePassword = (
  request: Exchange['request'],
  viewer: Viewer,
  password: string,
  field: 'password' | 'currentPassword',
) => Promise<void>

/** For signed-in users. Its attempts are counted separately from logins, so that neither blocks the other. */
export function passwordCheck({ db, env }: Pick<Context, 'db' | 'env'>): RequirePassword {
  const throttle = createLoginThrottle(
    db,
    env,
    'own password',
    'Too many wrong passwords. Please wait and try again.',
  )
  return async (request, viewer, password, field) => {
    const who = String(viewer.id)
    const device = await knownDevice(db, env, request, viewer.id)
    await throttle.take(request, who, device)
    if (await verifyPassword(password, await findPasswordHash(db, viewer.id)))
      return throttle.succeed(who, device)
    await throttle.fail(request, { userId: viewer.id, type: 'REAUTHENTICATION_FAILED', method: 'PASSWORD' })
    throw invalidField(field, 'This is not your password')
  }
}

/**
 * Sets a new password and ends every session except the request's own; every browser except the one with the
 * device cookie `device` becomes a stranger. Notifies the owner by mail. Returns the session's new token.
 * Throws UNAUTHENTICATED if the checked password or the session is no longer valid.
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
    const owner = { to: person.email, name: person.fullName, username }
    await jobs.enqueueMail(tx, passwordChangedMail({ ...owner, signedOut: 'every other device' }))
    return token
  })
}
