import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { createFixedWindowLimiter } from '#server/core/limits/fixed-window-limiter.ts'
import { createCode, hashCode, wrongCode } from '#server/core/session/codes.ts'
import { hashPassword } from '#server/core/session/password.ts'
import { signOut } from '#server/core/session/session.db.ts'
import { tokenCookie } from '#server/core/session/token-cookie.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import type { CodeTimes, Registration } from '#shared/contract/auth.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import {
  type Account,
  findAccount,
  findAccountOf,
  insertAccount,
  isUsernameTaken,
  lockAccount,
  replaceUnverified,
  takenField,
} from './accounts.db.ts'
import { verificationMail } from './auth.mails.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import {
  adoptRegistrationRow,
  copyUnverifiedAccount,
  deleteRegistrationsOf,
  findRegistration,
  findRegistrationsOf,
  insertRegistration,
  lockRegistration,
  lockRegistrationsOf,
  type PendingRegistration,
  replaceRegistration,
  setRegistrationCode,
  spendRegistrationAttempt,
} from './registrations.db.ts'
import {
  isDeletedAccountAddress,
  isUsernameReserved,
  refuseImpersonatingName,
} from './reserved-names.service.ts'
import { refuseBanned } from './second-factor.service.ts'

type Services = Pick<Context, 'db' | 'env' | 'jobs'>

/** Identifies the pending registration of this browser; grants no access. */
export const registrationCookie = tokenCookie('oja_registration', {
  sameSite: 'lax',
  maxAge: thresholds.registrationLifetime,
})

/** Codes that one address is mailed within `window` seconds, by requests of all browsers. */
const registrationMailRule = { max: 10, window: 3600 }

/** Counts a mail before it is sent to an address; throws RATE_LIMITED after too many. */
type CountMail = (tx: Tx, email: string) => Promise<void>

/** Part of the transaction that enqueues the mail, so that only sent mails count. */
export function countRegistrationMails(context: Pick<Context, 'db' | 'env'>): CountMail {
  const mails = createFixedWindowLimiter(
    context,
    'registration mail',
    registrationMailRule,
    'Many codes went to this address, so the next one has to wait, an hour at most. What you typed stays here: try again later, or use another address.',
  )
  return (tx, email) => mails.consume(email, tx)
}

const { lifetime, resendWait } = limits.code
const scopeOf = (email: string) => `REGISTER:${email.toLowerCase()}`
const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const timesOf = ({ expiresIn, resendIn }: CodeTimes): CodeTimes => ({ expiresIn, resendIn })

/**
 * Starts a registration, or replaces the one that `cookieHash` identifies. Returns a new token for the browser's
 * cookie each time, so that a planted cookie is worthless. A valid code for the same address and username stays;
 * otherwise a new one is mailed. Throws EMAIL_TAKEN, USERNAME_TAKEN, and RATE_LIMITED, which changes nothing.
 */
export async function register(
  services: Services,
  { password, ...details }: Registration,
  cookieHash: Buffer | null,
  countMail: CountMail,
): Promise<CodeTimes & { token: string }> {
  const { db } = services
  const { email } = details
  if (isUsernameReserved(details.username)) throw usernameTaken()
  refuseImpersonatingName(details.fullName)
  if (isDeletedAccountAddress(email)) throw invalidField('email', 'Invalid email address')
  const known = await findAccount(db, email)
  if (known && (known.isVerified || known.isBanned)) throw emailTaken()
  if (await isUsernameTaken(db, details)) throw usernameTaken()
  await refuseEasyPassword(password, 'password', details)
  const [waiting] = await findRegistrationsOf(db, email)
  // One salt per address, so that a login compares its password with all pending registrations in one
  // derivation.
  const passwordHash = await hashPassword(password, known?.passwordHash ?? waiting?.passwordHash)
  const token = createToken()
  const times = await inTransaction(db, async (tx) => {
    const before = cookieHash && (await lockRegistration(tx, cookieHash))
    const keepsCode =
      before && isCodeStillGood(before, email) && (await isCodeForUsername(tx, before, details.username))
    const registration = { ...details, passwordHash }
    const { id, registeredAt } = before
      ? await replaceRegistration(tx, before.id, hashToken(token), registration)
      : await insertRegistration(tx, hashToken(token), registration)
    if (keepsCode) return timesOf(before)
    await countMail(tx, email)
    return sendCode(services, tx, { id, registeredAt, ...details })
  })
  return { ...times, token }
}

/** Whether the current code stays: it is still valid, or was sent within the last minute. */
function isCodeStillGood(own: PendingRegistration, email: string): boolean {
  return isSameAddress(own.email, email) && (own.expiresIn > 0 || own.resendIn > 0)
}

/**
 * The mail of a code names a username. Another choice therefore gets another mail, unless an account took the
 * name: the code then works for the next one, also when no mail can be sent.
 */
async function isCodeForUsername(tx: Tx, before: PendingRegistration, username: string): Promise<boolean> {
  return before.username === username || (await isUsernameTaken(tx, before))
}

