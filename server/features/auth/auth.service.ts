import type { Context } from '#server/context.ts'
import { deleteOldTries } from '#server/core/limits/tries.db.ts'
import { deleteOldEvents } from '#server/core/session/account-events.db.ts'
import { findMatch, hashPassword, isOutdated } from '#server/core/session/password.ts'
import { deleteExpiredSessions, deleteSessionsOf } from '#server/core/session/session.db.ts'
import { createToken, hashToken } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Credentials } from '#shared/contract/auth.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Account,
  deleteAbandonedAccounts,
  findAccount,
  lockAccount,
  markVerified,
  setPasswordHash,
} from './accounts.db.ts'
import { passwordChangedMail } from './auth.mails.ts'
import { deleteExpiredCodes, deleteResetTokens, saveResetToken, takeResetToken } from './codes.db.ts'
import { sendResetCode, tryResetCode } from './codes.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { deleteExpiredRegistrations, findRegistrationsOf } from './registrations.db.ts'
import { refuseBanned } from './second-factor.service.ts'
import { deleteExpiredSteps, deleteStepsOf } from './steps.db.ts'

type Services = Pick<Context, 'db' | 'jobs'>

/** Seconds between the code and the new password. */
const resetTokenLifetime = 15 * 60

/** What a login meets besides an account that may enter. */
interface LoginHooks {
  /** The password was not right; null where nobody has the address. */
  tellWrong(userId: number | null): Promise<void>
  /** The password is right, and the address is not verified: this browser gets the registration. */
  adopt(found: { registrationId: number } | { userId: number }): Promise<void>
}

/**
 * Checks e-mail and password; takes as long for an unknown address. Only a right password learns that the account is
 * banned (ACCOUNT_BANNED), or that its registration waits for the code of its mail (EMAIL_UNVERIFIED). `held` is the hash of
 * this browser's registration cookie: of several with the same password its own counts.
 */
export async function signIn(
  { db }: Pick<Context, 'db'>,
  { email, password }: Credentials,
  held: Buffer | null,
  { tellWrong, adopt }: LoginHooks,
): Promise<Account> {
  const [account, registrations] = await Promise.all([findAccount(db, email), findRegistrationsOf(db, email)])
  const waiting = account?.isVerified ? [] : ownFirst(registrations, held)
  const match = await findMatch(
    password,
    [...waiting, ...(account ? [account] : [])].map(({ passwordHash }) => passwordHash),
  )
  if (match === -1) {
    await tellWrong(account?.person.id ?? null)
    throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is not right.')
  }
  if (account) refuseBanned(account)
  const registration = waiting[match]
  if (registration || !account?.isVerified) {
    if (registration) await adopt({ registrationId: registration.id })
    else if (account) await adopt({ userId: account.person.id })
    throw new AppError(
      'EMAIL_UNVERIFIED',
      'Your e-mail address is not confirmed yet. Please enter the code from the mail that we sent you.',
    )
  }
  if (isOutdated(account.passwordHash))
    await setPasswordHash(db, account.person.id, await hashPassword(password))
  return account
}

function ownFirst<T extends { tokenHash: Buffer }>(registrations: T[], held: Buffer | null): T[] {
  const isOwn = ({ tokenHash }: T) => held?.equals(tokenHash) ?? false
  return [...registrations.filter(isOwn), ...registrations.filter((one) => !isOwn(one))]
}

/** Sends a code for a new password where the address has an account. Tells the caller nothing. */
export async function requestReset(services: Services, email: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const account = await lockAccount(tx, email)
    if (!account || account.isBanned) return
    await sendResetCode(services, tx, { ...account.person, username: account.username })
  })
}

/** Exchanges a code for a token that sets a new password once, within 15 minutes. Throws INVALID_CODE. */
export async function exchangeResetCode({ db }: Services, email: string, code: string): Promise<string> {
  const token = createToken()
  const isRight = await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, email)
    if (!account || !(await tryResetCode(tx, account, code))) return false
    const expiresAt = new Date(Date.now() + resetTokenLifetime * 1000)
    await saveResetToken(tx, { userId: account.person.id, hash: hashToken(token), expiresAt })
    return true
  })
  if (!isRight) throw wrongCode()
  return token
}

/**
 * Sets a new password, once for each token, and ends every session of the account; answers its id, whose connections the
 * caller ends. Throws INVALID_CODE.
 */
export async function resetPassword(
  services: Services,
  { email, resetToken, newPassword }: { email: string; resetToken: string; newPassword: string },
): Promise<number> {
  await refuseEasyPassword(newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  return inTransaction(services.db, async (tx) => {
    const account = await lockAccount(tx, email)
    if (!account || !(await takeResetToken(tx, account.person.id, hashToken(resetToken))))
      throw new AppError(
        'INVALID_CODE',
        'This password reset was already used or has expired. Please ask for a new code.',
      )
    const { username, person } = account
    // Only now: before, it would tell that the address has an account. What is thrown gives the token back.
    await refuseEasyPassword(newPassword, 'newPassword', { username, ...person })
    const { id, email: to } = person
    await setPasswordHash(tx, id, passwordHash)
    await markVerified(tx, id)
    await deleteSessionsOf(tx, id)
    await deleteResetTokens(tx, id)
    await deleteStepsOf(tx, id)
    await services.jobs.enqueueMail(tx, passwordChangedMail({ to, username, signedOut: 'every device' }))
    return id
  })
}

/** Deletes what has run out: sessions, codes, tries, old events, registrations that nobody verified. */
export async function sweepExpired(db: Db): Promise<void> {
  await deleteExpiredSessions(db)
  await deleteExpiredCodes(db)
  await deleteExpiredSteps(db)
  await deleteOldTries(db)
  await deleteOldEvents(db)
  await deleteExpiredRegistrations(db)
  await deleteAbandonedAccounts(db)
}

/** The same for every cause, so that nobody learns from it which addresses have an account. */
function wrongCode(): AppError {
  return new AppError(
    'INVALID_CODE',
    'This code is not right, has expired, or was tried too often. Check the newest mail from us, or ask for a new code.',
  )
}
