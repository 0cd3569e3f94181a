import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { photoOrigins } from '#server/features/uploads/uploads.public.ts'
import { chatEvents } from './chat.socket.ts'
import { countUnread } from './messages.db.ts'
import {
  answerOffer,
  deleteForViewer,
  dismissThreadWarnings,
  emitMessage,
  readMessages,
  readUpTo,
  sendMessage,
} from './messages.service.ts'
import { listThreads, readThread, startThread } from './threads.service.ts'

export function chatRoutes(app: App, context: Context): void {
  const { db, env, jobs, realtime } = context

  chatEvents(context)

  registerEndpoints(app, context, {
    'GET /api/threads': async ({ db, viewer, query, setNext }) => {
      const { items, cursor } = await listThreads(db, viewer, query.cursor)
      setNext({ cursor })
      return items.map(({ thread }) => thread)
    },

    'POST /api/threads': async ({ viewer, body }) => {
      const { thread, isNew } = await startThread(context, viewer, body.listingId)
      if (isNew) realtime.emitToRooms([`user:${viewer.id}`], 'threads_changed')
      return thread
    },

    'GET /api/threads/:id': async ({ db, viewer, params }) => readThread(db, params.id, viewer),

    'GET /api/threads/:id/messages': async ({ db, viewer, params, query, setNext }) => {
      const { messages, next } = await readMessages(db, params.id, viewer, query)
      if (next) setNext({ ...next })
      return messages
    },

    'POST /api/threads/:id/messages': async ({ viewer, params, body, request }) => {
      const origins = photoOrigins(env, request)
      const services = { db, env, jobs, log: request.log }
      const sent = await sendMessage(services, { threadId: params.id, sender: viewer, draft: body, origins })
      const { message, isNew } = sent
      if (isNew && message.held)
        realtime.emitToRooms([`user:${viewer.id}`], 'new_message', { threadId: params.id, message })
      else if (isNew) emitMessage(realtime, sent)
      return message
    },

    'POST /api/threads/:id/read': async ({ viewer, params, body }) => {
      const read = await readUpTo(db, params.id, viewer, body.upTo)
      if (read) {
        const { otherId, upTo, readAt } = read
        const event = { threadId: params.id, readerId: viewer.id, upTo, readAt: readAt.toISOString() }
        realtime.emitToRooms([`user:${viewer.id}`, `user:${otherId}`], 'messages_read', event)
      }
      return null
    },

    'PATCH /api/messages/:id/offer': async ({ viewer, params, body }) => {
      const { threadId, offer, delivery } = await answerOffer(context, viewer, params.id, body.status)
      if (delivery) {
        const event = { threadId, messageId: params.id, status: offer.status }
        realtime.emitToRooms([`user:${viewer.id}`, `user:${delivery.recipientId}`], 'offer_changed', event)
        emitMessage(realtime, delivery)
      }
      return offer
    },

    'DELETE /api/messages/:id': async ({ viewer, params }) => {
      const { threadId } = await deleteForViewer(db, params.id, viewer)
      realtime.emitToRooms([`user:${viewer.id}`], 'message_hidden', { threadId, messageId: params.id })
      realtime.emitToRooms([`user:${viewer.id}`], 'threads_changed')
      return null
    },

    'POST /api/threads/:id/dismiss-warnings': async ({ viewer, params }) => {
      await dismissThreadWarnings(db, params.id, viewer)
      return null
    },

    'GET /api/messages/unread-count': async ({ db, viewer }) => ({
      count: await countUnread(db, viewer.id),
    }),
  })
}
