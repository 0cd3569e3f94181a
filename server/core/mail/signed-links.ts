import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MailKind, mailKindOf } from '#shared/notification-topics.ts'
import { type SecretKeySettings, secretKey } from '../session/secret-key.ts'

// Links in mails that work without a session. Mails are read years later, so a signature is valid as long as the server's key; what
// else ends a link is checked where it is used (renewal-links.service.ts, appeals.service.ts).

/** Each purpose has a key of its own, so that a link for one is none for another. */
type Purpose = 'unsubscribe' | 'appeal' | 'renewal'

/** 128 bits of HMAC-SHA-256, as 22 characters. */
async function sign(keys: SecretKeySettings, purpose: Purpose, text: string): Promise<string> {
  const key = await secretKey(keys, purpose)
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')
}

/** `given` has 22 characters. */
async function isSignature(
  keys: SecretKeySettings,
  purpose: Purpose,
  text: string,
  given: string,
): Promise<boolean> {
  return timingSafeEqual(Buffer.from(given), Buffer.from(await sign(keys, purpose, text)))
}

/**
 * The token with which the person concerned reads and appeals an act of the moderation history, also while
 * their account is banned.
 */
export async function appealToken(keys: SecretKeySettings, actId: number): Promise<string> {
  return `${actId}-${await sign(keys, 'appeal', String(actId))}`
}

/** The id of a token's act; null for an invalid token. */
export async function readAppealToken(keys: SecretKeySettings, token: string): Promise<number | null> {
  const [, id, given = ''] = /^([1-9]\d{0,9})-([\w-]{22})$/.exec(token) ?? []
  return id && (await isSignature(keys, 'appeal', id, given)) ? Number(id) : null
}

/** A listing and the moment at which it ends. */
export interface ListingEnd {
  listingId: number
  endsAt: Date
}

/**
 * The token of a renewal link (/renew), with which a seller says, without a session, whether a listing is still
 * for sale. It names one end of one listing, so a renewal invalidates it; `isOpen` in renewal-links.service.ts
 * checks the rest.
 */
export async function renewalToken(
  keys: SecretKeySettings,
  { listingId, endsAt }: ListingEnd,
): Promise<string> {
  const end = `${listingId}-${endsAt.getTime()}`
  return `${end}-${await sign(keys, 'renewal', end)}`
}

/** What a token is for; null for an invalid one. */
export async function readRenewalToken(keys: SecretKeySettings, token: string): Promise<ListingEnd | null> {
  const [, end = '', id, ms, given = ''] = /^(([1-9]\d{0,9})-(\d{13}))-([\w-]{22})$/.exec(token) ?? []
  if (!given || !(await isSignature(keys, 'renewal', end, given))) return null
  return { listingId: Number(id), endsAt: new Date(Number(ms)) }
}

/** The page of a token. */
export const renewalPath = (token: string) => `/renew?token=${token}`

/** One mail setting of one account, or those of the daily mail. */
export interface OptOut {
  userId: number
  kind: MailKind
}

/**
 * The token that turns one kind of mails off at /unsubscribe (RFC 8058). It contains account and kind, and is
 * signed.
 */
export async function unsubscribeToken(keys: SecretKeySettings, { userId, kind }: OptOut): Promise<string> {
  return `${kind}-${userId}-${await sign(keys, 'unsubscribe', `${kind} ${userId}`)}`
}

/** The setting that a token turns off; null for an invalid token. */
export async function readUnsubscribe(keys: SecretKeySettings, token: string): Promise<OptOut | null> {
  const [, word, id, given = ''] = /^([a-z]+)-(\d{1,10})-([\w-]{22})$/.exec(token) ?? []
  const kind = mailKindOf(word)
  if (!kind) return null
  const optOut = { userId: Number(id), kind }
  return (await isSignature(keys, 'unsubscribe', `${kind} ${optOut.userId}`, given)) ? optOut : null
}
