import type { Context } from '#server/context.ts'
import { siteOrigin } from '#server/core/http/origin.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { unreadMail } from './chat.mails.ts'
import { claimReminders, findUnread } from './reminders.db.ts'

const minute = 60_000
/** Milliseconds that a message waits to be read before a mail tells of it. */
const patience = 5 * minute
/** Milliseconds between two mails to one person about one conversation. */
const pause = 60 * minute
/** Milliseconds: after a day without a server or a mail, messages of long ago are nothing to mail about. */
const oldest = 24 * 60 * minute
/** Conversations in one transaction. */
const batch = 100

/**
 * Mails everyone who has unread messages at `now`: at most one mail an hour and conversation, and none unless something
 * was written since the last. Answers how many. Any number of servers may do it at once.
 */
export async function remindOfUnread(
  { db, env, jobs }: Pick<Context, 'db' | 'env' | 'jobs'>,
  now: Date,
): Promise<number> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const times = { now, writtenBefore: ago(patience), writtenAfter: ago(oldest), mailedBefore: ago(pause) }
  const origin = siteOrigin(env)
  let sent = 0
  for (const side of ['buyer', 'seller'] as const) {
    for (let claimed = batch; claimed === batch; ) {
      claimed = await inTransaction(db, async (tx) => {
        const threads = await claimReminders(tx, side, times, batch)
        const unread = threads.length === 0 ? [] : await findUnread(tx, side, threads)
        for (const one of unread) await jobs.enqueueMail(tx, unreadMail(one, origin))
        sent += unread.length
        return threads.length
      })
    }
  }
  return sent
}