/** Mails a new code, which replaces the last one. Part of the caller's transaction: no commit, no mail. */
async function sendCode(
  { env, jobs }: Pick<Context, 'env' | 'jobs'>,
  tx: Tx,
  registration: Pick<PendingRegistration, 'id' | 'email' | 'username' | 'registeredAt'>,
): Promise<CodeTimes> {
  const { code, hash, expiresAt } = await createCode(env, scopeOf(registration.email))
  await setRegistrationCode(tx, registration.id, hash)
  await jobs.enqueueMail(tx, verificationMail({ ...registration, code, expiresAt }))
  return { expiresIn: lifetime, resendIn: resendWait }
}

/**
 * Mails another code for this browser's registration if the last one is over a minute old. Returns the
 * validity of the newest code; null if this browser has no registration for the address.
 */
export async function resendCode(
  services: Services,
  cookieHash: Buffer | null,
  email: string,
  countMail: CountMail,
): Promise<CodeTimes | null> {
  if (!cookieHash) return null
  return inTransaction(services.db, async (tx) => {
    const own = await lockRegistration(tx, cookieHash)
    if (!own || !isSameAddress(own.email, email)) return null
    if (own.resendIn > 0) return timesOf(own)
    await countMail(tx, email)
    return sendCode(services, tx, own)
  })
}

/**
 * Creates the account of this browser's registration by its code, and ends all other registrations of the
 * address. Throws INVALID_CODE; for a right code EMAIL_TAKEN, ACCOUNT_BANNED, or USERNAME_TAKEN, after which
 * the code stays valid.
 */
export async function verifyEmail(
  { db, env }: Pick<Context, 'db' | 'env'>,
  cookieHash: Buffer | null,
  email: string,
  code: string,
): Promise<Account> {
  if (!cookieHash) throw noRegistration()
  const given = await hashCode(env, scopeOf(email), code)
  // The attempt must be committed even if the code is wrong, so the error is thrown after the transaction.
  const outcome = await inTransaction(db, async (tx) => {
    await lockRegistrationsOf(tx, email)
    const own = await lockRegistration(tx, cookieHash)
    if (!own || !isSameAddress(own.email, email)) return noRegistration()
    if (own.expiresIn === 0 || !own.codeHash) return wrongCode(newestMail)
    if (timingSafeEqual(own.codeHash, given)) return openAccount(tx, own)
    await spendRegistrationAttempt(tx, own.id)
    return wrongCode(newestMail)
  }).catch((error: unknown) => {
    const field = takenField(error)
    if (!field) throw error
    return field === 'username' ? usernameTakenMeanwhile() : emailTaken()
  })
  if (outcome instanceof AppError) throw outcome
  refuseBanned(outcome)
  return outcome
}

/** The account of a registration with a right code; a banned account stays unchanged. */
async function openAccount(tx: Tx, registration: PendingRegistration): Promise<Account | AppError> {
  const known = await lockAccount(tx, registration.email)
  await deleteRegistrationsOf(tx, registration.email)
  if (known?.isBanned) return known
  if (known?.isVerified) return emailTaken()
  const id = known?.person.id ?? (await insertAccount(tx, registration))
  if (known) {
    await replaceUnverified(tx, id, registration)
    await signOut(tx, id)
  }
  return (await findAccountOf(tx, id)) ?? noRegistration()
}

/**
 * Assigns a registration with the right password, or an unverified account, to this browser, and mails a code
 * if none is valid. Returns the token of its cookie.
 */
export async function adoptRegistration(
  services: Services,
  email: string,
  found: { registrationId: number } | { userId: number },
  countMail: CountMail,
): Promise<string> {
  const token = createToken()
  const cookieHash = hashToken(token)
  if ('userId' in found) await copyUnverifiedAccount(services.db, found.userId, cookieHash)
  else await adoptRegistrationRow(services.db, found.registrationId, cookieHash)
  const own = await findRegistration(services.db, cookieHash)
  if (own && !isCodeStillGood(own, email))
    await resendCode(services, cookieHash, email, countMail).catch((error: unknown) => {
      // The page shows when the next mail can be sent.
      if (!(error instanceof AppError && error.code === 'RATE_LIMITED')) throw error
    })
  return token
}

/** This browser's registration, for the page that asks for the code; null if there is none. */
export async function readRegistration(db: Db, cookieHash: Buffer | null) {
  const own = cookieHash && (await findRegistration(db, cookieHash))
  if (!own) return null
  const { email, username, fullName } = own
  return { email, username, fullName, ...timesOf(own) }
}

function emailTaken(): AppError {
  return taken('EMAIL_TAKEN', 'email', 'This e-mail address already has an account. Please log in instead.')
}

function usernameTaken(): AppError {
  return taken('USERNAME_TAKEN', 'username', 'This username is not available. Please choose another one.')
}

function usernameTakenMeanwhile(): AppError {
  return taken(
    'USERNAME_TAKEN',
    'username',
    'Somebody took this username before you entered the code. Choose another one and press Register: your code still works.',
  )
}

function taken(code: 'EMAIL_TAKEN' | 'USERNAME_TAKEN', path: string, message: string): AppError {
  return new AppError(code, message, { errors: [{ path, message }] })
}

/** Does not name the present username: after USERNAME_TAKEN the mail of the code names the last one. */
const newestMail = 'mail that names a username you chose'

/** The same error for every address, so it reveals nothing to a stranger. The response to the right code may have been lost. */
function noRegistration(): AppError {
  return new AppError(
    'INVALID_CODE',
    'This registration has ended, or belongs to another browser. If you entered the code already, log in. Otherwise enter it where you registered, or register again here.',
  )
}
