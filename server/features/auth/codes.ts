import type { Context } from '#server/context.ts'
import { createCode, isCode } from '#server/core/session/codes.ts'
import type { Tx } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Account } from './accounts.db.ts'
import { verificationMail } from './auth.mails.ts'
import { deleteCode, type Purpose, saveCode, spendTry } from './codes.db.ts'

const { resendWait, tries } = limits.code
const scopeOf = (userId: number, purpose: Purpose) => `${userId}:${purpose}`

/**
 * Sends a fresh code in place of the last one; false, and nothing is sent, within 60 s of the last. Part of the caller's
 * transaction: no commit, no mail.
 */
export async function sendCode(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  purpose: Purpose,
  user: { id: number; email: string; username: string },
): Promise<boolean> {
  const { code, hash, expiresAt } = createCode(scopeOf(user.id, purpose))
  const saved = await saveCode(tx, { userId: user.id, purpose, hash, tries, expiresAt, wait: resendWait })
  if (!saved) return false
  const mail = verificationMail({ to: user.email, userId: user.id, username: user.username, code, expiresAt })
  await jobs.enqueueMail(tx, mail)
  return true
}

/** Spends one of the five tries; true for the right code, which then works no more. Holds under parallel tries. */
export async function tryCode(tx: Tx, account: Account, purpose: Purpose, code: string): Promise<boolean> {
  const { id } = account.person
  const hash = await spendTry(tx, id, purpose)
  if (!hash || !isCode(hash, scopeOf(id, purpose), code)) return false
  await deleteCode(tx, id, purpose)
  return true
}

/** The same for every cause, so that nobody learns from it which addresses have an account. */
export function wrongCode(): AppError {
  return new AppError(
    'INVALID_CODE',
    'This code is not right, has expired, or was tried too often. Check the newest mail from us, or ask for a new code.',
  )
}
