import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { buildUrl } from '#shared/client.ts'
import { formatNextLink } from '#shared/pagination.ts'
import { listListingsOf, readProfile } from './users.service.ts'

export function usersRoutes(app: App, context: Context): void {
  registerEndpoint(app, context, 'GET /api/users/:id', async ({ db, params, viewer, memoize }) =>
    readProfile(db, params.id, viewer, memoize),
  )
  registerEndpoint(app, context, 'GET /api/users/:id/listings', async (call) => {
    const { db, params, query, viewer, memoize, setHeader } = call
    const { cards, cursor } = await listListingsOf(db, params.id, viewer, memoize, query.cursor)
    if (cursor !== null)
      setHeader('link', formatNextLink(buildUrl('/api/users/:id/listings', params, { cursor })))
    return cards
  })
}
