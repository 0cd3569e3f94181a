import type { Context } from '#server/context.ts'
import type { MailDraft } from '#server/core/jobs/mail-body.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Decided, notify } from '#server/features/notifications/notifications.public.ts'
import type { Message } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { QueueRule } from '#shared/contract/moderation-queue.ts'
import type { Warning } from '#shared/contract/warnings.ts'
import { AppError } from '#shared/errors.ts'
import type { RuleId } from '#shared/rules.ts'
import { lockForModeration } from './listing-moderation.db.ts'
import { hideListing, refuseHeldListing, showListing } from './listing-moderation.service.ts'
import {
  heldListingRejectedMail,
  heldMessageRejectedMail,
  listingShownMail,
  type Notice,
  photoConfirmedMail,
  reportSettledMail,
  reviewRemovedMail,
  reviewsOfYouRemovedMail,
  senderRejectedMail,
  senderReleasedMail,
  theftDecidedMail,
} from './moderation.mails.ts'
import { findHold, type HeldItem, writeDecision } from './moderation-queue.db.ts'
import { findListingsWith, holdStolenPhones, lockReported } from './phone-holds.db.ts'
import { finishRelease } from './revert-act.service.ts'
import { findWaiting } from './senders.db.ts'
import { findReviewReports } from './suspect-reviews.db.ts'

// One function for each kind of item: writes its decision and returns the owner's mail and the events to send.

export interface Act {
  admin: Viewer
  id: number
  reason: string | null
  /** The rule that a rejection is based on. */
  rule: RuleId | null
}

/** The events to send after a decision. */
export interface DecisionEvents {
  /** A listing that has become public, or stays hidden. */
  listingId: number | null
  /** Delivered messages, for both parties. */
  delivered: DeliveredMessage[]
  /** Rejected messages, whose sender learns of the decision. */
  refused: Message[]
}

interface DeliveredMessage {
  message: Message
  recipientId: number
  /** For the recipient alone. */
  warning: Warning | null
}

/** Sends a message that was held back. Chat passes it in: chat imports this feature, so this feature cannot import chat. */
export type DeliverMessage = (
  tx: Tx,
  message: Pick<Message, 'threadId' | 'senderId' | 'body'> & { clientId: string; attachment: Photo | null },
) => Promise<DeliveredMessage>

/** A review or answer that a decision deleted. */
export interface RemovedReview {
  what: 'REVIEW' | 'ANSWER'
  /** The author, who gets a mail. */
  author: { id: number; email: string; fullName: string }
  /** Of a review: the reviewed user; of an answer: the reviewer. */
  about: string
  /** The comment or answer; null for stars only. */
  text: string | null
}

/**
 * Shows the reviews of an item that wait, or deletes them and those that were shown; returns what is deleted. Reviews passes it in, for
 * the same reason as above.
 */
export type SettleReviews = (
  tx: Tx,
  item: { id: number; rule: QueueRule },
  decision: 'RELEASE' | 'REJECT',
) => Promise<RemovedReview[]>

type Mail = (notice: Notice & { actId: number }) => MailDraft

export interface Outcome {
  /** The notification and mail to the owner; null where the screen already shows the decision. */
  notice: { detail: Decided; mail: Mail } | null
  /** Deleted reviews and answers: their authors have got their mails. */
  removed?: RemovedReview[]
  events: DecisionEvents
}

// Locks the listing before its hold, in the same order as everything else that shows, hides or deletes it.
async function decideListing(
  tx: Tx,
  hold: HeldItem,
  { admin, reason }: Act,
  decision: 'RELEASE' | 'REJECT',
): Promise<Outcome> {
  const { id } = hold
  const listingId = listingOf(hold)
  const events = { listingId, delivered: [], refused: [] }
  if (decision === 'RELEASE') {
    const { inMail: listing } = await showListing(tx, admin, listingId, 'ACTIVE')
    if (!(await finishRelease(tx, listingId, { reason, adminId: admin.id }))) throw decidedAlready()
    const mail: Mail = (notice) => listingShownMail({ ...notice, listing })
    return { notice: { detail: 'LISTING_SHOWN', mail }, events }
  }
  const { inMail: listing } = await refuseHeldListing(tx, admin, listingId, reason)
  if (!(await writeDecision(tx, id, { decision, reason, adminId: admin.id }))) throw decidedAlready()
  const mail: Mail = (notice) => heldListingRejectedMail({ ...notice, listing })
  return { notice: { detail: 'LISTING_STAYS_HIDDEN', mail }, events }
}

