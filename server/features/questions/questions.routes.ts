import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { toggleQuestions } from '#server/features/listings/listings.public.ts'
import { answerQuestion, ask, listQuestions } from './questions.service.ts'
import { questionsEvents } from './questions.socket.ts'

export function questionsRoutes(app: App, context: Context): void {
  const { db, realtime } = context

  const broadcastChange = (listingId: number) =>
    realtime.emitToRooms([`listing:${listingId}`], 'listing_changed', { listingId })

  questionsEvents(context)

  registerEndpoints(app, context, {
    'GET /api/listings/:id/questions': async ({ db, params, query, viewer, memoize, setTotal, setNext }) => {
      const { items, total, cursor } = await listQuestions(db, params.id, viewer, memoize, query.cursor)
      setTotal({ total, exact: true })
      setNext({ cursor })
      return items
    },

    'POST /api/listings/:id/questions': async ({ viewer, params, body }) => {
      const question = await ask(context, viewer, params.id, body.question)
      broadcastChange(params.id)
      return question
    },

    'PATCH /api/questions/:id/answer': async ({ viewer, params, body }) => {
      const answered = await answerQuestion(context, viewer, params.id, body)
      broadcastChange(answered.listingId)
      return answered.question
    },

    'PATCH /api/listings/:id/toggle-questions': async ({ viewer, params, body }) => {
      const questionsEnabled = await toggleQuestions(db, params.id, viewer, body.questionsEnabled)
      broadcastChange(params.id)
      return { questionsEnabled }
    },
  })
}
