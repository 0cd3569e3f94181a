import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { readMonths } from './transparency.db.ts'

/** The numbers of moderation, for everybody. */
export function transparencyRoutes(app: App, context: Context): void {
  registerEndpoint(app, context, 'GET /api/transparency', async ({ db }) => readMonths(db))
}
