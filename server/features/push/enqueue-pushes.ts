import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/pool.ts'
import { findRecipients } from './push.db.ts'

/**
 * Enqueues the pushes of notifications that the transaction wrote: one for each device of their readers, after their quiet hours. Its
 * text, and whether it is still needed, is decided at sending (push-sender.ts).
 */
export async function enqueuePushes(tx: Tx, jobs: Jobs, notifications: readonly number[]): Promise<void> {
  if (notifications.length === 0) return
  await jobs.enqueuePushes(tx, await findRecipients(tx, notifications))
}
