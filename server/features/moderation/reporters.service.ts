import type { Context } from '#server/context.ts'
import { inBatches } from '#server/db/transaction.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { reportSettledMail } from './moderation.mails.ts'
import { findSettledReports, takeSettledReports } from './reporters.db.ts'

/**
 * Tells the reporters of closed reports what came of them. A case may have thousands: composing their mails takes longer than the request
 * of the moderator who settles it may. Several servers may run it at once.
 */
export async function tellReporters({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  await inBatches(db, async (tx) => {
    const ids = await takeSettledReports(tx)
    const settled = await findSettledReports(tx, ids)
    const notifications = settled.map(({ id, userId, status }) => {
      return { userId, kind: 'REPORT', subjectId: id, detail: status } as const
    })
    await notify({ tx, jobs }, notifications)
    await jobs.enqueueMails(tx, settled.filter(({ wantsMail }) => wantsMail).map(reportSettledMail))
    return ids.length
  })
}
