import type { Context } from '#server/context.ts'
import type { MailDraft } from '#server/core/mail/mail-body.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inBatches, inTransaction } from '#server/db/transaction.ts'
import { closedError, closePending, lockParties, noThread } from '#server/features/chat/chat.public.ts'
import { type DealNews, notifyWithMail } from '#server/features/notifications/notifications.public.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import type { Deal, DealTerms, SharedMeeting } from '#shared/contract/deals.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { dayMs } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { notificationOf, tellParties } from './deal-news.service.ts'
import { findPartiesToTell, findRecipient, type Recipient, takeEndedDeals } from './deal-recipients.db.ts'
import {
  type Conversation,
  endForgotten,
  findDeal,
  hasOpenDeal,
  insertDeal,
  isReservedByOther,
  type LockedDeal,
  lockConversation,
  lockDeal,
  writeAcceptance,
  writeEnd,
  writePaid,
  writeReserves,
  writeTerms,
  writeTried,
} from './deals.db.ts'
import { acceptedMail, calledOffMail, endedMail, proposedMail } from './deals.mails.ts'
import { deleteExpiredLinks, deleteLink, findMeeting, saveLink } from './meeting-links.db.ts'

type Services = Pick<Context, 'db' | 'jobs'>

/** Throws NOT_FOUND unless the viewer is a party to it. */
export async function readDeal(db: Db, id: number, viewer: Viewer): Promise<Deal> {
  const deal = await findDeal(db, id, viewer.id)
  if (!deal) throw noDeal()
  return deal
}

/**
 * Proposes a deal, with a mail to the other party. Throws NOT_FOUND for a stranger's conversation, GONE or FORBIDDEN for a closed one,
 * CONFLICT where the listing is not for sale or a deal is open, VALIDATION_FAILED for a time that is past or too far ahead, and like
 * `lockParties`.
 */
export async function proposeDeal(
  { db, jobs }: Services,
  viewer: Viewer,
  threadId: number,
  terms: DealTerms,
): Promise<Deal> {
  checkTime(terms.meetsAt)
  return inTransaction(db, async (tx) => {
    await lockParties(tx, threadId, viewer.id)
    const conversation = await lockConversation(tx, { threadId }, viewer.id)
    if (!conversation) throw noThread()
    requireForSale(conversation)
    requireKnown(conversation)
    if (await hasOpenDeal(tx, threadId))
      throw new AppError('CONFLICT', 'There is an open deal in this conversation already. Look at it first.')
    const reserves = terms.reserves && viewer.id === conversation.sellerId
    const id = await insertDeal(tx, conversation, viewer.id, { ...terms, reserves })
    return notifyOtherParty({ tx, jobs }, viewer, id, 'PROPOSED', proposedMail)
  })
}

/**
 * Proposes other terms for an open deal, also of a listing that nobody else sees. Throws CONFLICT for a deal that ended, STALE_VERSION where
 * the viewer saw other terms, and FORBIDDEN and VALIDATION_FAILED like `proposeDeal`.
 */
export async function changeTerms(
  { db, jobs }: Services,
  viewer: Viewer,
  id: number,
  { version, ...terms }: DealTerms & { version: number },
): Promise<Deal> {
  checkTime(terms.meetsAt)
  return withDeal(db, viewer, id, async (tx, deal) => {
    requireKnown(deal)
    await requireOpen(tx, viewer, id, deal, version)
    const reserves = viewer.id === deal.sellerId ? terms.reserves : deal.reserves
    await writeTerms(tx, id, { ...terms, reserves }, viewer.id)
    return notifyOtherParty({ tx, jobs }, viewer, id, 'PROPOSED', proposedMail)
  })
}

