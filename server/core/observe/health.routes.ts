import { AppError } from '#shared/errors.ts'
import type { App, Context } from '../../context.ts'
import { isMigrated } from '../../db/migrate.ts'

/** For whoever watches the process: is it alive, can it work, what has it done. */
export function healthRoutes(app: App, { db }: Context): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (!(await isMigrated(db)))
      throw new AppError('UNAVAILABLE', 'Migrations are not done.', { retryAfter: 2 })
    return { status: 'ok' }
  })
}
