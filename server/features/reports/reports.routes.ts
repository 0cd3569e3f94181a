import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { report } from './reports.service.ts'

export function reportsRoutes(app: App, context: Context): void {
  const { db } = context

  implement(app, context, 'POST /api/reports', {}, async ({ viewer, body }) => {
    return report(db, viewer, body)
  })
}
