import type { App, Context } from '#server/context.ts'
import { siteOrigin } from '#server/core/http/origin.ts'
import { implement } from '#server/core/implement.ts'
import { listReviewsOf, reviewUser } from './reviews.service.ts'

export function reviewsRoutes(app: App, context: Context): void {
  const { env } = context

  implement(
    app,
    context,
    'GET /api/users/:id/reviews',
    { reads: 'replica' },
    async ({ db, params, viewer }) => listReviewsOf(db, params.id, viewer),
  )

  implement(app, context, 'POST /api/users/:id/reviews', {}, async ({ viewer, params, body }) => {
    return reviewUser(context, viewer, params.id, body, siteOrigin(env))
  })
}
