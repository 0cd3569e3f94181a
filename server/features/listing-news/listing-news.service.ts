import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Logger } from '#server/core/log/log.ts'
import { isTransient } from '#server/db/failures.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { notifyBuyersOfSale } from '#server/features/deals/deals.public.ts'
import { notifySavers } from '#server/features/favorites/favorites.public.ts'
import { notifyFollowers } from '#server/features/follows/follows.public.ts'
import { notifySearchOwners } from '#server/features/searches/searches.public.ts'
import { deleteNews, hasNews, postponeNews, takeNews } from './listing-news.db.ts'

interface Services {
  db: Db
  jobs: Jobs
  logger?: Logger | undefined
}

/** News in one transaction. */
const batchSize = 100

/**
 * Processes one batch of the oldest news of listings: notifies owners of saved searches, savers, followers and buyers with an agreed deal.
 * Reading, notifying and deleting share one transaction, so a crash neither loses nor repeats a notification; several processes run it
 * concurrently. If the batch fails, its news are processed one by one, and those that fail again are retried later. Resolves to whether
 * there may be more.
 */
export async function processListingNews(services: Services): Promise<boolean> {
  // Mostly there are none: one statement is cheaper than a transaction.
  if (!(await hasNews(services.db))) return false
  const taken: number[] = []
  try {
    await processBatch(services, (ids) => taken.splice(0, taken.length, ...ids))
  } catch (error) {
    // Such as a database that is down: the next round tries again.
    if (taken.length === 0) throw error
    for (const id of taken) await processOne(services, id)
  }
  return taken.length === batchSize
}

async function processOne(services: Services, id: number): Promise<void> {
  try {
    await processBatch(services, () => undefined, [id])
  } catch (error) {
    if (isTransient(error) && !isTooSlow(error)) throw error
    await postponeNews(services.db, id)
    services.logger?.error(
      { err: error, news: id },
      'news of a listing could not be processed and will be retried',
    )
  }
}

async function processBatch(
  { db, jobs }: Services,
  onTaken: (ids: number[]) => void,
  only?: number[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const news = await takeNews(tx, batchSize, only)
    const ids = news.map(({ id }) => id)
    onTaken(ids)
    if (ids.length === 0) return
    await notifySearchOwners({ tx, jobs }, news)
    await notifySavers({ tx, jobs }, news)
    await notifyFollowers({ tx, jobs }, news)
    await notifyBuyersOfSale({ tx, jobs }, news)
    await deleteNews(tx, ids)
  })
}

/** A statement timeout or lock timeout may be the fault of one listing. */
function isTooSlow(error: unknown): boolean {
  return ['57014', '55P03'].includes((error as { code?: string }).code ?? '')
}
