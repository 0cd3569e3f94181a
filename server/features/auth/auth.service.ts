import type { Context } from '#server/context.ts'
import { deleteOldTries } from '#server/core/limits/tries.db.ts'
import { deleteOldEvents } from '#server/core/session/account-events.db.ts'
import { deleteKnownDevicesOf, deleteUnusedDevices } from '#server/core/session/known-devices.db.ts'
import { hashPassword, isOutdated, verifyPassword } from '#server/core/session/password.ts'
import { deleteExpiredSessions, signOut } from '#server/core/session/session.db.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Credentials, Registration } from '#shared/contract/auth.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Account,
  deleteAbandonedAccounts,
  findAccount,
  insertAccount,
  lockAccount,
  markVerified,
  replaceDetails,
  replacePasswordHash,
  setPasswordHash,
  takenField,
} from './accounts.db.ts'
import { passwordChangedMail } from './auth.mails.ts'
import { deleteExpiredCodes } from './codes.db.ts'
import { sendCode, tryCode, wrongCode } from './codes.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { isOfDeleted, isReserved, refuseHouseName } from './reserved-names.service.ts'
import { deleteExpiredResets } from './resets.db.ts'
import { endResetsOf, takeResetPermit } from './resets.service.ts'
import { refuseBanned } from './second-factor.service.ts'
import { deleteExpiredSteps } from './steps.db.ts'

type Services = Pick<Context, 'db' | 'jobs'>

/**
 * Checks e-mail and password; takes as long for an unknown address. Only a right password learns that the account is
 * banned (ACCOUNT_BANNED) or not yet verified (EMAIL_UNVERIFIED, and a fresh code is sent). `tellWrong` hears whose
 * password was not right, null where nobody has the address.
 */
export async function signIn(
  services: Services,
  { email, password }: Credentials,
  tellWrong: (userId: number | null) => Promise<void>,
): Promise<Account> {
  const { db } = services
  const account = await findAccount(db, email)
  const isRight = await verifyPassword(password, account?.passwordHash ?? null)
  if (!account || !isRight) {
    await tellWrong(account?.person.id ?? null)
    throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is not right.')
  }
  refuseBanned(account)
  if (!account.isVerified) {
    await requestVerification(services, email)
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

/**
 * Opens an account and sends its code. An address that was never verified may be registered again, with other details,
 * once its last code is over a minute old. Throws EMAIL_TAKEN or USERNAME_TAKEN.
 */
export async function register(services: Services, { password, ...details }: Registration): Promise<void> {
  if (isReserved(details.username)) throw usernameTaken()
  refuseHouseName(details.fullName)
  if (isOfDeleted(details.email)) throw unusableEmail()
  await refuseEasyPassword(password, 'password', details)
  const passwordHash = await hashPassword(password)
  const account = { ...details, passwordHash }
  try {
    await inTransaction(services.db, async (tx) => {
      const known = await lockAccount(tx, details.email)
      if (known && (known.isVerified || known.isBanned)) throw emailTaken()
      const id = known?.person.id ?? (await insertAccount(tx, account))
      // A code on its way belongs to the details that it was sent for: they stay until another can be sent.
      if (!(await sendCode(services, tx, 'VERIFY_EMAIL', { id, ...details }))) throw codeOnItsWay()
      if (known) await replaceDetails(tx, id, account)
    })
  } catch (error) {
    const field = takenField(error)
    if (field === 'email') throw codeOnItsWay()
    throw field === 'username' ? usernameTaken() : error
  }
}

/** Confirms an address by its code. Throws INVALID_CODE, or ACCOUNT_BANNED for a right code. */
export async function verifyEmail({ db }: Services, email: string, code: string): Promise<Account> {
  // The spent try has to be committed also when the code is wrong: what is thrown is thrown after.
  const account = await inTransaction(db, async (tx) => {
    const known = await lockAccount(tx, email)
    if (!known || !(await tryCode(tx, known, 'VERIFY_EMAIL', code))) return null
    if (!known.isBanned) await markVerified(tx, known.person.id)
    return known
  })
  if (!account) throw wrongCode()
  refuseBanned(account)
  return account
}

/** Sends another code where the address waits for one. Tells the caller nothing. */
export async function requestVerification(services: Services, email: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const account = await lockAccount(tx, email)
    if (!account || account.isVerified || account.isBanned) return
    await sendCode(services, tx, 'VERIFY_EMAIL', { ...account.person, username: account.username })
  })
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
    const isRight = account && (await takeResetPermit(tx, account.person.id, resetToken))
    if (!isRight || account.isBanned)
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
    await endResetsOf(tx, id)
    await deleteKnownDevicesOf(tx, id)
    await signOut(tx, id)
    await services.jobs.enqueueMail(tx, passwordChangedMail({ to, username, signedOut: 'every device' }))
    return id
  })
}

/** Deletes what has run out: sessions, codes, tries, old events, accounts that nobody verified. */
export async function sweepExpired(db: Db): Promise<void> {
  await deleteExpiredSessions(db)
  await deleteExpiredCodes(db)
  await deleteExpiredResets(db)
  await deleteExpiredSteps(db)
  await deleteOldTries(db)
  await deleteUnusedDevices(db)
  await deleteOldEvents(db)
  await deleteAbandonedAccounts(db)
}

function unusableEmail(): AppError {
  const message = 'Invalid email address'
  return new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'email', message }] })
}

function emailTaken(): AppError {
  return taken('EMAIL_TAKEN', 'email', 'This e-mail address already has an account. Please log in instead.')
}

function codeOnItsWay(): AppError {
  return taken(
    'EMAIL_TAKEN',
    'email',
    'This e-mail address was registered a moment ago. Log in to enter the code that we sent, or try again in a minute.',
  )
}

function usernameTaken(): AppError {
  return taken('USERNAME_TAKEN', 'username', 'This username is not available. Please choose another one.')
}

function taken(code: 'EMAIL_TAKEN' | 'USERNAME_TAKEN', path: string, message: string): AppError {
  return new AppError(code, message, { errors: [{ path, message }] })
}
