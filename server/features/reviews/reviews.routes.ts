import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { answerReview, listReviewsOf, reportReview, reviewUser } from './reviews.service.ts'

export function reviewsRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/users/:id/reviews': async ({ db, params, query, viewer, memoize, setNext }) => {
      const { items, cursor } = await listReviewsOf(db, params.id, viewer, memoize, query.cursor)
      setNext({ cursor })
      return items.map(({ review }) => review)
    },

    'POST /api/users/:id/reviews': async ({ viewer, params, body }) => {
      return reviewUser(context, viewer, params.id, body)
    },

    'PATCH /api/reviews/:id/answer': async ({ viewer, params, body }) =>
      answerReview(context, viewer, params.id, body.answer),

    'DELETE /api/reviews/:id/answer': async ({ viewer, params }) =>
      answerReview(context, viewer, params.id, null),

    'POST /api/reviews/:id/report': async ({ db, viewer, params, body }) => {
      await reportReview(db, viewer, params.id, body)
      return null
    },
  })
}
