import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { MailDraft } from '#server/core/jobs/mail-body.ts'
import type { Tx } from '#server/db/pool.ts'
import { enqueuePushes } from '#server/features/push/push.public.ts'
import { noteTold } from '#server/lib/request-context.ts'
import { type Notice, writeNotices } from './notifications.db.ts'

/**
 * Writes the events of a transaction as notifications, one per person and subject: an unread notification about the same subject counts
 * one event more and shows the newest. At most one notice per person, kind and subject in a call. Returns the ids of the rows. Everything
 * that people are told passes here; the page, the bell, push and digests read what this writes. Accounts that are banned or leave are
 * told nothing.
 */
export async function notify(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  notices: readonly Notice[],
): Promise<number[]> {
  const told = notices.filter(({ userId, actorId }) => userId !== actorId)
  if (told.length === 0) return []
  const written = await writeNotices(tx, told)
  noteTold(written.map(({ userId }) => userId))
  await enqueuePushes(
    tx,
    jobs,
    written.filter(({ hasDevice }) => hasDevice).map(({ id }) => id),
  )
  return written.map(({ id }) => id)
}

/** The same for one person with its mail; null where they get none. */
export async function tell(
  services: { tx: Tx; jobs: Jobs },
  notice: Notice,
  mail: MailDraft | null,
): Promise<void> {
  await notify(services, [notice])
  if (mail) await services.jobs.enqueueMail(services.tx, mail)
}
