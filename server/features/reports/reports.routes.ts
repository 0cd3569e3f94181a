import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { limitAttempts } from '#server/core/limits/attempts.ts'
import { report } from './reports.service.ts'

export function reportsRoutes(app: App, context: Context): void {
  const { db } = context
  // Beside the limit per address: moderators read each of them.
  const perPerson = limitAttempts(
    context,
    'report',
    { max: 20, window: 3600 },
    'You sent many reports in a short time. Please wait a while before you send another.',
  )

  implement(app, context, 'POST /api/reports', { limit: 'report' }, async ({ viewer, body }) => {
    await perPerson.spend(String(viewer.id))
    return report(db, viewer, body)
  })
}
