import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { MailDraft } from '#server/core/mail/mail-body.ts'
import type { Tx } from '#server/db/pool.ts'
import { enqueuePushes } from '#server/features/push/push.public.ts'
import { recordNotified } from '#server/lib/request-context.ts'
import type { Decided } from './notification-text.ts'
import { type NewNotification, writeNotifications } from './notifications.db.ts'

/**
 * Writes the events of a transaction as notifications, one per person and subject: an unread notification about the same subject adds one
 * to its count and shows the newest. At most one notification per person, kind and subject in a call. Returns the ids of the rows. This is
 * the only writer of notifications; the page, the bell, push and digests read them. Banned and leaving accounts get none.
 */
export async function notify(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  notifications: readonly NewNotification[],
): Promise<number[]> {
  const addressed = notifications.filter(({ userId, actorId }) => userId !== actorId)
  if (addressed.length === 0) return []
  const written = await writeNotifications(tx, addressed)
  recordNotified(written.map(({ userId }) => userId))
  await enqueuePushes(
    { tx, jobs },
    written.filter(({ hasDevice }) => hasDevice).map(({ id }) => id),
  )
  return written.map(({ id }) => id)
}

/** Tells somebody of a decision of moderators, or of a rule, about what is theirs. `actId`: its entry in the history. */
export const ofDecision = (
  userId: number,
  actId: number,
  detail: Decided,
  listingId: number | null = null,
): NewNotification => ({ userId, kind: 'MODERATION', subjectId: actId, listingId, detail })

/** Writes one notification and enqueues its mail; `mail` is null for people who get none. */
export async function notifyWithMail(
  services: { tx: Tx; jobs: Jobs },
  notification: NewNotification,
  mail: MailDraft | null,
): Promise<void> {
  await notify(services, [notification])
  if (mail) await services.jobs.enqueueMail(services.tx, mail)
}
