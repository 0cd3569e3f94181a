import type { Context } from './context.ts'
import type { Schedule } from './core/jobs.ts'
import { sweepExpired } from './features/auth/auth.service.ts'
import { sweepOrphanedPhotos } from './features/uploads/uploads.service.ts'

/** Everything that comes round by the clock, in one visible list. */
export function schedules({ db, storage }: Pick<Context, 'db' | 'storage'>): Schedule[] {
  return [
    { name: 'sweep-expired-sign-ins', cron: '17 * * * *', run: () => sweepExpired(db) },
    { name: 'sweep-orphaned-photos', cron: '43 2 * * *', run: () => sweepOrphanedPhotos({ db, storage }) },
  ]
}
