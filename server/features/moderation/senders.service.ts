import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { notifyWithMail, ofDecision } from '#server/features/notifications/notifications.public.ts'
import { recordActs } from './history.db.ts'
import { senderWaitsMail } from './moderation.mails.ts'
import { findOwners } from './moderation-actions.db.ts'
import { queueWarnedSender } from './senders.db.ts'

const rule = 'fraud'

/**
 * After a recipient was warned: may put the sender into the review queue, or make their messages to new people wait, with a mail that names
 * the rule.
 */
export async function holdOftenWarnedSender(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  senderId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const item = await queueWarnedSender(tx, senderId)
    if (item?.rule !== 'SENDER_WAITS') return
    const act = { admin_id: null, action: 'WAIT', target_type: 'USER', target_id: senderId } as const
    const [actId = 0] = (await recordActs(tx, [{ ...act, reason: null, rule, hold_id: item.id }])).values()
    for (const owner of await findOwners(tx, [senderId])) {
      const mail = senderWaitsMail({ ...owner, reason: null, rule, actId })
      await notifyWithMail({ tx, jobs }, ofDecision(senderId, actId, 'MESSAGES_WAIT'), mail)
    }
  })
}
