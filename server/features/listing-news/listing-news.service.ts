import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Logger } from '#server/core/log/log.ts'
import type { Realtime } from '#server/core/realtime/realtime.ts'
import { isTransient } from '#server/db/failures.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { tellSavers } from '#server/features/favorites/favorites.public.ts'
import { tellFollowers } from '#server/features/follows/follows.public.ts'
import { tellSearches } from '#server/features/searches/searches.public.ts'
import { takeTold } from '#server/lib/request-context.ts'
import { deleteNews, hasNews, postponeNews, takeNews } from './listing-news.db.ts'

interface Services {
  db: Db
  jobs: Jobs
  /** Of a process with sockets. */
  realtime?: Realtime | undefined
  logger?: Logger | undefined
}

/** News in one transaction. */
const atOnce = 100

/**
 * Tells everybody who wants to know of what happened to listings: one round, of the oldest news. In one transaction the news are taken,
 * told and deleted, so that a process that ends meanwhile loses nothing and nothing is told twice; several processes work at the same
 * time. If something cannot be told, its news are told one by one: the others arrive, and it is tried again later. Resolves to whether
 * there may be more.
 */
export async function tellListingNews(services: Services): Promise<boolean> {
  // Usually there are none: one statement instead of a transaction.
  if (!(await hasNews(services.db))) return false
  const taken: number[] = []
  try {
    await tell(services, (ids) => taken.splice(0, taken.length, ...ids))
  } catch (error) {
    // Such as a database that is down: the next round tries again.
    if (taken.length === 0 || (isTransient(error) && !isTooSlow(error))) throw error
    for (const id of taken) await tellOne(services, id)
  }
  services.realtime?.emitToRooms(
    takeTold().map((id) => `user:${id}` as const),
    'notifications_changed',
  )
  return taken.length === atOnce
}

async function tellOne(services: Services, id: number): Promise<void> {
  try {
    await tell(services, () => undefined, [id])
  } catch (error) {
    if (isTransient(error) && !isTooSlow(error)) throw error
    await postponeNews(services.db, id)
    services.logger?.error(
      { err: error, news: id },
      'news of a listing could not be told and will be tried again',
    )
  }
}

async function tell(
  { db, jobs }: Services,
  onTaken: (ids: number[]) => void,
  only?: number[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const news = await takeNews(tx, atOnce, only)
    const ids = news.map(({ id }) => id)
    onTaken(ids)
    if (ids.length === 0) return
    await tellSearches({ tx, jobs }, news)
    await tellSavers({ tx, jobs }, news)
    await tellFollowers({ tx, jobs }, news)
    await deleteNews(tx, ids)
  })
}

/** A statement timeout or lock timeout may be the fault of one listing. */
function isTooSlow(error: unknown): boolean {
  return ['57014', '55P03'].includes((error as { code?: string }).code ?? '')
}
