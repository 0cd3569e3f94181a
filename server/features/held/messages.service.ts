import { LRUCache } from 'lru-cache'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { limits } from '#shared/limits.ts'
import { digestText, leadsElsewhere, plainText } from './advertising.ts'
import { findMessageHold, type HeldMessage, insertMessageHold } from './holds.db.ts'
import { readCreatedAt } from './quotas.db.ts'
import { scaled } from './scaled.ts'
import { countText, deleteOldTexts, noteText } from './texts.db.ts'

interface Draft {
  threadId: number
  senderId: number
  clientId: string
  body: string
}

/** When accounts were opened, which never changes, so that a long message of an old one asks the database nothing. */
const openedAt = new LRUCache<number, number>({ max: 20_000 })

/**
 * Whether a message is to be held back, or was held back when it came before. Only texts that lead elsewhere, and longer ones of
 * new accounts, are counted.
 */
export async function judgeMessage(db: Db, env: Env, draft: Draft): Promise<'SEND' | 'HOLD'> {
  const { threadId, senderId, clientId, body } = draft
  const plain = plainText(body)
  if (!(await mayAdvertise(db, senderId, body, plain))) return 'SEND'
  const text = { senderId, threadId, digest: digestText(plain) }
  const earlier = await noteText(db, { ...text, clientId })
  if (earlier) return earlier.decision === 'RELEASE' ? 'SEND' : 'HOLD'
  return (await countText(db, text)) < scaled(env, limits.sameMessage.conversations) ? 'SEND' : 'HOLD'
}

async function mayAdvertise(db: Db, senderId: number, body: string, plain: string): Promise<boolean> {
  if (plain === '') return false
  if (leadsElsewhere(body)) return true
  return plain.length >= limits.sameMessage.text && (await isFresh(db, senderId))
}

async function isFresh(db: Db, userId: number): Promise<boolean> {
  const opened = openedAt.get(userId) ?? (await readCreatedAt(db, userId)).getTime()
  openedAt.set(userId, opened)
  return opened > Date.now() - limits.quotas.freshDays * 86_400_000
}

/**
 * Keeps a message for the administrators, or answers what was kept under this name before. The caller has locked its thread,
 * and found that it could be sent.
 */
export async function holdMessage(
  tx: Tx,
  message: Pick<HeldMessage, 'threadId' | 'ownerId' | 'clientId' | 'body' | 'attachment'>,
): Promise<{ hold: HeldMessage; isNew: boolean }> {
  const known = await findMessageHold(tx, message)
  return { hold: known ?? (await insertMessageHold(tx, message)), isNew: known === null }
}

export async function sweepTexts(db: Db): Promise<void> {
  await deleteOldTexts(db)
}