/** The listing stays as it is: its page says that a confirmed photo (REJECT) is a copy. */
async function decidePhoto(
  tx: Tx,
  hold: HeldItem,
  { admin, reason }: Act,
  decision: 'RELEASE' | 'REJECT',
): Promise<Outcome> {
  const { id } = hold
  const listingId = listingOf(hold)
  const [listing] = await lockForModeration(tx, [listingId])
  if (!listing || !(await writeDecision(tx, id, { decision, reason, adminId: admin.id })))
    throw decidedAlready()
  const mail: Mail = (notice) => photoConfirmedMail({ ...notice, listing: listing.inMail })
  return {
    notice: decision === 'REJECT' ? { detail: 'PHOTO_COPIED', mail } : null,
    events: { listingId, delivered: [], refused: [] },
  }
}

/** The listing stays as it is, or (REJECT) is hidden. */
async function decidePhone(
  tx: Tx,
  hold: HeldItem,
  { admin, reason }: Act,
  decision: 'RELEASE' | 'REJECT',
): Promise<Outcome> {
  const listingId = listingOf(hold)
  const hidden = decision === 'REJECT' ? await hideListing(tx, admin, listingId, reason) : null
  if (!(await writeDecision(tx, hold.id, { decision, reason, adminId: admin.id }))) throw decidedAlready()
  return {
    notice: hidden && {
      detail: 'LISTING_STAYS_HIDDEN',
      mail: (notice) => heldListingRejectedMail({ ...notice, listing: hidden.inMail }),
    },
    events: { listingId, delivered: [], refused: [] },
  }
}

export const listingDecisions = { LISTING: decideListing, PHOTO: decidePhoto, PHONE: decidePhone }

/** Confirmed (RELEASE), the report counts from now on, and others' listings of this phone wait for review. */
export async function decideTheft(
  tx: Tx,
  { id, ownerId }: HeldItem,
  { admin, reason }: Act,
  decision: 'RELEASE' | 'REJECT',
): Promise<Outcome> {
  const report = await lockReported(tx, id)
  if (!report || !(await writeDecision(tx, id, { decision, reason, adminId: admin.id })))
    throw decidedAlready()
  if (decision === 'RELEASE') await holdStolenPhones(tx, await findListingsWith(tx, report.hash, ownerId))
  return {
    notice: {
      detail: decision === 'RELEASE' ? 'THEFT_CONFIRMED' : 'THEFT_DECLINED',
      mail: (notice) => theftDecidedMail({ ...notice, lastFour: report.lastFour, decision }),
    },
    events: { listingId: null, delivered: [], refused: [] },
  }
}

export async function decideMessage(
  tx: Tx,
  hold: HeldItem,
  { admin, reason }: Act,
  decision: 'RELEASE' | 'REJECT',
  deliverMessage: DeliverMessage,
): Promise<Outcome> {
  const write = async () => {
    if (!(await writeDecision(tx, hold.id, { decision, reason, adminId: admin.id }))) throw decidedAlready()
  }
  const { draft, refused } = messageOf(hold)
  if (decision === 'REJECT') {
    await write()
    return {
      notice: {
        detail: 'MESSAGE_REFUSED',
        mail: (notice) => heldMessageRejectedMail({ ...notice, body: draft.body }),
      },
      events: { listingId: null, delivered: [], refused: [refused(reason)] },
    }
  }
  if (hold.ownerIsInactive)
    throw new AppError('CONFLICT', 'The sender is banned or leaving. You can only reject the message.')
  const delivered = await deliverMessage(tx, draft)
  await write()
  // The sender of a delivered message gets no notice: the message looks sent.
  return { notice: null, events: { listingId: null, delivered: [delivered], refused: [] } }
}

/** A held message as it is delivered, and as its sender sees it when it was refused. */
export function messageOf({ id, createdAt, ...hold }: HeldItem) {
  const { threadId, messageId, clientId, body, attachment, ownerId: senderId } = hold
  if (threadId === null || messageId === null || clientId === null || body === null)
    throw new Error(`Held item ${id} is not a message.`)
  const draft = { threadId, senderId, clientId, body, attachment }
  const refused = (reason: string | null): Message => ({
    id: messageId,
    ...draft,
    attachment: attachment?.url ?? null,
    attachmentPhoto: attachment,
    createdAt: createdAt.toISOString(),
    readAt: null,
    held: 'REFUSED',
    ...(reason === null ? {} : { heldReason: reason }),
  })
  return { draft, refused }
}

