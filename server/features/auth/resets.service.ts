import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { createCode, hashCode, wrongCode } from '#server/core/session/codes.ts'
import { deleteKnownDevicesOf } from '#server/core/session/known-devices.db.ts'
import { hashPassword } from '#server/core/session/password.ts'
import { signOut } from '#server/core/session/session.db.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import type { CodeTimes } from '#shared/contract/auth.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { lockAccount, markVerified, setPasswordHash } from './accounts.db.ts'
import { passwordChangedMail, resetMail } from './auth.mails.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import {
  deleteResetCode,
  deleteResetsOf,
  deleteResetTokens,
  findResetTimes,
  lockResetsOf,
  type ResetRequester,
  saveReset,
  saveResetToken,
  spendOtherAttempts,
  spendOwnAttempt,
  takeResetLink,
  takeResetToken,
} from './resets.db.ts'

/** Seconds between the code and the new password. */
const tokenLifetime = 15 * 60

const { lifetime, resendWait, linkLifetime } = limits.code
/** Times of a newly sent code. */
const fullTimes: CodeTimes = { expiresIn: lifetime, resendIn: resendWait }

/** The stored hash of an address. */
export function addressHash(email: string): Buffer {
  return createHash('sha256').update(`reset ${email.toLowerCase()}`).digest()
}

/** A code is valid for its address only. */
const scopeOf = (address: Buffer) => `RESET_PASSWORD:${address.toString('hex')}`

/**
 * Mails a code and a link for a new password if the address has an account. A request replaces only earlier
 * ones of the same browser. Returns how long this browser's last code is valid. Stores the same for an
 * unknown address, so the response does not reveal whether there is an account.
 */
export async function requestReset(
  { db, env, jobs }: Pick<Context, 'db' | 'env' | 'jobs'>,
  email: string,
  requester: ResetRequester,
  device: string,
): Promise<CodeTimes> {
  const token = createToken()
  const { code, hash, expiresAt } = await createCode(env, scopeOf(requester.address))
  const linkExpiresAt = new Date(Date.now() + linkLifetime * 1000)
  return inTransaction(db, async (tx) => {
    await lockResetsOf(tx, requester.address)
    const account = await lockAccount(tx, email)
    const receiver = account?.isBanned ? null : account
    const reset = {
      userId: receiver?.person.id ?? null,
      codeHash: hash,
      linkHash: hashToken(token),
      attempts: thresholds.codeAttempts,
      codeExpiresAt: expiresAt,
      linkExpiresAt,
    }
    const id = await saveReset(tx, requester, reset, resendWait)
    if (id === null) return (await findResetTimes(tx, requester, resendWait)) ?? fullTimes
    if (!receiver) return fullTimes
    const { username, person } = receiver
    // Behind the #, which browsers do not send to servers and no log contains.
    const link = `/forgot-password#${new URLSearchParams({ email: person.email, token })}`
    const owner = { to: person.email, name: person.fullName, username }
    await jobs.enqueueMail(tx, resetMail({ ...owner, code, link, device, resetId: id, expiresAt }))
    return fullTimes
  })
}

/**
 * Exchanges a code for a token that sets a new password once, within 15 minutes. Throws INVALID_CODE.
 * `browser` is the browser that requested the code, which has attempts of its own; with null the attempt counts
 * against those that all other browsers share.
 */
export async function exchangeResetCode(
  { db, env }: Pick<Context, 'db' | 'env'>,
  email: string,
  code: string,
  browser: Buffer | null,
): Promise<string> {
  const token = createToken()
  const address = addressHash(email)
  const given = await hashCode(env, scopeOf(address), code)
  // The attempt must be committed even if the code is wrong.
  const isRight = await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, email)
    const own = browser && (await spendOwnAttempt(tx, address, browser))
    const hashes = browser ? (own ? [own] : []) : await spendOtherAttempts(tx, address)
    const right = hashes.find((hash) => timingSafeEqual(hash, given))
    if (!right || !account || account.isBanned) return false
    await deleteResetCode(tx, address, right)
    const expiresAt = new Date(Date.now() + tokenLifetime * 1000)
    await saveResetToken(tx, { userId: account.person.id, hash: hashToken(token), expiresAt })
    return true
  })
  if (!isRight) throw wrongCode('mail from us')
  return token
}

/**
 * Sets a new password, once per token, and ends every session of the account; returns the account's id, whose
 * connections the caller closes. Throws INVALID_CODE.
 */
export async function resetPassword(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  { email, resetToken, newPassword }: { email: string; resetToken: string; newPassword: string },
): Promise<number> {
  await refuseEasyPassword(newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, email)
    const isRight = account && (await takeResetPermit(tx, account.person.id, resetToken))
    if (!isRight || account.isBanned)
      throw new AppError(
        'INVALID_CODE',
        'This password reset was used already, or has expired. If you chose a new password with it, log in. Otherwise ask for a new code.',
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
    await jobs.enqueueMail(tx, passwordChangedMail({ to, name, username, signedOut: 'every device' }))
    return id
  })
}

/** Uses up the token of an exchanged code or of a mail's link: true once. */
async function takeResetPermit(tx: Tx, userId: number, token: string): Promise<boolean> {
  const hash = hashToken(token)
  return (await takeResetToken(tx, userId, hash)) || (await takeResetLink(tx, userId, hash))
}

/** Deletes every code, token and link that could set the next password. */
export async function endResetsOf(tx: Tx, userId: number): Promise<void> {
  await deleteResetTokens(tx, userId)
  await deleteResetsOf(tx, userId)
}
