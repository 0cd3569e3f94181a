import type { Context } from './context.ts'
import { deleteOldKeys } from './core/idempotency/idempotency.db.ts'
import type { Schedule } from './core/jobs/jobs.ts'
import { deleteExpiredProofs } from './core/limits/proof.db.ts'
import { readClock } from './db/clock.ts'
import { sweepExpired } from './features/auth/auth.service.ts'
import { remindOfUnread } from './features/chat/reminders.service.ts'
import { digestBacklog } from './features/held/copies.service.ts'
import { sweepTexts } from './features/held/messages.service.ts'
import { sweepHits } from './features/held/quotas.service.ts'
import { finishDeletions } from './features/settings/deletion.service.ts'
import { sweepPhoneCodes } from './features/settings/phone.service.ts'
import { sweepOrphanedPhotos } from './features/uploads/uploads.service.ts'

/** Everything that comes round by the clock, in one visible list. */
export function schedules({ db, env, storage }: Pick<Context, 'db' | 'env' | 'storage'>): Schedule[] {
  return [
    { name: 'sweep-expired-sign-ins', cron: '17 * * * *', run: () => sweepExpired(db) },
    { name: 'sweep-expired-phone-codes', cron: '27 * * * *', run: () => sweepPhoneCodes(db) },
    { name: 'sweep-sent-texts', cron: '7 * * * *', run: () => sweepTexts(db) },
    { name: 'sweep-spent-proofs', cron: '47 * * * *', run: () => deleteExpiredProofs(db) },
    { name: 'sweep-idempotency-keys', cron: '57 * * * *', run: () => deleteOldKeys(db) },
    { name: 'sweep-quota-hits', cron: '23 3 * * *', run: () => sweepHits(db) },
    { name: 'digest-listings', cron: '* * * * *', run: () => digestBacklog(db) },
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
      run: async (jobs) => remindOfUnread({ db, env, jobs }, await readClock(db)),
    },
    { name: 'sweep-orphaned-photos', cron: '43 2 * * *', run: () => sweepOrphanedPhotos({ db, storage }) },
  ]
}
