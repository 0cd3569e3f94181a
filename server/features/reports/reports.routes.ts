import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { report } from './reports.service.ts'

export function reportsRoutes(app: App, context: Context): void {
  const { db } = context

  registerEndpoints(app, context, {
    'POST /api/reports': async ({ viewer, body }) => {
      return report(db, viewer, body)
    },
  })
}
