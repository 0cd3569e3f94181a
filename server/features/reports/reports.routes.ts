import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { report } from './reports.service.ts'

export function reportsRoutes(app: App, context: Context): void {
  const { db } = context

  registerEndpoint(app, context, 'POST /api/reports', async ({ viewer, body }) => {
    return report(db, viewer, body)
  })
}