export const closedMeanwhile = 'The conversation was closed meanwhile.'

/** Decides on a sender, and on all of their messages that wait. Messages of a conversation that was closed meanwhile are refused. */
export async function decideSender(
  tx: Tx,
  { id, rule, ownerId, ownerIsInactive }: HeldItem,
  act: Act,
  decision: 'RELEASE' | 'REJECT',
  deliverMessage: DeliverMessage,
): Promise<Outcome> {
  if (decision === 'RELEASE' && ownerIsInactive)
    throw new AppError('CONFLICT', 'The sender is banned or leaving. You can only reject their messages.')
  const { admin, reason } = act
  if (!(await writeDecision(tx, id, { decision, reason, adminId: admin.id }))) throw decidedAlready()
  const events: DecisionEvents = { listingId: null, delivered: [], refused: [] }
  for (const messageHold of await findWaiting(tx, ownerId)) {
    const hold = await findHold(tx, messageHold)
    if (!hold) continue
    const decideAs = (as: 'RELEASE' | 'REJECT', why: Act) => decideMessage(tx, hold, why, as, deliverMessage)
    const done = await decideAs(decision, act).catch((error: unknown) => {
      if (decision === 'REJECT' || !(error instanceof AppError && error.code === 'CONFLICT')) throw error
      return decideAs('REJECT', { ...act, reason: closedMeanwhile })
    })
    events.delivered.push(...done.events.delivered)
    events.refused.push(...done.events.refused)
  }
  if (decision === 'REJECT')
    return { notice: { detail: 'MESSAGES_REFUSED', mail: senderRejectedMail }, events }
  // Only senders whose messages waited are notified of the release.
  const isNotified = rule === 'SENDER_WAITS'
  return { notice: isNotified ? { detail: 'MESSAGES_RELEASED', mail: senderReleasedMail } : null, events }
}

/** Mails the author of every deleted review or answer, and who reported it; a released review causes the mail of a new review. */
export async function decideReviews(
  { tx, jobs }: { tx: Tx; jobs: Context['jobs'] },
  { id, rule, ownerId }: HeldItem,
  { admin, reason, rule: basis }: Act,
  decision: 'RELEASE' | 'REJECT',
  settleReviews: SettleReviews,
): Promise<Outcome> {
  if (!(await writeDecision(tx, id, { decision, reason, adminId: admin.id }))) throw decidedAlready()
  const removed = await settleReviews(tx, { id, rule }, decision)
  for (const { author, ...review } of removed) {
    const notice = { to: author.email, name: author.fullName, reason, rule: basis }
    await jobs.enqueueMail(tx, reviewRemovedMail({ ...notice, ...review }))
  }
  const status = decision === 'REJECT' ? 'ACTIONED' : 'REVIEWED'
  const reports = await findReviewReports(tx, id)
  const reporters = [...new Set(reports.map(({ userId }) => userId))]
  await notify(
    { tx, jobs },
    reporters.map((userId) => ({ userId, kind: 'REVIEW_REPORT', subjectId: id, detail: status })),
  )
  const mailed = reports.filter(({ wantsMail }) => wantsMail)
  await jobs.enqueueMails(
    tx,
    mailed.map((report) => reportSettledMail({ ...report, status })),
  )
  const isOwnerAuthor = removed.some(({ author }) => author.id === ownerId)
  return {
    notice:
      removed.length === 0 || isOwnerAuthor
        ? null
        : { detail: 'REVIEWS_DELETED', mail: reviewsOfYouRemovedMail },
    removed,
    events: { listingId: null, delivered: [], refused: [] },
  }
}

/** The listing of an item that has one: all but reviews and thefts. */
function listingOf({ id, listingId }: HeldItem): number {
  if (listingId === null) throw new Error(`Held item ${id} has no listing.`)
  return listingId
}

export const nothingHeld = () => new AppError('NOT_FOUND', 'There is nothing held back under this number.')
export const decidedAlready = () => new AppError('CONFLICT', 'This was decided already.')
