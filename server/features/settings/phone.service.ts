import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { canSendSms } from '#server/core/mail/sms.ts'
import { createCode, hashCode, wrongCode } from '#server/core/session/codes.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countryCodes } from '#shared/contract/auth.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { lockSettings, replacePhone } from './account.db.ts'
import { readSettings } from './account.service.ts'
import { phoneLostMail } from './phone.mails.ts'
import {
  findPhoneCode,
  markPhoneVerified,
  savePhoneCode,
  spendPhoneAttempt,
  takeOverPhone,
} from './phone-codes.db.ts'

const { lifetime, resendWait } = limits.code
const scopeOf = (userId: number, phone: string) => `${userId}:VERIFY_PHONE:${phone}`

/**
 * Sets another, unverified number; returns whether it is another. The response does not reveal whether another
 * account verified it: the person who reads its text messages owns it.
 */
export async function changePhone(db: Db, viewer: Viewer, phone: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const account = await lockSettings(tx, viewer)
    if (account.phone === phone) return false
    await replacePhone(tx, viewer.id, phone)
    return true
  })
}

/**
 * Sends a code to the account's number, and returns its validity in seconds. Within 60 s of the last one it
 * sends nothing and returns the remaining times. `spend` counts a message before it is sent, and throws after
 * too many. Throws CONFLICT for a verified number, and for countries that the registration does not offer: there a text message may cost
 * a hundred times as much, and somebody may earn that.
 */
export async function sendPhoneCode(
  { db, env, jobs }: Pick<Context, 'db' | 'env' | 'jobs'>,
  viewer: Viewer,
  spend: (tx: Tx, phone: string) => Promise<void>,
): Promise<{ phone: string; expiresIn: number; resendIn: number }> {
  if (!canSendSms(env))
    throw new AppError('UNAVAILABLE', 'Phone numbers cannot be verified here at the moment.')
  return inTransaction(db, async (tx) => {
    const { phone, phoneVerifiedAt } = await lockSettings(tx, viewer)
    if (!countryCodes.some((code) => phone.startsWith(code)))
      throw new AppError(
        'CONFLICT',
        `We send codes only to numbers that begin with ${countryCodes.join(', ')}.`,
      )
    if (phoneVerifiedAt) throw new AppError('CONFLICT', 'Your phone number is verified already.')
    const { code, hash, expiresAt } = await createCode(env, scopeOf(viewer.id, phone))
    const fresh = {
      userId: viewer.id,
      phone,
      hash,
      attempts: thresholds.codeAttempts,
      expiresAt,
      wait: resendWait,
    }
    if (await savePhoneCode(tx, fresh)) {
      await spend(tx, phone)
      await jobs.enqueueSms(tx, {
        to: phone,
        text: `${code} is your ${PRODUCT_NAME} code. It works for ${lifetime / 60} minutes. We never ask for it: keep it to yourself.`,
        key: `phone:${viewer.id}`,
        expiresAt: expiresAt.toISOString(),
      })
    }
    return { phone, ...(await findPhoneCode(tx, viewer.id, resendWait)) }
  })
}

/**
 * Verifies the number by its code. Another account that had verified it (a number may be reassigned by the
 * network) loses the verification and is notified by mail. A verified number stays so, whatever the code. Throws INVALID_CODE.
 */
export async function verifyPhone(
  { db, env, jobs }: Pick<Context, 'db' | 'env' | 'jobs'>,
  viewer: Viewer,
  code: string,
): Promise<Settings> {
  // The attempt must be committed even if the code is wrong, so the error is thrown after the transaction.
  const isRight = await inTransaction(db, async (tx) => {
    const { phone, phoneVerifiedAt } = await lockSettings(tx, viewer)
    // The response may have been lost.
    if (phoneVerifiedAt) return true
    const hash = await spendPhoneAttempt(tx, viewer.id, phone)
    if (!hash || !timingSafeEqual(hash, await hashCode(env, scopeOf(viewer.id, phone), code))) return false
    const before = await takeOverPhone(tx, viewer.id, phone)
    await markPhoneVerified(tx, viewer.id)
    if (before) await jobs.enqueueMail(tx, phoneLostMail(before))
    return true
  })
  if (!isRight) throw wrongCode('message from us')
  return readSettings(db, viewer)
}
