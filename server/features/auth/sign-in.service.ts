import type { Context } from '#server/context.ts'
import { findMatch, hashPassword, isOutdated } from '#server/core/session/password.ts'
import type { Credentials } from '#shared/contract/auth.ts'
import { AppError } from '#shared/errors.ts'
import { type Account, findAccount, replacePasswordHash } from './accounts.db.ts'
import { findRegistrationsOf } from './registrations.db.ts'
import { refuseBanned } from './second-factor.service.ts'

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