/** Accepts the other party's terms, with a mail to them. Throws CONFLICT for one's own, and where their time is past. */
export async function acceptDeal(
  { db, jobs }: Services,
  viewer: Viewer,
  id: number,
  { version, reserves }: { version: number; reserves: boolean },
): Promise<Deal> {
  return withDeal(db, viewer, id, async (tx, deal) => {
    const isRepeated = deal.status === 'ACCEPTED' && version === deal.version - 1
    if (isRepeated) return readDeal(tx, id, viewer)
    await requireOpen(tx, viewer, id, deal, version)
    if (deal.status === 'ACCEPTED' || deal.proposedBy === viewer.id)
      throw new AppError('CONFLICT', 'The other person has to accept this proposal, or suggest changes.')
    if (deal.isPast)
      throw new AppError('CONFLICT', 'The time of this meeting is over. Please propose another time.')
    const isReserved = viewer.id === deal.sellerId ? reserves : deal.reserves
    // If another deal already reserves the listing, this one is accepted without reserving it.
    const mayReserve = isReserved && !(await isReservedByOther(tx, deal.listingId, id))
    await writeAcceptance(tx, id, mayReserve)
    return notifyOtherParty({ tx, jobs }, viewer, id, 'ACCEPTED', acceptedMail)
  })
}

/** Marks the listing of an accepted deal as reserved, or removes the mark. FORBIDDEN for the buyer, CONFLICT if another deal reserves it. */
export async function reserveListing(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  id: number,
  reserves: boolean,
): Promise<Deal> {
  return withDeal(db, viewer, id, async (tx, deal) => {
    if (viewer.id !== deal.sellerId)
      throw new AppError('FORBIDDEN', 'Only the seller can show a listing as reserved.')
    if (deal.status !== 'ACCEPTED') throw new AppError('CONFLICT', 'This deal is not agreed.')
    if (reserves && (await isReservedByOther(tx, deal.listingId, id)))
      throw new AppError('CONFLICT', 'This listing is reserved for another buyer already.')
    await writeReserves(tx, id, reserves)
    return readDeal(tx, id, viewer)
  })
}

/** Declines or cancels an open deal, with a mail to the other party where it was agreed. */
export async function endDeal(
  { db, jobs }: Services,
  viewer: Viewer,
  id: number,
  { version, reason }: { version: number; reason: string },
): Promise<Deal> {
  return withDeal(db, viewer, id, async (tx, deal) => {
    if (deal.endedBy === viewer.id) return readDeal(tx, id, viewer)
    await requireOpen(tx, viewer, id, deal, version)
    const isProposal = deal.status === 'PROPOSED'
    const status = isProposal && deal.proposedBy !== viewer.id ? 'DECLINED' : 'CANCELLED'
    await writeEnd(tx, id, { status, endedBy: viewer.id, reason })
    if (!isProposal) return notifyOtherParty({ tx, jobs }, viewer, id, 'CALLED_OFF', calledOffMail)
    return notifyOtherParty({ tx, jobs }, viewer, id, status === 'DECLINED' ? 'DECLINED' : 'WITHDRAWN')
  })
}

/**
 * Confirms the viewer's part at the meeting: the buyer has seen and tried the thing; the seller has the money, which completes the deal.
 * Idempotent, and independent of the order in which the two confirm.
 */
export async function confirmDeal(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  id: number,
  version: number,
): Promise<Deal> {
  return withDeal(db, viewer, id, async (tx, deal) => {
    const isSeller = viewer.id === deal.sellerId
    if (isSeller ? deal.status === 'COMPLETED' : deal.isTried) return readDeal(tx, id, viewer)
    if (deal.status !== 'COMPLETED') await requireOpen(tx, viewer, id, deal, version)
    if (deal.status === 'PROPOSED')
      throw new AppError('CONFLICT', 'This deal is not agreed yet. One proposes, the other accepts.')
    await (isSeller ? writePaid : writeTried)(tx, id)
    if (isSeller) await closePending(tx, deal.threadId)
    return readDeal(tx, id, viewer)
  })
}

/** A new link to the meeting, root-relative; the viewer's earlier one ends. CONFLICT where the deal is not agreed. */
export async function shareMeeting(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  id: number,
): Promise<{ path: string; expiresAt: string }> {
  return withDeal(db, viewer, id, async (tx, deal) => {
    if (deal.status !== 'ACCEPTED')
      throw new AppError('CONFLICT', 'There is no meeting to share: this deal is not agreed.')
    const token = createToken()
    const expiresAt = await saveLink(tx, id, viewer.id, hashToken(token))
    return { path: `/meeting?token=${token}`, expiresAt: expiresAt.toISOString() }
  })
}

