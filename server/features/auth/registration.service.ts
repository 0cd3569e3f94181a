import type { Context } from '#server/context.ts'
import { tokenCookie } from '#server/core/http/token-cookie.ts'
import { limitAttempts } from '#server/core/limits/attempts.ts'
import { createCode, isCode } from '#server/core/session/codes.ts'
import { hashPassword } from '#server/core/session/password.ts'
import { signOut } from '#server/core/session/session.db.ts'
import { createToken, hashToken } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CodeTimes, Registration } from '#shared/contract/auth.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
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
  copyUnverifiedAccount,
  deleteRegistrationsOf,
  findRegistration,
  findRegistrationsOf,
  giveRegistrationTo,
  insertRegistration,
  lockAddress,
  lockRegistration,
  type PendingRegistration,
  replaceRegistration,
  setRegistrationCode,
  spendRegistrationTry,
} from './registrations.db.ts'
import { isOfDeleted, isReserved, refuseHouseName } from './reserved-names.service.ts'
import { refuseBanned } from './second-factor.service.ts'

type Services = Pick<Context, 'db' | 'jobs'>

/** Says which pending registration is this browser's; it signs nobody in. */
export const registrationCookie = tokenCookie('oja_registration', {
  sameSite: 'lax',
  maxAge: limits.registrationKept,
})

/** Codes that one address is mailed within `window` seconds, whichever browsers ask for them. */
const mailRule = { max: 10, window: 3600 }

/** Counts a mail that is about to be sent to an address; throws RATE_LIMITED where there were too many. */
type CountMail = (tx: Tx, email: string) => Promise<void>

/** Part of the transaction that sends the mail: what is not sent is not counted. */
export function countRegistrationMails(context: Pick<Context, 'db' | 'env'>): CountMail {
  const mails = limitAttempts(
    context,
    'registration mail',
    mailRule,
    'Many codes went to this address, so the next one has to wait, an hour at most. What you typed stays here: try again later, or use another address.',
  )
  return (tx, email) => mails.spend(email, tx)
}

const { lifetime, resendWait } = limits.code
const scopeOf = (email: string) => `REGISTER:${email.toLowerCase()}`
const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const timesOf = ({ expiresIn, resendIn }: CodeTimes): CodeTimes => ({ expiresIn, resendIn })

/**
 * Begins a registration, or changes the one of this browser (`held`), and answers the token of the browser's cookie: another
 * one each time, so that a planted cookie is worth nothing. The code that was sent to the same address stays while it works;
 * otherwise another is mailed. Throws EMAIL_TAKEN, USERNAME_TAKEN, RATE_LIMITED.
 */
export async function register(
  services: Services,
  { password, ...details }: Registration,
  held: Buffer | null,
  countMail: CountMail,
): Promise<CodeTimes & { token: string }> {
  const { db } = services
  const { email } = details
  if (isReserved(details.username)) throw usernameTaken()
  refuseHouseName(details.fullName)
  if (isOfDeleted(email)) throw unusableEmail()
  const known = await findAccount(db, email)
  if (known && (known.isVerified || known.isBanned)) throw emailTaken()
  if (await isUsernameTaken(db, details)) throw usernameTaken()
  await refuseEasyPassword(password, 'password', details)
  const [waiting] = await findRegistrationsOf(db, email)
  // One salt an address: a login compares its password with all that wait there by deriving it once.
  const passwordHash = await hashPassword(password, known?.passwordHash ?? waiting?.passwordHash)
  const token = createToken()
  const times = await inTransaction(db, async (tx) => {
    const before = held && (await lockRegistration(tx, held))
    const registration = { ...details, passwordHash }
    const { id, registeredAt } = before
      ? await replaceRegistration(tx, before.id, hashToken(token), registration)
      : await insertRegistration(tx, hashToken(token), registration)
    if (before && keepsCode(before, email)) return timesOf(before)
    await countMail(tx, email)
    return sendCode(services, tx, { id, registeredAt, ...details })
  })
  return { ...times, token }
}

/** Whether no other code is sent: one still works, or one was sent within the last minute. */
function keepsCode(own: PendingRegistration, email: string): boolean {
  return isSameAddress(own.email, email) && (own.expiresIn > 0 || own.resendIn > 0)
}

