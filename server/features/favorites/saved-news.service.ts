import type { Context } from '#server/context.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Notice, notify } from '#server/features/notifications/notifications.public.ts'
import { claimDrops, findSavers, saversOf, waitingSavers } from './saved-news.db.ts'

interface News {
  listingId: number
  what: string
  /** Kobo, of CHEAPER. */
  priceBefore: number | null
}

/** Savers notified in one statement. */
const atOnce = 5000

/** Notifies people of what happened to listings that they saved: cheaper, sold, available again; as the listings are now. */
export async function tellSavers(services: { tx: Tx; jobs: Jobs }, news: readonly News[]): Promise<void> {
  const { tx } = services
  // Of two drops in a row, the first says which price was known.
  const cheaper = [
    ...new Map(
      listingsWith(news, 'CHEAPER')
        .toReversed()
        .map((one) => [one.listingId, one]),
    ).values(),
  ]
  if (cheaper.length > 0) await tell(services, 'CHEAPER', await claimDrops(tx, saversOf(cheaper)))
  for (const { kind, status } of [
    { kind: 'SOLD', status: 'SOLD' },
    { kind: 'AVAILABLE', status: 'ACTIVE' },
  ] as const) {
    const ids = [...new Set(listingsWith(news, kind).map(({ listingId }) => listingId))]
    if (ids.length > 0) await tell(services, kind, await findSavers(tx, ids, status))
  }
}

/** Notifies savers of drops that came too soon after the last one, so many in a run. Several servers may run it at once. */
export async function tellLateDrops({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tell({ tx, jobs }, 'CHEAPER', await claimDrops(tx, waitingSavers(atOnce)))
  })
}

const listingsWith = (news: readonly News[], kind: News['what']) => news.filter(({ what }) => what === kind)

interface Told {
  userId: number
  listingId: number
  sellerId: number
  priceBefore?: number
  priceAfter?: number
}

async function tell(services: { tx: Tx; jobs: Jobs }, kind: Notice['kind'], told: Told[]): Promise<void> {
  const notices = told.map(({ sellerId, ...one }) => ({
    ...one,
    kind,
    subjectId: one.listingId,
    actorId: sellerId,
  }))
  for (let done = 0; done < notices.length; done += atOnce)
    await notify(services, notices.slice(done, done + atOnce))
}
