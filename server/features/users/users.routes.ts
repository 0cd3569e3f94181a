import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { listListingsOf, readProfile } from './users.service.ts'

export function usersRoutes(app: App, context: Context): void {
  registerEndpoint(app, context, 'GET /api/users/:id', async ({ db, params, viewer, memoize }) =>
    readProfile(db, params.id, viewer, memoize),
  )
  registerEndpoint(app, context, 'GET /api/users/:id/listings', async ({ db, params, viewer, memoize }) =>
    listListingsOf(db, params.id, viewer, memoize),
  )
}
