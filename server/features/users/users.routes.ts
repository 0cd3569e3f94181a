import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { listListingsOf, readProfile } from './users.service.ts'

export function usersRoutes(app: App, context: Context): void {
  implement(app, context, 'GET /api/users/:id', { reads: 'replica' }, async ({ db, params, viewer }) =>
    readProfile(db, params.id, viewer),
  )
  implement(
    app,
    context,
    'GET /api/users/:id/listings',
    { reads: 'replica' },
    async ({ db, params, viewer }) => listListingsOf(db, params.id, viewer),
  )
}
