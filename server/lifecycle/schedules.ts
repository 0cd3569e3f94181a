import type { Context } from '../context.ts'
import type { Schedule } from '../core/jobs/jobs.ts'
import type { Loop } from '../core/jobs/loops.ts'
import type { Logger } from '../core/log/log.ts'
import { readClock } from '../db/clock.ts'
import { indexReturningSellers } from '../features/catalogue/search/returning-sellers.db.ts'
import { remindOfUnread } from '../features/chat/reminders.service.ts'
import { notifyOfEndedDeals, sweepDeals } from '../features/deals/deals.service.ts'
import { notifyOfDelayedDrops } from '../features/favorites/saved-news.service.ts'
import { processListingNews } from '../features/listing-news/listing-news.service.ts'
import { endListings } from '../features/listings/endings.service.ts'
import { deleteEndedDays } from '../features/listings/views.db.ts'
import { fillCopyDigests } from '../features/moderation/copies.service.ts'
import { tellReporters } from '../features/moderation/reporters.service.ts'
import { sendDigests } from '../features/notifications/digest.service.ts'
import { askForReviews, showDueReviews } from '../features/reviews/reviews.service.ts'
import { finishDeletions } from '../features/settings/deletion.service.ts'
import { removeExpired, removeOldRecords } from '../features/settings/retention.db.ts'
import { keepMonths } from '../features/transparency/transparency.db.ts'
import { hashOlderPhotos, sweepOrphanedPhotos } from '../features/uploads/uploads.service.ts'

/** All jobs with a cron schedule. */
export function schedules({ db, env, storage }: Pick<Context, 'db' | 'env' | 'storage'>): Schedule[] {
  return [
    { name: 'remove-expired', cron: '17 * * * *', run: () => removeExpired(db) },
    { name: 'delete-visitor-hashes', cron: '3 * * * *', run: () => deleteEndedDays(db) },
    { name: 'sweep-deals', cron: '33 * * * *', run: () => sweepDeals(db) },
    { name: 'remove-old-records', cron: '13 3 * * *', run: () => removeOldRecords(db) },
    { name: 'tell-of-ended-deals', cron: '* * * * *', run: (jobs) => notifyOfEndedDeals({ db, jobs }) },
    { name: 'tell-reporters', cron: '* * * * *', run: (jobs) => tellReporters({ db, jobs }) },
    { name: 'index-returning-sellers', cron: '*/10 * * * *', run: () => indexReturningSellers(db) },
    { name: 'fill-copy-digests', cron: '*/10 * * * *', run: () => fillCopyDigests(db) },
    { name: 'hash-older-photos', cron: '*/10 * * * *', run: () => hashOlderPhotos({ db, storage }) },
    {
      name: 'finish-deletions',
      cron: '37 * * * *',
      async run(jobs) {
        // Pictures of deleted accounts are orphans now.
        if ((await finishDeletions({ db, jobs })) > 0) await sweepOrphanedPhotos({ db, storage })
      },
    },
    {
      name: 'remind-of-unread',
      cron: '* * * * *',
      run: async (jobs) => remindOfUnread({ db, jobs }, await readClock(db)),
    },
    {
      name: 'show-due-reviews',
      cron: '* * * * *',
      run: async (jobs) => showDueReviews({ db, jobs }, await readClock(db)),
    },
    {
      name: 'ask-for-reviews',
      cron: '*/10 * * * *',
      run: async (jobs) => askForReviews({ db, jobs }, await readClock(db)),
    },
    {
      name: 'send-digests',
      cron: '*/10 * * * *',
      run: async (jobs) => sendDigests({ db, jobs }, await readClock(db)),
    },
    { name: 'tell-late-drops', cron: '*/10 * * * *', run: (jobs) => notifyOfDelayedDrops({ db, jobs }) },
    {
      name: 'end-listings',
      cron: '*/10 * * * *',
      run: async (jobs) => endListings({ db, env, jobs }, await readClock(db)),
    },
    { name: 'sweep-orphaned-photos', cron: '43 2 * * *', run: () => sweepOrphanedPhotos({ db, storage }) },
    { name: 'keep-transparency', cron: '*/10 * * * *', run: async () => keepMonths(db, await readClock(db)) },
  ]
}

/** Work that cannot wait a minute. */
export function loops({ db, logger }: Pick<Context, 'db'> & { logger: Logger | undefined }): Loop[] {
  return [
    {
      name: 'listing-news',
      channel: 'listing_news',
      everyMs: 5000,
      run: (jobs) => processListingNews({ db, jobs, logger }),
    },
  ]
}
