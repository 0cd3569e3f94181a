import type { Context } from '#server/context.ts'
import { deleteKnownDevicesOf } from '#server/core/session/known-devices.db.ts'
import { findMatch, hashPassword, isOutdated } from '#server/core/session/password.ts'
import { signOut } from '#server/core/session/session.db.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Credentials } from '#shared/contract/auth.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Account,
  findAccount,
  lockAccount,
  markVerified,
  replacePasswordHash,
  setPasswordHash,
} from './accounts.db.ts'
import { passwordChangedMail } from './auth.mails.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { findRegistrationsOf } from './registrations.db.ts'
import { endResetsOf, takeResetPermit } from './resets.service.ts'
import { refuseBanned } from './second-factor.service.ts'

type Services = Pick<Context, 'db' | 'jobs'>

/** Callbacks for logins that do not succeed directly. */
interface LoginHooks {
  /** Called for a wrong password; null for an unknown address. */
  onWrongPassword(userId: number | null): Promise<void>
  /** Called if the password is right but the address unverified: this browser can then enter the code. */
  adoptRegistration(found: { registrationId: number } | { userId: number }): Promise<void>
}

/**
 * Checks e-mail and password, in the same time for an unknown address. Only with the right password does the
 * caller learn that the account is banned (ACCOUNT_BANNED) or that its registration waits for the mailed code
 * (EMAIL_UNVERIFIED). `cookieHash` is the hash of this browser's registration cookie: among several registrations
 * with the same password its own is chosen.
 */
export async function signIn(
  { db }: Pick<Context, 'db'>,
  { email, password }: Credentials,
  cookieHash: Buffer | null,
  { onWrongPassword, adoptRegistration }: LoginHooks,
): Promise<Account> {
  const [account, registrations] = await Promise.all([findAccount(db, email), findRegistrationsOf(db, email)])
  const pending = account?.isVerified ? [] : ownFirst(registrations, cookieHash)
  const match = await findMatch(
    password,
    [...pending, ...(account ? [account] : [])].map(({ passwordHash }) => passwordHash),
  )
  if (match === -1) {
    await onWrongPassword(account?.person.id ?? null)
    throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is not right.')
  }
  if (account) refuseBanned(account)
  const registration = pending[match]
  if (registration || !account?.isVerified) {
    if (registration) await adoptRegistration({ registrationId: registration.id })
    else if (account) await adoptRegistration({ userId: account.person.id })
    throw new AppError(
      'EMAIL_UNVERIFIED',
      'Your e-mail address is not confirmed yet. Please enter the code from the mail that we sent you.',
    )
  }
  const { passwordHash: from } = account
  if (isOutdated(from))
    await replacePasswordHash(db, account.person.id, { from, to: await hashPassword(password) })
  return account
}

function ownFirst<T extends { tokenHash: Buffer }>(registrations: T[], cookieHash: Buffer | null): T[] {
  const isOwn = ({ tokenHash }: T) => cookieHash?.equals(tokenHash) ?? false
  return [...registrations.filter(isOwn), ...registrations.filter((one) => !isOwn(one))]
}

/**
 * Sets a new password, once per token, and ends every session of the account; returns the account's id, whose
 * connections the caller closes. Throws INVALID_CODE.
 */
export async function resetPassword(
  services: Services,
  { email, resetToken, newPassword }: { email: string; resetToken: string; newPassword: string },
): Promise<number> {
  await refuseEasyPassword(newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  return inTransaction(services.db, async (tx) => {
    const account = await lockAccount(tx, email)
    const isRight = account && (await takeResetPermit(tx, account.person.id, resetToken))
    if (!isRight || account.isBanned)
      throw new AppError(
        'INVALID_CODE',
        'This password reset was already used or has expired. Please ask for a new code.',
      )
    const { username, person } = account
    // Checked last, because a refusal reveals that the address has an account. The error rolls back the use
    // of the token.
    await refuseEasyPassword(newPassword, 'newPassword', { username, ...person })
    const { id, email: to, fullName: name } = person
    await setPasswordHash(tx, id, passwordHash)
    await markVerified(tx, id)
    await endResetsOf(tx, id)
    await deleteKnownDevicesOf(tx, id)
    await signOut(tx, id)
    await services.jobs.enqueueMail(
      tx,
      passwordChangedMail({ to, name, username, signedOut: 'every device' }),
    )
    return id
  })
}
