import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { MailDraft } from '#server/core/mail/mail-body.ts'
import type { Tx } from '#server/db/pool.ts'
import { type DealNews, notify } from '#server/features/notifications/notifications.public.ts'
import type { Deal } from '#shared/contract/deals.ts'
import { findDealsOfSold, findPartiesToTell, type Recipient } from './deal-recipients.db.ts'
import { soldMail } from './deals.mails.ts'

interface Services {
  tx: Tx
  jobs: Jobs
}

interface Party {
  recipient: Recipient
  deal: Deal
  /** Who did it; absent where nobody is named. */
  actorId?: number
}

export const notificationOf = (
  { recipient: { userId, listingId }, deal, ...actor }: Party,
  detail: DealNews,
) => ({ userId, kind: 'DEAL', subjectId: deal.id, listingId, detail, ...actor }) as const

/** Notifies these parties, by mail too if they want it. */
export async function tellParties(
  { tx, jobs }: Services,
  parties: readonly Party[],
  news: DealNews,
  mail: (recipient: Recipient, deal: Deal) => MailDraft,
): Promise<void> {
  const notifications = parties.map((party) => notificationOf(party, news))
  await notify({ tx, jobs }, notifications)
  for (const { recipient, deal } of parties)
    if (recipient.wantsMail) await jobs.enqueueMail(tx, mail(recipient, deal))
}

/**
 * Tells buyers with an agreed deal that its listing was marked as sold without saying to whom: the deal may be that sale, so it stays open,
 * but nobody should travel for what is gone.
 */
export async function notifyBuyersOfSale(
  services: Services,
  news: readonly { listingId: number; what: string }[],
): Promise<void> {
  const sold = news.flatMap(({ what, listingId }) => (what === 'SOLD' ? [listingId] : []))
  if (sold.length === 0) return
  const parties = await findPartiesToTell(services.tx, await findDealsOfSold(services.tx, sold))
  const buyers = parties.flatMap(({ recipient, deal }) =>
    recipient.userId === deal.buyer.id ? [{ recipient, deal, actorId: deal.seller.id }] : [],
  )
  await tellParties(services, buyers, 'SOLD', soldMail)
}
