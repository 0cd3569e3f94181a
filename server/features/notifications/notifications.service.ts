import { cursorsOf, keysetPage, maxMicros } from '#server/core/keyset-pages.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import { AppError } from '#shared/errors.ts'
import { maxId } from '#shared/limits.ts'
import { notificationText } from './notification-text.ts'
import { findNotifications, markOneRead, type NotificationRow } from './notifications.db.ts'

const pageSize = 30

const cursors = cursorsOf({ micros: maxMicros, id: maxId })

/** A page of the viewer's notifications, newest first. Throws VALIDATION_FAILED for an invalid cursor. */
export async function listNotifications(db: Db, viewer: Viewer, cursor: string | undefined) {
  const position = cursor === undefined ? null : cursors.read(cursor)
  const found = await findNotifications(db, viewer.id, position, pageSize + 1)
  const { items, cursor: next } = keysetPage(found, pageSize, cursors.write)
  return { items: items.map(present), cursor: next }
}

/** Throws NOT_FOUND for a notification of somebody else. */
export async function readNotification(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!(await markOneRead(db, viewer.id, id)))
    throw new AppError('NOT_FOUND', 'There is no such notification.')
}

function present(row: NotificationRow): Notification {
  const { id, kind, count, listing, actorName, actorPicture, happenedAt, readAt } = row
  return {
    id,
    kind,
    ...notificationText(row),
    picture: listing?.photo ?? null,
    actor: actorName === null ? null : { fullName: actorName, avatarUrl: actorPicture },
    count,
    happenedAt: happenedAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }
}
