import type { Context } from '#server/context.ts'
import type { MailDraft } from '#server/core/mail/mail-body.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Decided, notify } from '#server/features/notifications/notifications.public.ts'
import type { Message } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { QueueRule } from '#shared/contract/moderation-queue.ts'
import type { Warning } from '#shared/contract/warnings.ts'
import { AppError } from '#shared/errors.ts'
import type { RuleId } from '#shared/rules.ts'
import { lockForModeration, type ModeratedListing } from './listing-moderation.db.ts'
import { hideListing, refuseHeldListing, releaseListing } from './listing-moderation.service.ts'
import {
  heldListingRejectedMail,
  heldMessageRejectedMail,
  listingClearedMail,
  listingHiddenMail,
  listingShownMail,
  type ModerationNotice,
  photoConfirmedMail,
  reportSettledMail,
  reviewRemovedMail,
  reviewsOfYouRemovedMail,
  senderRejectedMail,
  senderReleasedMail,
  theftDecidedMail,
} from './moderation.mails.ts'
import {
  findHold,
  type HeldItem,
  rejectWaiting,
  rejectWaitingMessages,
  writeDecision,
} from './moderation-queue.db.ts'
import { findListingsWith, holdStolenPhones, lockReported } from './phone-holds.db.ts'
import { finishRelease } from './revert-act.service.ts'
import { findWaiting } from './senders.db.ts'
import { findReviewReports } from './suspect-reviews.db.ts'

// One function for each kind of item: writes its decision and returns the owner's mail and the events to send.

export interface DecisionRequest {
  admin: Viewer
  id: number
  reason: string | null
  /** The rule that a rejection is based on. */
  rule: RuleId | null
  /** Of the held listing that the administrator read; without one, any. */
  version?: string | undefined
}

/** The events to send after a decision. */
export interface DecisionEvents {
  /** The listing that its viewers read again; null for a decision about something else. */
  listingId: number | null
  /** Delivered messages, for both parties. */
  delivered: DeliveredMessage[]
  /** Rejected messages, whose sender learns of the decision. */
  refused: Message[]
}

