import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { buildUrl } from '#shared/client.ts'
import { formatNextLink } from '#shared/pagination.ts'
import { listListingsOf, readProfile } from './users.service.ts'

export function usersRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/users/:id': async ({ db, params, viewer, memoize }) =>
      readProfile(db, params.id, viewer, memoize),
    'GET /api/users/:id/listings': async ({ db, params, query, viewer, memoize, setHeader }) => {
      const { cards, cursor } = await listListingsOf(db, params.id, viewer, memoize, query.cursor)
      if (cursor !== null)
        setHeader('link', formatNextLink(buildUrl('/api/users/:id/listings', params, { cursor })))
      return cards
    },
  })
}
