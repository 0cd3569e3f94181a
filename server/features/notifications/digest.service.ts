import type { Context } from '#server/context.ts'
import { inBatches } from '#server/db/transaction.ts'
import { digestTopics, topicOf } from '#shared/notification-topics.ts'
import { claimDigests, findDigestReaders } from './digest.db.ts'
import { digestMail } from './digest.mails.ts'
import { findUnreadNotifications } from './notifications.db.ts'

/** People in one transaction. */
const batch = 200

/**
 * Mails everyone whose hour has come the news of their saved searches, saved listings and followed sellers, once a day: what is unread
 * and was in no mail before. Nobody gets a mail without news. Returns the number of mails. Several servers may run it at once.
 */
export async function sendDigests({ db, jobs }: Pick<Context, 'db' | 'jobs'>, now: Date): Promise<number> {
  let sent = 0
  await inBatches(db, async (tx) => {
    const ids = await claimDigests(tx, now, batch)
    if (ids.length === 0) return 0
    const news = Map.groupBy(await findUnreadNotifications(tx, ids), ({ userId }) => userId)
    if (news.size === 0) return ids.length
    const readers = await findDigestReaders(tx, [...news.keys()])
    const mails = readers.flatMap((reader) => {
      const wanted = (news.get(reader.id) ?? []).filter(({ kind }) =>
        digestTopics.some((topic) => topic === topicOf[kind] && reader[topic]),
      )
      return wanted.length > 0 ? [digestMail(reader, wanted)] : []
    })
    await jobs.enqueueMails(tx, mails)
    sent += mails.length
    return ids.length
  })
  return sent
}
