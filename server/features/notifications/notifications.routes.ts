import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { limits } from '#shared/limits.ts'
import { countUnread, markAllRead } from './notifications.db.ts'
import { listNotifications, readNotification } from './notifications.service.ts'

export function notificationsRoutes(app: App, context: Context): void {
  const { db, realtime } = context
  const tellTabs = (userId: number) => realtime.emitToRooms([`user:${userId}`], 'notifications_changed')

  registerEndpoints(app, context, {
    'GET /api/notifications': async ({ db, viewer, query, setNext }) => {
      const { items, cursor } = await listNotifications(db, viewer, query.cursor)
      setNext({ cursor })
      return items
    },

    'GET /api/notifications/unread-count': async ({ db, viewer }) => ({
      count: await countUnread(db, viewer.id, limits.unreadBadge + 1),
    }),

    'POST /api/notifications/:id/read': async ({ viewer, params }) => {
      await readNotification(db, viewer, params.id)
      tellTabs(viewer.id)
      return null
    },

    'POST /api/notifications/read': async ({ viewer, body }) => {
      await markAllRead(db, viewer.id, new Date(body.until))
      tellTabs(viewer.id)
      return null
    },
  })
}
