import { ECDH } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { changedMeanwhile, type Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { PushSubscription } from '#shared/contract/push.ts'
import { AppError } from '#shared/errors.ts'
import { findRecipients, saveSubscription } from './push.db.ts'
import { isPushAddress } from './push-address.ts'

/** Turns push on for the session of the request. Throws VALIDATION_FAILED for an address that is no push service's. */
export async function subscribe(
  { db, env }: Pick<Context, 'db' | 'env'>,
  viewer: Viewer,
  subscription: PushSubscription,
): Promise<void> {
  if (!isPushAddress(subscription.endpoint, env) || !isKey(subscription.keys.p256dh))
    throw new AppError('VALIDATION_FAILED', 'This browser’s push service cannot be used.')
  const owner = { userId: viewer.id, sessionId: viewer.session.id }
  const isSaved = await inTransaction(db, (tx) => saveSubscription(tx, owner, subscription))
  if (!isSaved) throw changedMeanwhile()
}

/** Whether it is a point of the curve that messages are encrypted with. */
function isKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/**
 * Enqueues the pushes of notifications that the transaction wrote: one for each device of their readers, after their quiet hours. Its
 * text, and whether it is still needed, is decided at sending (push-sender.ts).
 */
export async function enqueuePushes(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  notifications: readonly number[],
): Promise<void> {
  if (notifications.length === 0) return
  await jobs.enqueuePushes(tx, await findRecipients(tx, notifications))
}
