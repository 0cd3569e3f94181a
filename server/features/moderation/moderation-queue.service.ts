import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { notify, notifyWithMail, ofDecision } from '#server/features/notifications/notifications.public.ts'
import type { QueueItem } from '#shared/contract/moderation-queue.ts'
import { AppError } from '#shared/errors.ts'
import { recordActs } from './history.db.ts'
import { mayDecideOn } from './may-decide.db.ts'
import { notYours } from './may-decide.service.ts'
import { listingWaitsMail } from './moderation.mails.ts'
import { findOwners } from './moderation-actions.db.ts'
import {
  changeRefusal,
  findHold,
  findQueueItem,
  type HeldItem,
  overturnRejection,
} from './moderation-queue.db.ts'
import {
  closedMeanwhile,
  type DecisionEvents,
  type DecisionRequest,
  type DeliveredMessage,
  type DeliverMessage,
  decidedAlready,
  decideSender,
  decisions,
  eventsOf,
  messageOf,
  nothingHeld,
  type SettleReviews,
} from './queue-decisions.service.ts'
import { findRefusedWith } from './senders.db.ts'

type Services = Pick<Context, 'db' | 'jobs'>

/** What other features do for a decision: chat and reviews pass it in, since they import this feature. */
interface Callbacks {
  deliverMessage: DeliverMessage
  settleReviews: SettleReviews
}

/**
 * Decides on an item of the queue, with its entry in the history and its mail. Throws NOT_FOUND if it was never held, CONFLICT if it is
 * decided or can only be rejected, STALE_VERSION where a held listing was changed since `act.version`, GONE for a deleted listing,
 * FORBIDDEN where it is about the administrator and there is another one. Returns the listings that their viewers read again.
 */
export async function decide(
  { db, jobs }: Services,
  act: DecisionRequest,
  decision: 'RELEASE' | 'REJECT',
  callbacks: Callbacks,
): Promise<{ item: QueueItem; events: DecisionEvents; listingIds: number[] }> {
  const { events, listingIds } = await inTransaction(db, async (tx) => {
    const hold = await findHold(tx, act.id)
    if (!hold) throw nothingHeld()
    if (hold.decision) throw decidedAlready()
    if (!(await mayDecideOn(tx, act.admin.id, hold.id))) throw notYours()
    const done = await decisions[hold.kind]({ tx, jobs, hold, act, decision, ...callbacks })
    const why = { reason: act.reason, rule: act.rule }
    const actId = await recordDecision(tx, hold, act, decision)
    const authors = (done.removed ?? []).map(({ author, what }) =>
      ofDecision(author.id, actId, what === 'REVIEW' ? 'REVIEW_DELETED' : 'ANSWER_DELETED'),
    )
    await notify({ tx, jobs }, distinct(authors))
    for (const { id: listingId, sellerId, inMail: listing } of done.waiting ?? [])
      for (const owner of await findOwners(tx, [sellerId])) {
        if (owner.isInactive) continue
        const mail = listingWaitsMail({ ...owner, reason: null, rule: null, listing })
        await notifyWithMail({ tx, jobs }, ofDecision(owner.id, actId, 'LISTING_WAITS', listingId), mail)
      }
    const { notice: outcome } = done
    if (outcome)
      for (const owner of await findOwners(tx, [hold.ownerId])) {
        const notification = ofDecision(owner.id, actId, outcome.detail, done.events.listingId)
        await notifyWithMail({ tx, jobs }, notification, outcome.mail({ ...owner, ...why, actId }))
      }
    const changed = [done.events.listingId, ...(done.waiting ?? []).map(({ id }) => id)]
    return { events: done.events, listingIds: changed.filter((id) => id !== null) }
  })
  const item = await findQueueItem(db, act.id)
  if (!item) throw nothingHeld()
  return { item, events, listingIds }
}

/**
 * Takes back a decision about a message, a sender or a photo, or ends a sender's wait, with its entry in the history. What was refused is
 * delivered; a message whose conversation was closed meanwhile stays refused. Throws CONFLICT if it does not stand.
 */
export async function overturnDecision(
  tx: Tx,
  act: DecisionRequest,
  deliverMessage: DeliverMessage,
): Promise<DecisionEvents> {
  const hold = await findHold(tx, act.id)
  if (!hold) throw nothingHeld()
  const events = await overturn(tx, hold, act, deliverMessage)
  await recordDecision(tx, hold, act, 'RELEASE')
  return events
}

async function overturn(
  tx: Tx,
  hold: HeldItem,
  act: DecisionRequest,
  deliverMessage: DeliverMessage,
): Promise<DecisionEvents> {
  if (hold.decision === null)
    return (await decideSender({ tx, hold, act, decision: 'RELEASE', deliverMessage })).events
  const { id, kind } = hold
  const messages = kind === 'MESSAGE' ? [id] : kind === 'SENDER' ? await findRefusedWith(tx, id) : []
  const by = { reason: act.reason, adminId: act.admin.id }
  if (!(await overturnRejection(tx, id, by))) throw decidedAlready()
  const events = eventsOf(null)
  for (const messageId of messages) {
    const held = await findHold(tx, messageId)
    if (!held) continue
    const delivered = await deliverUnlessClosed(tx, held, deliverMessage)
    if (delivered) {
      await overturnRejection(tx, messageId, by)
      events.delivered.push(delivered)
    } else {
      await changeRefusal(tx, messageId, closedMeanwhile)
      events.refused.push(messageOf(held).refused(closedMeanwhile))
    }
  }
  return events
}

/** Null where the conversation was closed meanwhile, by its sender's account too. */
async function deliverUnlessClosed(
  tx: Tx,
  hold: HeldItem,
  deliverMessage: DeliverMessage,
): Promise<DeliveredMessage | null> {
  if (hold.ownerIsInactive) return null
  return deliverMessage(tx, messageOf(hold).draft).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'CONFLICT') return null
    throw error
  })
}

async function recordDecision(
  tx: Tx,
  { id, kind, listingId, ownerId }: HeldItem,
  { admin, reason, rule }: DecisionRequest,
  decision: 'RELEASE' | 'REJECT',
): Promise<number> {
  const owner = { target_type: 'USER', target_id: ownerId } as const
  const listing = { target_type: 'LISTING', target_id: listingId ?? 0 } as const
  const target = {
    LISTING: listing,
    PHOTO: listing,
    PHONE: listing,
    MESSAGE: { target_type: 'MESSAGE', target_id: id },
    SENDER: owner,
    REVIEW: owner,
    THEFT: owner,
  } as const
  const act = { admin_id: admin.id, action: decision, ...target[kind], reason, rule, hold_id: id }
  const [actId = 0] = (await recordActs(tx, [act])).values()
  return actId
}

/** One notification for each person: two reviews by the same author are deleted together. */
const distinct = <T extends { userId: number }>(notifications: T[]): T[] => [
  ...new Map(notifications.map((notification) => [notification.userId, notification])).values(),
]
