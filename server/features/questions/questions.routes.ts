import type { App, Context } from '#server/context.ts'
import { siteOrigin } from '#server/core/http/origin.ts'
import { implement } from '#server/core/implement.ts'
import { toggleQuestions } from '#server/features/listings/listings.service.ts'
import { answerQuestion, ask, listQuestions } from './questions.service.ts'
import { questionsEvents } from './questions.socket.ts'

export function questionsRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context

  const tellChange = (listingId: number) =>
    realtime.tell([`listing:${listingId}`], 'questions_changed', { listingId })

  questionsEvents(context)

  implement(
    app,
    context,
    'GET /api/listings/:id/questions',
    { reads: 'pages of replica' },
    async ({ db, params, viewer, once }) => listQuestions(db, params.id, viewer, once),
  )

  implement(app, context, 'POST /api/listings/:id/questions', {}, async ({ viewer, params, body }) => {
    const question = await ask(context, viewer, params.id, body.question, siteOrigin(env))
    tellChange(params.id)
    return question
  })

  implement(app, context, 'PATCH /api/questions/:id/answer', {}, async ({ viewer, params, body }) => {
    const answered = await answerQuestion(context, viewer, params.id, body, siteOrigin(env))
    tellChange(answered.listingId)
    return answered.question
  })

  implement(
    app,
    context,
    'PATCH /api/listings/:id/toggle-questions',
    {},
    async ({ viewer, params, body }) => {
      const questionsEnabled = await toggleQuestions(db, params.id, viewer, body.questionsEnabled)
      tellChange(params.id)
      return { questionsEnabled }
    },
  )
}
