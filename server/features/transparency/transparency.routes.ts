import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { readMonths } from './transparency.db.ts'

/** The numbers of moderation, for everybody. */
export function transparencyRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/transparency': async ({ db }) => readMonths(db),
  })
}
