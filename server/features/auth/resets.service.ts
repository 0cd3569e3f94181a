import { createHash } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { siteOrigin } from '#server/core/http/origin.ts'
import { createCode, isCode } from '#server/core/session/codes.ts'
import { createToken, hashToken } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { lockAccount } from './accounts.db.ts'
import { resetMail } from './auth.mails.ts'
import {
  type Asker,
  deleteResetCode,
  deleteResetsOf,
  deleteResetTokens,
  lockAddress,
  saveReset,
  saveResetToken,
  spendOtherTries,
  spendOwnTry,
  takeResetLink,
  takeResetToken,
} from './resets.db.ts'

/** Seconds between the code and the new password. */
const tokenLifetime = 15 * 60
/** Seconds that the link in a mail works: longer than an address waits for its next mail, however many were asked for. */
const linkLifetime = 60 * 60

/** What the database knows an address by. */
export function addressHash(email: string): Buffer {
  return createHash('sha256').update(`reset ${email.toLowerCase()}`).digest()
}

/** A code is one for its address. */
const scopeOf = (address: Buffer) => `RESET_PASSWORD:${address.toString('hex')}`

/**
 * Sends a code and a link for a new password where the address has an account. A request ends none from before but that of
 * the same browser. Tells the caller nothing, and keeps as much for an address that nobody has.
 */
export async function requestReset(
  { db, env, jobs }: Pick<Context, 'db' | 'env' | 'jobs'>,
  email: string,
  asker: Asker,
  device: string,
): Promise<void> {
  const token = createToken()
  const { code, hash, expiresAt } = createCode(scopeOf(asker.address))
  const linkExpiresAt = new Date(Date.now() + linkLifetime * 1000)
  await inTransaction(db, async (tx) => {
    await lockAddress(tx, asker.address)
    const account = await lockAccount(tx, email)
    const receiver = account?.isBanned ? null : account
    const reset = {
      userId: receiver?.person.id ?? null,
      codeHash: hash,
      linkHash: hashToken(token),
      tries: limits.code.tries,
      codeExpiresAt: expiresAt,
      linkExpiresAt,
    }
    const id = await saveReset(tx, asker, reset, limits.code.resendWait)
    if (id === null || !receiver) return
    const { username, person } = receiver
    // Behind the #, which is sent to no server and stands in no log.
    const link = `${siteOrigin(env)}/forgot-password#${new URLSearchParams({ email: person.email, token })}`
    const mail = { to: person.email, username, code, link, device, resetId: id, expiresAt }
    await jobs.enqueueMail(tx, resetMail(mail))
  })
}

/**
 * Exchanges a code for a token that sets a new password once, within 15 minutes. Throws INVALID_CODE. `browser` asked for
 * the code, and has its tries for itself; null: all others share tries of their own.
 */
export async function exchangeResetCode(
  { db }: Pick<Context, 'db'>,
  email: string,
  code: string,
  browser: Buffer | null,
): Promise<string> {
  const token = createToken()
  const address = addressHash(email)
  // The spent try has to be committed also when the code is wrong.
  const isRight = await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, email)
    const own = browser && (await spendOwnTry(tx, address, browser))
    const hashes = browser ? (own ? [own] : []) : await spendOtherTries(tx, address)
    const right = hashes.find((hash) => isCode(hash, scopeOf(address), code))
    if (!right || !account || account.isBanned) return false
    await deleteResetCode(tx, address, right)
    const expiresAt = new Date(Date.now() + tokenLifetime * 1000)
    await saveResetToken(tx, { userId: account.person.id, hash: hashToken(token), expiresAt })
    return true
  })
  if (!isRight) throw wrongCode()
  return token
}

/** Uses up what a code was exchanged for, or the token of a mail's link: true once. */
export async function takeResetPermit(tx: Tx, userId: number, token: string): Promise<boolean> {
  const hash = hashToken(token)
  return (await takeResetToken(tx, userId, hash)) || (await takeResetLink(tx, userId, hash))
}

/** Ends every code, token and link that could set the next password. */
export async function endResetsOf(tx: Tx, userId: number): Promise<void> {
  await deleteResetTokens(tx, userId)
  await deleteResetsOf(tx, userId)
}

/** The same for every cause, so that nobody learns from it which addresses have an account. */
function wrongCode(): AppError {
  return new AppError(
    'INVALID_CODE',
    'This code is not right, has expired, or was tried too often. Check the newest mail from us, or ask for a new code.',
  )
}