export async function endSharing(db: Db, viewer: Viewer, id: number): Promise<void> {
  await readDeal(db, id, viewer)
  await deleteLink(db, id, viewer.id)
}

/** Throws NOT_FOUND for a token that is unknown, revoked or too old. */
export async function readMeeting(db: Db, token: string): Promise<SharedMeeting> {
  const meeting = await findMeeting(db, hashToken(token))
  if (!meeting)
    throw new AppError('NOT_FOUND', 'This link no longer works. Ask the person who sent it for a new one.')
  return meeting
}

/** Notifies the parties of agreed deals that ended with their listing or an account. */
export async function notifyOfEndedDeals({ db, jobs }: Services): Promise<void> {
  await inBatches(db, async (tx) => {
    const ids = await takeEndedDeals(tx)
    const ended = await findPartiesToTell(tx, ids)
    await tellParties({ tx, jobs }, ended, 'ENDED', endedMail)
    return ids.length
  })
}

/** Ends deals whose meeting was `forgottenDays` ago, and deletes links that no longer work. */
export async function sweepDeals(db: Db): Promise<void> {
  await endForgotten(db, thresholds.deal.forgottenDays)
  await deleteExpiredLinks(db)
}

async function withDeal<T>(
  db: Db,
  viewer: Viewer,
  id: number,
  work: (tx: Tx, deal: Conversation & LockedDeal) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const conversation = await lockConversation(tx, { dealId: id }, viewer.id)
    if (!conversation) throw noDeal()
    return work(tx, { ...conversation, ...(await lockDeal(tx, id)) })
  })
}

/** Throws CONFLICT for a deal that ended, STALE_VERSION where the viewer saw another version. */
async function requireOpen(
  tx: Tx,
  viewer: Viewer,
  id: number,
  deal: LockedDeal,
  version: number,
): Promise<void> {
  if (deal.status === 'COMPLETED') throw new AppError('CONFLICT', 'This deal is completed.')
  if (deal.status === 'DECLINED') throw new AppError('CONFLICT', 'This deal was declined.')
  if (deal.status === 'CANCELLED') throw new AppError('CONFLICT', 'This deal was called off.')
  if (deal.version !== version)
    throw new AppError('STALE_VERSION', 'This deal changed meanwhile. Look at it as it is now.', {
      current: await readDeal(tx, id, viewer),
    })
}

/**
 * Throws GONE or FORBIDDEN for a closed conversation, CONFLICT where the listing is not for sale. An open deal goes on while its listing is
 * hidden, has ended or is sold: what closes the conversation ended it.
 */
function requireForSale({ closed, listingStatus }: Conversation): void {
  if (closed) throw closedError(closed)
  if (listingStatus !== 'ACTIVE')
    throw new AppError('CONFLICT', 'This listing is not for sale at the moment.')
}

/** Throws FORBIDDEN where a message of the viewer would wait: a place is a text too, and a mail quotes it. */
function requireKnown({ waits }: Conversation): void {
  if (waits)
    throw new AppError(
      'FORBIDDEN',
      'Your messages to new people wait for a decision. Until then you can propose a deal only where you have written before.',
    )
}

function checkTime(meetsAt: string): void {
  const days = (new Date(meetsAt).getTime() - Date.now()) / dayMs
  const message =
    days < 0
      ? 'Please choose a time that lies ahead'
      : days > thresholds.deal.ahead
        ? `Please choose a time within ${thresholds.deal.ahead} days`
        : null
  if (message) throw invalidField('meetsAt', message)
}

/** Notifies the other party, by mail too if they want it; returns the deal as the viewer sees it. */
async function notifyOtherParty(
  { tx, jobs }: { tx: Tx; jobs: Services['jobs'] },
  viewer: Viewer,
  id: number,
  news: DealNews,
  mail?: (recipient: Recipient, deal: Deal) => MailDraft,
): Promise<Deal> {
  const deal = await readDeal(tx, id, viewer)
  const recipient = await findRecipient(tx, id, viewer.id)
  const notification = notificationOf({ recipient, deal, actorId: viewer.id }, news)
  await notifyWithMail({ tx, jobs }, notification, recipient.wantsMail && mail ? mail(recipient, deal) : null)
  return deal
}

const noDeal = () => new AppError('NOT_FOUND', 'There is no such deal.')
