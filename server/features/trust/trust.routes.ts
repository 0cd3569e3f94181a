import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { readTrust } from './trust.service.ts'

export function trustRoutes(app: App, context: Context): void {
  registerEndpoint(app, context, 'GET /api/users/:id/trust', async ({ db, params, query, viewer }) =>
    readTrust(db, params.id, query.listing, viewer),
  )
}
