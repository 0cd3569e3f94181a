import type { Context } from '#server/context.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { signOut } from '#server/core/session/session.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { readClock } from '#server/db/clock.ts'
import { renewOverdueListings } from '#server/db/overdue-listings.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'
import { dayMs, limits } from '#shared/limits.ts'
import { readSettings } from './account.service.ts'
import {
  deleteLateRows,
  eraseAccount,
  findDue,
  lockAdminsAndFindOther,
  lockDue,
  lockForDeletion,
  setDeletionDue,
} from './deletion.db.ts'
import { accountDeletedMail, accountKeptMail, deletionAskedMail } from './deletion.mails.ts'

/**
 * Starts the grace period; repeating it changes nothing. The account's public data disappears, and every
 * session except the request's own ends. Throws CONFLICT for the only administrator.
 */
export async function askDeletion(
  { db, jobs, realtime }: Pick<Context, 'db' | 'jobs' | 'realtime'>,
  viewer: Viewer,
): Promise<Settings> {
  await inTransaction(db, async (tx) => {
    if (viewer.accountRole === 'ADMIN' && !(await lockAdminsAndFindOther(tx, viewer.id)))
      throw new AppError(
        'CONFLICT',
        'You are the only administrator. Make somebody else one before you delete your account.',
      )
    const account = await lockForDeletion(tx, viewer)
    if (account.dueAt) return
    const dueAt = new Date(account.now.getTime() + limits.deletionGrace * dayMs)
    await setDeletionDue(tx, viewer.id, dueAt)
    await signOut(tx, viewer.id, viewer.session.tokenHash)
    await jobs.enqueueMail(tx, deletionAskedMail(account, dueAt))
  })
  realtime.disconnectUser(viewer.id)
  return readSettings(db, viewer)
}

/**
 * Cancels the deletion: profile and listings are public again, also those that ended meanwhile. The sessions, deals and offers that the
 * request ended stay ended.
 */
export async function keepAccount(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  viewer: Viewer,
): Promise<Settings> {
  await inTransaction(db, async (tx) => {
    await renewOverdueListings(tx, viewer.id)
    const account = await lockForDeletion(tx, viewer)
    if (!account.dueAt) return
    await setDeletionDue(tx, viewer.id, null)
    await jobs.enqueueMail(tx, accountKeptMail(account))
  })
  return readSettings(db, viewer)
}

/**
 * Deletes the accounts whose grace period is over (at `at`, for tests), and what was still written for those of the last day; returns their
 * number. One that fails does not block the others: the first error is thrown at the end.
 */
export async function finishDeletions(
  { db, jobs }: { db: Context['db']; jobs: Pick<Jobs, 'enqueueMail'> },
  at?: Date,
): Promise<number> {
  // The database's clock: a server whose clock is fast must not shorten the grace period.
  const now = at ?? (await readClock(db))
  const due = await findDue(db, now)
  const errors: unknown[] = []
  let deleted = 0
  for (const id of due) {
    try {
      const isDeleted = await inTransaction(db, async (tx) => {
        const account = await lockDue(tx, id, now)
        if (!account) return false
        await eraseAccount(tx, id, now)
        await jobs.enqueueMail(tx, accountDeletedMail(account))
        return true
      })
      if (isDeleted) deleted += 1
    } catch (error) {
      errors.push(error)
    }
  }
  await deleteLateRows(db, now).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
  return deleted
}
