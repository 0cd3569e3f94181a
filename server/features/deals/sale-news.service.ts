import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/pool.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { findDealsOfSold, findPartiesToTell } from './deal-recipients.db.ts'
import { soldMail } from './deals.mails.ts'

/**
 * Tells buyers with an agreed deal that its listing was marked as sold without saying to whom: the deal may be that sale, so it stays open,
 * but nobody should travel for what is gone.
 */
export async function notifyBuyersOfSale(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  news: readonly { listingId: number; what: string }[],
): Promise<void> {
  const sold = news.flatMap(({ what, listingId }) => (what === 'SOLD' ? [listingId] : []))
  if (sold.length === 0) return
  const parties = await findPartiesToTell(tx, await findDealsOfSold(tx, sold))
  const buyers = parties.filter(({ recipient, deal }) => recipient.userId === deal.buyer.id)
  await notify(
    { tx, jobs },
    buyers.map(({ recipient: { userId, listingId }, deal }) => {
      return { userId, kind: 'DEAL', subjectId: deal.id, listingId, actorId: deal.seller.id, detail: 'SOLD' }
    }),
  )
  for (const { recipient, deal } of buyers)
    if (recipient.wantsMail) await jobs.enqueueMail(tx, soldMail(recipient, deal))
}
