import type { Context } from '#server/context.ts'
import { siteOrigin } from '#server/core/http/origin.ts'
import { canSendSms } from '#server/core/jobs/sms.ts'
import { createCode, isCode } from '#server/core/session/codes.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'
import { lockSettings, replacePhone } from './account.db.ts'
import { readSettings } from './account.service.ts'
import { phoneLostMail } from './phone.mails.ts'
import {
  deleteExpiredPhoneCodes,
  findPhoneCode,
  markPhoneVerified,
  savePhoneCode,
  spendPhoneTry,
  takeOverPhone,
} from './phone-codes.db.ts'

const { tries, lifetime, resendWait } = limits.code
const scopeOf = (userId: number, phone: string) => `${userId}:VERIFY_PHONE:${phone}`

/**
 * Gives the account another number, which is not verified yet; the same one changes nothing. Whether somebody else verified it
 * is not told: who reads its text messages decides.
 */
export async function changePhone(db: Db, viewer: Viewer, phone: string): Promise<Settings> {
  await inTransaction(db, async (tx) => {
    const account = await lockSettings(tx, viewer)
    if (account.phone === phone) return
    await replacePhone(tx, viewer.id, phone)
  })
  return readSettings(db, viewer)
}

/**
 * Sends a code to the account's number, and answers how long it works (seconds). Within 60 s of the last one nothing is
 * sent, and what is left of its times is answered. `spend` counts a message that is about to be sent, and throws where
 * there were too many.
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
    if (phoneVerifiedAt) throw new AppError('CONFLICT', 'Your phone number is verified already.')
    const { code, hash, expiresAt } = createCode(scopeOf(viewer.id, phone))
    const fresh = { userId: viewer.id, phone, hash, tries, expiresAt, wait: resendWait }
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
 * Confirms the number by its code. An account that had verified it before, as with a number that the network gave to somebody
 * else, loses that and is told by mail. Throws INVALID_CODE.
 */
export async function verifyPhone(
  { db, env, jobs }: Pick<Context, 'db' | 'env' | 'jobs'>,
  viewer: Viewer,
  code: string,
): Promise<Settings> {
  // The spent try has to be committed also when the code is wrong: what is thrown is thrown after.
  const isRight = await inTransaction(db, async (tx) => {
    const { phone } = await lockSettings(tx, viewer)
    const hash = await spendPhoneTry(tx, viewer.id, phone)
    if (!hash || !isCode(hash, scopeOf(viewer.id, phone), code)) return false
    const before = await takeOverPhone(tx, viewer.id, phone)
    await markPhoneVerified(tx, viewer.id)
    if (before) await jobs.enqueueMail(tx, phoneLostMail(before, `${siteOrigin(env)}/settings`))
    return true
  })
  if (!isRight) throw wrongCode()
  return readSettings(db, viewer)
}

export function sweepPhoneCodes(db: Db): Promise<void> {
  return deleteExpiredPhoneCodes(db)
}

function wrongCode(): AppError {
  return new AppError(
    'INVALID_CODE',
    'This code is not right, has expired, or was tried too often. Check the newest message from us, or ask for a new code.',
  )
}
