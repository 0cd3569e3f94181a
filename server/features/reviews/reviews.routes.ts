import type { App, Context } from '#server/context.ts'
import { originOf } from '#server/core/http/origin.ts'
import { implement } from '#server/core/implement.ts'
import { limitAttempts } from '#server/core/limits/attempts.ts'
import { listReviewsOf, reviewUser } from './reviews.service.ts'

export function reviewsRoutes(app: App, context: Context): void {
  const { env } = context
  // Beside the limit per address: each first review is a mail to somebody.
  const perPerson = limitAttempts(
    context,
    'review',
    { max: 20, window: 3600 },
    'You wrote many reviews in a short time. Please wait a while before you write another.',
  )

  implement(
    app,
    context,
    'GET /api/users/:id/reviews',
    { reads: 'replica' },
    async ({ db, params, viewer }) => listReviewsOf(db, params.id, viewer),
  )

  implement(
    app,
    context,
    'POST /api/users/:id/reviews',
    { limit: 'review' },
    async ({ viewer, params, body, request }) => {
      await perPerson.spend(String(viewer.id))
      return reviewUser(context, viewer, params.id, body, originOf(env, request))
    },
  )
}
