import type { Context } from '#server/context.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { renewalPath, renewalToken } from '#server/core/mail/signed-links.ts'
import type { Tx } from '#server/db/pool.ts'
import { inBatches } from '#server/db/transaction.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { claimReminders, type Ending, endDue } from './endings.db.ts'
import { endingMail } from './endings.mails.ts'

type Services = Pick<Context, 'db' | 'env' | 'jobs'>

/**
 * Reminds sellers of listings that end soon, and ends listings whose time is over at `now`. Claim, notification and update share one
 * transaction, so each happens once, with any number of servers and across crashes.
 */
export async function endListings(services: Services, now: Date): Promise<void> {
  // The nearer reminder first: after an outage a listing gets one of them, not both.
  await tellOf(services, 'ENDS_SOON', (tx) => claimReminders(tx, 2, now))
  await tellOf(services, 'ENDS_SOON', (tx) => claimReminders(tx, 1, now))
  await tellOf(services, 'ENDED', (tx) => endDue(tx, now))
}

async function tellOf(
  { db, env, jobs }: Services,
  what: 'ENDS_SOON' | 'ENDED',
  claim: (tx: Tx) => Promise<Ending[]>,
): Promise<void> {
  await inBatches(db, async (tx) => {
    const endings = await claim(tx)
    await tellSellers({ tx, jobs, env }, endings, what)
    return endings.length
  })
}

async function tellSellers(
  { tx, jobs, env }: Pick<Services, 'env'> & { tx: Tx; jobs: Jobs },
  endings: Ending[],
  what: 'ENDS_SOON' | 'ENDED',
): Promise<void> {
  const linked = await Promise.all(
    endings.map(async (ending) => {
      const token = await renewalToken(env, ending)
      return { ...ending, token, href: renewalPath(token) }
    }),
  )
  await notify(
    { tx, jobs },
    linked.map(({ userId, listingId, token }) => {
      return { userId, kind: what, subjectId: listingId, listingId, detail: token }
    }),
  )
  const bySeller = Map.groupBy(linked, ({ userId }) => userId)
  for (const [first, ...others] of bySeller.values())
    if (first?.wantsMail) await jobs.enqueueMail(tx, endingMail([first, ...others], what))
}
