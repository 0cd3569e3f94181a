import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { notificationText } from './notification-text.ts'
import {
  findNotifications,
  markOneRead,
  type NotificationPosition,
  type NotificationRow,
} from './notifications.db.ts'

const pageSize = 30

/** A page of the viewer's notifications, newest first. Throws VALIDATION_FAILED for an invalid cursor. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<{ notifications: Notification[]; cursor: string | null }> {
  const position = cursor === undefined ? null : readCursor(cursor)
  const found = await findNotifications(db, viewer.id, position, pageSize + 1)
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  return {
    notifications: page.map(present),
    cursor: last && found.length > pageSize ? `${last.micros}-${last.id}` : null,
  }
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

function readCursor(cursor: string): NotificationPosition {
  const [, micros, id] = /^(\d{1,16})-(\d{1,10})$/.exec(cursor) ?? []
  if (micros && id) return { micros: Number(micros), id: Number(id) }
  throw invalidField(
    'cursor',
    'This link to the next page is no longer good. Please start from the first page.',
  )
}
