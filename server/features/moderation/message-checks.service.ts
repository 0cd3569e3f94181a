import { scaleLimit } from '#server/bounds.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { thresholds } from '#shared/thresholds.ts'
import { digestText, hasContactDetails, plainText } from './advertising.ts'
import { findMessageHold, type HeldMessage, insertMessageHold } from './queue-items.db.ts'
import { isFreshAccount } from './quotas.db.ts'
import { countText, recordText } from './texts.db.ts'

interface Draft {
  threadId: number
  senderId: number
  clientId: string
  body: string
}

/**
 * Whether a message is to be held for review since its sender wrote the same text in many conversations within an hour, or was held
 * when it was first sent. Notes the text. Counts only texts with web addresses or phone numbers, and longer texts of new accounts.
 */
export async function judgeRepeatedText(db: Db, env: Env, draft: Draft): Promise<'SEND' | 'HOLD'> {
  const { threadId, senderId, clientId, body } = draft
  const plain = plainText(body)
  if (!(await isLikeAdvertising(db, senderId, body, plain))) return 'SEND'
  const text = { senderId, threadId, digest: digestText(plain) }
  // Also where it was released since: `sendMessage` then finds it delivered under its id.
  if (await recordText(db, { ...text, clientId })) return 'HOLD'
  return (await countText(db, text)) < scaleLimit(env, thresholds.sameMessage.conversations) ? 'SEND' : 'HOLD'
}

async function isLikeAdvertising(db: Db, senderId: number, body: string, plain: string): Promise<boolean> {
  if (plain === '') return false
  if (hasContactDetails(body)) return true
  return plain.length >= thresholds.sameMessage.text && (await isFreshAccount(db, senderId))
}

/**
 * Holds a message for review, or returns the one held before under this id; null if there is none and the message is not to be held any
 * more. The caller has locked its thread and checked that it could be sent.
 */
export async function holdMessage(
  tx: Tx,
  message: Pick<HeldMessage, 'threadId' | 'ownerId' | 'clientId' | 'body' | 'attachment' | 'rule'>,
  isStillDue: boolean,
): Promise<{ hold: HeldMessage; isNew: boolean } | null> {
  const known = await findMessageHold(tx, message)
  if (known) return { hold: known, isNew: false }
  return isStillDue ? { hold: await insertMessageHold(tx, message), isNew: true } : null
}