export interface DeliveredMessage {
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
  /** For a review the reviewed user, for an answer the reviewer. */
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

type Mail = (notice: ModerationNotice & { actId: number }) => MailDraft

export interface Outcome {
  /** The notification and mail to the owner; null where the screen already shows the decision. */
  notice: { detail: Decided; mail: Mail } | null
  /** Deleted reviews and answers: their authors have got their mails. */
  removed?: RemovedReview[]
  /** Listings of others that wait for review from now on. */
  waiting?: ModeratedListing[]
  events: DecisionEvents
}

/** A decision that is being made. */
export interface Deciding {
  tx: Tx
  jobs: Context['jobs']
  hold: HeldItem
  act: DecisionRequest
  decision: 'RELEASE' | 'REJECT'
  deliverMessage: DeliverMessage
  settleReviews: SettleReviews
}
type DecidingOnMessages = Omit<Deciding, 'jobs' | 'settleReviews'>

/** Writes the decision; throws CONFLICT if there is one. */
async function write({ tx, hold, act, decision }: DecidingOnMessages): Promise<void> {
  const by = { decision, reason: act.reason, adminId: act.admin.id }
  if (!(await writeDecision(tx, hold.id, by))) throw decidedAlready()
}

/** No events yet; `listingId`: that of `DecisionEvents`. */
export const eventsOf = (listingId: number | null): DecisionEvents => ({
  listingId,
  delivered: [],
  refused: [],
})

export const decisions: Record<HeldItem['kind'], (deciding: Deciding) => Promise<Outcome>> = {
  LISTING: decideListing,
  PHOTO: decidePhoto,
  PHONE: decidePhone,
  THEFT: decideTheft,
  MESSAGE: decideMessage,
  SENDER: decideSender,
  REVIEW: decideReviews,
}

// Locks the listing before its hold, in the same order as everything else that shows, hides or deletes it.
async function decideListing(deciding: Deciding): Promise<Outcome> {
  const { tx, hold, decision } = deciding
  const { admin, reason } = deciding.act
  const listingId = listingOf(hold)
  const events = eventsOf(listingId)
  if (decision === 'RELEASE') {
    const { inMail: listing, wasHidden, version } = await releaseListing(tx, admin, listingId)
    requireRead(deciding.act, version)
    const released = await finishRelease(tx, listingId, { reason, adminId: admin.id })
    // Another item of the listing may have been added after this one was decided.
    if (released !== hold.id) throw decidedAlready()
    // As in setStatusWithin.
    if (hold.ownerIsInactive) return { notice: null, events }
    const write = wasHidden ? listingClearedMail : listingShownMail
    const mail: Mail = (notice) => write({ ...notice, listing })
    return { notice: { detail: wasHidden ? 'LISTING_CLEARED' : 'LISTING_SHOWN', mail }, events }
  }
  const { inMail: listing, version } = await refuseHeldListing(tx, admin, listingId, reason)
  requireRead(deciding.act, version)
  await write(deciding)
  const mail: Mail = (notice) => heldListingRejectedMail({ ...notice, listing })
  return { notice: { detail: 'LISTING_STAYS_HIDDEN', mail }, events }
}

/** Throws STALE_VERSION where the administrator read another version of a listing: its owner changed it since. */
function requireRead({ version: read }: DecisionRequest, version: string): void {
  if (read !== undefined && read !== version)
    throw new AppError(
      'STALE_VERSION',
      'Its owner changed this listing after you read it. Look at it again, then decide.',
    )
}

/** The listing stays as it is: its page says that a confirmed photo (REJECT) is a copy. */
async function decidePhoto(deciding: Deciding): Promise<Outcome> {
  const { tx, hold, decision } = deciding
  const listingId = listingOf(hold)
  const [listing] = await lockForModeration(tx, [listingId])
  if (!listing) throw decidedAlready()
  await write(deciding)
  const mail: Mail = (notice) => photoConfirmedMail({ ...notice, listing: listing.inMail })
  return {
    notice: decision === 'REJECT' ? { detail: 'PHOTO_COPIED', mail } : null,
    events: eventsOf(listingId),
  }
}

/** The listing stays as it is, or (REJECT) is hidden: if it waits for review itself, its own item is rejected too. */
async function decidePhone(deciding: Deciding): Promise<Outcome> {
  const { tx, hold, act, decision } = deciding
  const listingId = listingOf(hold)
  const [found] = await lockForModeration(tx, [listingId])
  // A moderator may have hidden it for another reason meanwhile: then it stays hidden, for this one too.
  const stays = found?.status === 'HIDDEN' && found.hiddenByModerator
  const hide = stays ? refuseHeldListing : hideListing
  const hidden = decision === 'REJECT' ? await hide(tx, act.admin, listingId, act.reason) : null
  await write(deciding)
  if (hidden) await rejectWaiting(tx, listingId, { reason: act.reason, adminId: act.admin.id })
  const mail = stays ? heldListingRejectedMail : listingHiddenMail
  return {
    notice: hidden && {
      detail: stays ? 'LISTING_STAYS_HIDDEN' : 'LISTING_HIDDEN',
      mail: (notice) => mail({ ...notice, listing: hidden.inMail }),
    },
    events: eventsOf(listingId),
  }
}

/** Confirmed (RELEASE), the report counts from now on, and others' listings of this phone wait for review. */
async function decideTheft(deciding: Deciding): Promise<Outcome> {
  const { tx, hold, decision } = deciding
  const report = await lockReported(tx, hold.id)
  if (!report) throw decidedAlready()
  await write(deciding)
  const waiting =
    decision === 'RELEASE'
      ? await holdStolenPhones(tx, await findListingsWith(tx, report.hash, hold.ownerId))
      : []
  return {
    waiting: await lockForModeration(tx, waiting),
    notice: {
      detail: decision === 'RELEASE' ? 'THEFT_CONFIRMED' : 'THEFT_DECLINED',
      mail: (notice) => theftDecidedMail({ ...notice, lastFour: report.lastFour, decision }),
    },
    events: eventsOf(null),
  }
}

async function decideMessage(deciding: DecidingOnMessages): Promise<Outcome> {
  const { tx, hold, act, decision, deliverMessage } = deciding
  const { draft, refused } = messageOf(hold)
  if (decision === 'REJECT') {
    await write(deciding)
    return {
      notice: {
        detail: 'MESSAGE_REFUSED',
        mail: (notice) => heldMessageRejectedMail({ ...notice, body: draft.body || 'A picture' }),
      },
      events: { ...eventsOf(null), refused: [refused(act.reason)] },
    }
  }
  if (hold.ownerIsInactive)
    throw new AppError('CONFLICT', 'The sender is banned or leaving. You can only reject the message.')
  const delivered = await deliverMessage(tx, draft)
  await write(deciding)
  // The sender of a delivered message gets no notice: the message looks sent.
  return { notice: null, events: { ...eventsOf(null), delivered: [delivered] } }
}

/** A held message as it is delivered, and as its sender sees it when it was refused. */
export function messageOf({
  id,
  createdAt,
  ...hold
}: Omit<HeldItem, 'kind' | 'rule' | 'listingId' | 'decision' | 'ownerIsInactive'>) {
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
export async function decideSender(deciding: DecidingOnMessages): Promise<Outcome> {
  const { tx, hold: item, act, decision } = deciding
  if (decision === 'RELEASE' && item.ownerIsInactive)
    throw new AppError('CONFLICT', 'The sender is banned or leaving. You can only reject their messages.')
  await write(deciding)
  const events = eventsOf(null)
  if (decision === 'REJECT') {
    // By one statement: within an hour 3,600 messages may wait, and one after the other took longer than a request may.
    const by = { reason: act.reason, adminId: act.admin.id }
    const rejected = await rejectWaitingMessages(tx, item.ownerId, by)
    events.refused.push(...rejected.map((hold) => messageOf(hold).refused(act.reason)))
    return { notice: { detail: 'MESSAGES_REFUSED', mail: senderRejectedMail }, events }
  }
  for (const messageHold of await findWaiting(tx, item.ownerId)) {
    const hold = await findHold(tx, messageHold)
    if (!hold) continue
    const done = await decideMessage({ ...deciding, hold }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
      return decideMessage({
        ...deciding,
        hold,
        decision: 'REJECT',
        act: { ...act, reason: closedMeanwhile },
      })
    })
    events.delivered.push(...done.events.delivered)
    events.refused.push(...done.events.refused)
  }
  // Only senders whose messages waited are notified of the release.
  const isNotified = item.rule === 'SENDER_WAITS'
  return { notice: isNotified ? { detail: 'MESSAGES_RELEASED', mail: senderReleasedMail } : null, events }
}

/** Mails the author of every deleted review or answer, and who reported it; a released review causes the mail of a new review. */
async function decideReviews(deciding: Deciding): Promise<Outcome> {
  const { tx, jobs, hold, act, decision, settleReviews } = deciding
  const { id, rule, ownerId } = hold
  await write(deciding)
  const removed = await settleReviews(tx, { id, rule }, decision)
  for (const { author, ...review } of removed) {
    const notice = { to: author.email, name: author.fullName, reason: act.reason, rule: act.rule }
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
  const isNotified = removed.length > 0 && !isOwnerAuthor
  return {
    notice: isNotified ? { detail: 'REVIEWS_DELETED', mail: reviewsOfYouRemovedMail } : null,
    removed,
    events: eventsOf(null),
  }
}

/** The listing of an item that has one: all but reviews and thefts. */
function listingOf({ id, listingId }: HeldItem): number {
  if (listingId === null) throw new Error(`Held item ${id} has no listing.`)
  return listingId
}

export const nothingHeld = () => new AppError('NOT_FOUND', 'There is nothing held back under this number.')
export const decidedAlready = () => new AppError('CONFLICT', 'This was decided already.')
