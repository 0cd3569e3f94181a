import { type MailKind, mailKindOf } from '#shared/notification-topics.ts'
import { isSignature, type Keys, sign } from './signed-links.ts'

const purpose = 'unsubscribe'

/** One mail setting of one account, or those of the daily mail. */
export interface OptOut {
  userId: number
  kind: MailKind
}

/**
 * The token that turns one kind of mails off at /unsubscribe (RFC 8058). It contains account and kind, is
 * signed, and stays valid as long as the server's key does: mails are read years later.
 */
export async function unsubscribeToken(keys: Keys, { userId, kind }: OptOut): Promise<string> {
  return `${kind}-${userId}-${await sign(keys, purpose, `${kind} ${userId}`)}`
}

/** The setting that a token turns off; null for an invalid token. */
export async function readUnsubscribe(keys: Keys, token: string): Promise<OptOut | null> {
  const [, word, id, given = ''] = /^([a-z]+)-(\d{1,10})-([\w-]{22})$/.exec(token) ?? []
  const kind = mailKindOf(word)
  if (!kind) return null
  const optOut = { userId: Number(id), kind }
  return (await isSignature(keys, purpose, `${kind} ${optOut.userId}`, given)) ? optOut : null
}
