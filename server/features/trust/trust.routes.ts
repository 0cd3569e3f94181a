import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { readTrust } from './trust.service.ts'

export function trustRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/users/:id/trust': async ({ db, params, query, viewer }) =>
      readTrust(db, params.id, query.listing, viewer),
  })
}
