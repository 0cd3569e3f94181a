import type { Context } from '#server/context.ts'
import { createCode, isCode } from '#server/core/session/codes.ts'
import type { Tx } from '#server/db/pool.ts'
import { limits } from '#shared/limits.ts'
import type { Account } from './accounts.db.ts'
import { resetMail } from './auth.mails.ts'
import { deleteCode, saveCode, spendTry } from './codes.db.ts'

const { resendWait, tries } = limits.code
const purpose = 'RESET_PASSWORD'
const scopeOf = (userId: number) => `${userId}:${purpose}`

/**
 * Mails a fresh code for a new password in place of the last one; nothing is sent within 60 s of the last. Part of the
 * caller's transaction: no commit, no mail.
 */
export async function sendResetCode(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  user: { id: number; email: string; username: string },
): Promise<void> {
  const { code, hash, expiresAt } = createCode(scopeOf(user.id))
  const saved = await saveCode(tx, { userId: user.id, purpose, hash, tries, expiresAt, wait: resendWait })
  if (!saved) return
  const { id: userId, email: to, username } = user
  await jobs.enqueueMail(tx, resetMail({ to, userId, username, code, expiresAt }))
}

/** Spends one of the five tries; true for the right code, which then works no more. Holds under parallel tries. */
export async function tryResetCode(tx: Tx, { person: { id } }: Account, code: string): Promise<boolean> {
  const hash = await spendTry(tx, id, purpose)
  if (!hash || !isCode(hash, scopeOf(id), code)) return false
  await deleteCode(tx, id, purpose)
  return true
}
