import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { unreadMail } from './chat.mails.ts'
import { claimReminders, findUnread } from './reminders.db.ts'

const minute = 60_000
/** Milliseconds that a message is unread before it causes a mail. */
const quietPeriod = 5 * minute
/** Milliseconds between two mails to one person about one conversation. */
const cooldown = 60 * minute
/** Milliseconds: after an outage of a day, older messages cause no mail. */
const maxAge = 24 * 60 * minute
/** Conversations in one transaction. */
const batchSize = 100

/**
 * Mails everyone who has unread messages at `now`: at most one mail per hour and conversation, and none
 * without a new message since the last. Returns the number of mails. Several servers may run it at once.
 */
export async function remindOfUnread({ db, jobs }: Pick<Context, 'db' | 'jobs'>, now: Date): Promise<number> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const times = {
    now,
    writtenBefore: ago(quietPeriod),
    writtenAfter: ago(maxAge),
    mailedBefore: ago(cooldown),
  }
  let sent = 0
  for (const side of ['buyer', 'seller'] as const) {
    for (let claimed = batchSize; claimed === batchSize; ) {
      claimed = await inTransaction(db, async (tx) => {
        const threads = await claimReminders(tx, side, times, batchSize)
        const unread = threads.length === 0 ? [] : await findUnread(tx, side, threads)
        for (const one of unread) await jobs.enqueueMail(tx, unreadMail(one))
        sent += unread.length
        return threads.length
      })
    }
  }
  return sent
}
