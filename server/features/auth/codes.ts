import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/pool.ts'
import { limits } from '#shared/limits.ts'
import type { Account } from './accounts.db.ts'
import { resetMail, verificationMail } from './auth.mails.ts'
import { deleteCode, type Purpose, saveCode, spendTry } from './codes.db.ts'

const { digits, lifetime, resendWait, tries } = limits.code

const mailFor = { VERIFY_EMAIL: verificationMail, RESET_PASSWORD: resetMail }

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
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const expiresAt = new Date(Date.now() + lifetime * 1000)
  const hash = hashCode(user.id, purpose, code)
  const saved = await saveCode(tx, { userId: user.id, purpose, hash, tries, expiresAt, wait: resendWait })
  if (!saved) return false
  const mail = mailFor[purpose]({ to: user.email, userId: user.id, username: user.username, code, expiresAt })
  await jobs.enqueueMail(tx, mail)
  return true
}

/** Spends one of the five tries; true for the right code, which then works no more. Holds under parallel tries. */
export async function tryCode(tx: Tx, account: Account, purpose: Purpose, code: string): Promise<boolean> {
  const { id } = account.viewer
  const hash = await spendTry(tx, id, purpose)
  if (!hash || !timingSafeEqual(hash, hashCode(id, purpose, code))) return false
  await deleteCode(tx, id, purpose)
  return true
}

function hashCode(userId: number, purpose: Purpose, code: string): Buffer {
  return createHash('sha256').update(`${userId}:${purpose}:${code}`).digest()
}
