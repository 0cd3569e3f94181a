import type { Context } from './context.ts'
import type { Schedule } from './core/jobs.ts'
import { sweepExpired } from './features/auth/auth.service.ts'
import { remindOfUnread } from './features/chat/reminders.service.ts'
import { finishDeletions } from './features/settings/deletion.service.ts'
import { sweepPhoneCodes } from './features/settings/phone.service.ts'
import { sweepOrphanedPhotos } from './features/uploads/uploads.service.ts'

/** Everything that comes round by the clock, in one visible list. */
export function schedules({ db, env, storage }: Pick<Context, 'db' | 'env' | 'storage'>): Schedule[] {
  return [
    { name: 'sweep-expired-sign-ins', cron: '17 * * * *', run: () => sweepExpired(db) },
    { name: 'sweep-expired-phone-codes', cron: '27 * * * *', run: () => sweepPhoneCodes(db) },
    {
      name: 'finish-deletions',
      cron: '37 * * * *',
      async run(jobs) {
        // Pictures of deleted accounts are shown by nothing any more: they go with the orphans.
        if ((await finishDeletions({ db, jobs })) > 0) await sweepOrphanedPhotos({ db, storage })
      },
    },
    {
      name: 'remind-of-unread',
      cron: '* * * * *',
      run: (jobs) => remindOfUnread({ db, env, jobs }, new Date()),
    },
    { name: 'sweep-orphaned-photos', cron: '43 2 * * *', run: () => sweepOrphanedPhotos({ db, storage }) },
  ]
}