/** Mails a fresh code in place of the last one. Part of the caller's transaction: no commit, no mail. */
async function sendCode(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  registration: Pick<PendingRegistration, 'id' | 'email' | 'username' | 'registeredAt'>,
): Promise<CodeTimes> {
  const { code, hash, expiresAt } = createCode(scopeOf(registration.email))
  await setRegistrationCode(tx, registration.id, hash)
  await jobs.enqueueMail(tx, verificationMail({ ...registration, code, expiresAt }))
  return { expiresIn: lifetime, resendIn: resendWait }
}

/**
 * Mails another code for this browser's registration at an address, where the last one is over a minute old, and answers
 * how long the newest works; null where this browser has no registration there.
 */
export async function resendCode(
  services: Services,
  held: Buffer | null,
  email: string,
  countMail: CountMail,
): Promise<CodeTimes | null> {
  if (!held) return null
  return inTransaction(services.db, async (tx) => {
    const own = await lockRegistration(tx, held)
    if (!own || !isSameAddress(own.email, email)) return null
    if (own.resendIn > 0) return timesOf(own)
    await countMail(tx, email)
    return sendCode(services, tx, own)
  })
}

/**
 * Opens the account of this browser's registration by its code, and ends what else waits for the address. Throws
 * INVALID_CODE; for a right code EMAIL_TAKEN, ACCOUNT_BANNED, or USERNAME_TAKEN, after which the code still works.
 */
export async function verifyEmail(
  { db }: Pick<Context, 'db'>,
  held: Buffer | null,
  email: string,
  code: string,
): Promise<Account> {
  if (!held) throw noRegistration()
  // The spent try has to be committed also when the code is wrong: what is thrown is thrown after.
  const outcome = await inTransaction(db, async (tx) => {
    await lockAddress(tx, email)
    const own = await lockRegistration(tx, held)
    if (!own || !isSameAddress(own.email, email)) return noRegistration()
    if (own.expiresIn === 0 || !own.codeHash) return wrongCode(own)
    if (isCode(own.codeHash, scopeOf(email), code)) return openAccount(tx, own)
    await spendRegistrationTry(tx, own.id)
    return wrongCode(own)
  }).catch((error: unknown) => {
    const field = takenField(error)
    if (!field) throw error
    return field === 'username' ? usernameTakenMeanwhile() : emailTaken()
  })
  if (outcome instanceof AppError) throw outcome
  refuseBanned(outcome)
  return outcome
}

/** The account of a registration whose code was right; a banned one stays as it is. */
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
 * Makes a registration that a right password was entered for, or an account that was never verified, this browser's, and
 * mails a code where none works. Answers the token of its cookie.
 */
export async function adoptRegistration(
  services: Services,
  email: string,
  found: { registrationId: number } | { userId: number },
  countMail: CountMail,
): Promise<string> {
  const token = createToken()
  const held = hashToken(token)
  if ('userId' in found) await copyUnverifiedAccount(services.db, found.userId, held)
  else await giveRegistrationTo(services.db, found.registrationId, held)
  const own = await findRegistration(services.db, held)
  if (own && !keepsCode(own, email))
    await resendCode(services, held, email, countMail).catch((error: unknown) => {
      // The page says when the next mail may be sent.
      if (!(error instanceof AppError && error.code === 'RATE_LIMITED')) throw error
    })
  return token
}

/** What this browser's registration says, for the page that awaits its code; null where none waits. */
export async function readRegistration(db: Db, held: Buffer | null) {
  const own = held && (await findRegistration(db, held))
  if (!own) return null
  const { email, username, fullName } = own
  return { email, username, fullName, ...timesOf(own) }
}

function unusableEmail(): AppError {
  const message = 'Invalid email address'
  return new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'email', message }] })
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

/** Said whoever has the address: it tells a stranger nothing. */
function noRegistration(): AppError {
  return new AppError(
    'INVALID_CODE',
    'This code is for another browser, or the registration has ended. Enter it where you registered, or register again here.',
  )
}

function wrongCode({ username }: Pick<PendingRegistration, 'username'>): AppError {
  return new AppError(
    'INVALID_CODE',
    `This code is not right, has expired, or was tried too often. Check the newest mail that names @${username}, or ask for a new code.`,
  )
}
