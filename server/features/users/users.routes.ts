import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { listListingsOf, readProfile } from './users.service.ts'

export function usersRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/users/:id': async ({ db, params, viewer, memoize }) =>
      readProfile(db, params.id, viewer, memoize),
    'GET /api/users/:id/listings': async ({ db, params, query, viewer, memoize, setNext }) => {
      const { items, cursor } = await listListingsOf(db, params.id, viewer, memoize, query.cursor)
      setNext({ cursor })
      return items
    },
  })
}
