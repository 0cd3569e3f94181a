import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { photoPlaces } from '#server/features/uploads/photos.service.ts'
import { buildUrl } from '#shared/client.ts'
import { formatNextLink } from '#shared/pagination.ts'
import { listThreads, readThread, startThread } from './chat.service.ts'
import { chatEvents } from './chat.socket.ts'
import { countUnread } from './messages.db.ts'
import { readMessages, readUpTo, sendMessage } from './messages.service.ts'

export function chatRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context

  chatEvents(context)

  implement(app, context, 'GET /api/threads', {}, async ({ db, viewer, query, setHeader }) => {
    const { threads, cursor } = await listThreads(db, viewer, query.cursor)
    if (cursor) setHeader('link', formatNextLink(buildUrl('/api/threads', {}, { cursor })))
    return threads
  })

  implement(app, context, 'POST /api/threads', {}, async ({ viewer, body }) => {
    const { thread, isNew } = await startThread(context, viewer, body.listingId)
    if (isNew) realtime.tell([`user:${viewer.id}`], 'threads_changed')
    return thread
  })

  implement(app, context, 'GET /api/threads/:id', {}, async ({ db, viewer, params }) =>
    readThread(db, params.id, viewer),
  )

  implement(
    app,
    context,
    'GET /api/threads/:id/messages',
    {},
    async ({ db, viewer, params, query, setHeader }) => {
      const { messages, next } = await readMessages(db, params.id, viewer, query)
      if (next) {
        setHeader('link', formatNextLink(buildUrl('/api/threads/:id/messages', params, { ...next })))
      }
      return messages
    },
  )

  implement(app, context, 'POST /api/threads/:id/messages', {}, async ({ viewer, params, body, request }) => {
    const places = photoPlaces(env, request)
    const sent = await sendMessage(context, { threadId: params.id, sender: viewer, draft: body, places })
    const { message, recipientId, isNew } = sent
    if (isNew && message.held) {
      realtime.tell([`user:${viewer.id}`], 'new_message', { threadId: params.id, message })
    } else if (isNew) {
      const users = [`user:${viewer.id}`, `user:${recipientId}`] as const
      realtime.tell([`thread:${params.id}`, ...users], 'new_message', { threadId: params.id, message })
      realtime.tell([...users], 'threads_changed')
    }
    return message
  })

  implement(app, context, 'POST /api/threads/:id/read', {}, async ({ viewer, params, body }) => {
    const read = await readUpTo(db, params.id, viewer, body.upTo)
    if (read) {
      const { otherId, upTo, readAt } = read
      const event = { threadId: params.id, readerId: viewer.id, upTo, readAt: readAt.toISOString() }
      realtime.tell([`thread:${params.id}`, `user:${viewer.id}`, `user:${otherId}`], 'messages_read', event)
      realtime.tell([`user:${viewer.id}`], 'threads_changed')
    }
    return null
  })

  implement(app, context, 'GET /api/messages/unread-count', {}, async ({ db, viewer }) => ({
    count: await countUnread(db, viewer.id),
  }))
}
