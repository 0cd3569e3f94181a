import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deliverHeld } from '#server/features/chat/messages.service.ts'
import { refuseHeldListing, showListing } from '#server/features/listings/moderation.service.ts'
import type { Message } from '#shared/contract/chat.ts'
import type { Held } from '#shared/contract/held.ts'
import { AppError } from '#shared/errors.ts'
import { heldListingRejectedMail, heldMessageRejectedMail, listingShownMail } from './admin.mails.ts'
import { findHold, findOneHeld, type Hold, signRelease, writeDecision } from './held.db.ts'
import { recordActs } from './history.db.ts'
import { findOwners } from './users.db.ts'

type Services = Pick<Context, 'db' | 'jobs'>

interface Act {
  admin: Viewer
  id: number
  reason: string | null
}

/** Who is told what once a decision is written. */
export interface News {
  /** The listing that everyone sees now, or does not. */
  listingId: number | null
  /** A message that both parties get now, or that its sender learns more of. */
  message: { message: Message; to: number[] } | null
}

/**
 * Decides about what was held back, with its line of the history and its mail. NOT_FOUND where nothing was, CONFLICT where it was
 * decided, or can only be rejected; GONE for a deleted listing.
 */
export async function decide(
  { db, jobs }: Services,
  act: Act,
  decision: 'RELEASE' | 'REJECT',
): Promise<{ held: Held; news: News }> {
  const news = await inTransaction(db, async (tx) => {
    const hold = await findHold(tx, act.id)
    if (!hold) throw nothingHeld()
    if (hold.decision) throw decidedAlready()
    const isListing = hold.kind === 'LISTING'
    const done = isListing
      ? await decideListing(tx, hold, act, decision)
      : await decideMessage(tx, hold, act, decision)
    const target = isListing
      ? ({ target_type: 'LISTING', target_id: hold.listingId } as const)
      : ({ target_type: 'MESSAGE', target_id: hold.id } as const)
    await recordActs(tx, [{ admin_id: act.admin.id, action: decision, ...target, reason: act.reason }])
    for (const { email } of await findOwners(tx, [hold.ownerId])) {
      const about = { to: email, title: done.title, reason: act.reason }
      const mail = isListing ? listingMail(about, decision) : messageMail(about, hold, decision)
      if (mail) await jobs.enqueueMail(tx, mail)
    }
    return done.news
  })
  const held = await findOneHeld(db, act.id)
  if (!held) throw nothingHeld()
  return { held, news }
}

interface Done {
  title: string
  news: News
}

// The listing is locked before what was held of it, as in everything else that shows, hides or deletes it.
async function decideListing(
  tx: Tx,
  { id, listingId }: Hold,
  { admin, reason }: Act,
  decision: 'RELEASE' | 'REJECT',
): Promise<Done> {
  const news = { listingId, message: null }
  if (decision === 'RELEASE') {
    const { title } = await showListing(tx, admin, listingId)
    if (!(await signRelease(tx, listingId, { reason, adminId: admin.id }))) throw decidedAlready()
    return { title, news }
  }
  const { title } = await refuseHeldListing(tx, admin, listingId, reason)
  if (!(await writeDecision(tx, id, { decision, reason, adminId: admin.id }))) throw decidedAlready()
  return { title, news }
}

async function decideMessage(
  tx: Tx,
  hold: Hold,
  { admin, reason }: Act,
  decision: 'RELEASE' | 'REJECT',
): Promise<Done> {
  if (!(await writeDecision(tx, hold.id, { decision, reason, adminId: admin.id }))) throw decidedAlready()
  const { threadId, messageId, clientId, body, attachment, ownerId: senderId } = hold
  if (threadId === null || messageId === null || clientId === null || body === null)
    throw new Error(`What was held back under ${hold.id} is no message.`)
  const draft = { threadId, senderId, clientId, body, attachment }
  if (decision === 'REJECT') {
    const message: Message = {
      id: messageId,
      ...draft,
      attachment: attachment?.url ?? null,
      attachmentPhoto: attachment,
      createdAt: hold.createdAt.toISOString(),
      readAt: null,
      held: 'REFUSED',
      ...(reason === null ? {} : { heldReason: reason }),
    }
    return { title: body, news: { listingId: null, message: { message, to: [senderId] } } }
  }
  if (hold.ownerIsAway)
    throw new AppError(
      'CONFLICT',
      'Whoever wrote this is banned or leaving. You can only reject the message.',
    )
  const { message, recipientId } = await deliverHeld(tx, draft)
  return { title: body, news: { listingId: null, message: { message, to: [senderId, recipientId] } } }
}

interface About {
  to: string
  title: string
  reason: string | null
}

const listingMail = (about: About, decision: 'RELEASE' | 'REJECT') =>
  decision === 'RELEASE' ? listingShownMail(about) : heldListingRejectedMail(about)

/** A delivered message speaks for itself. */
const messageMail = (about: About, { body }: Hold, decision: 'RELEASE' | 'REJECT') =>
  decision === 'RELEASE' ? null : heldMessageRejectedMail({ ...about, body: body ?? '' })

const nothingHeld = () => new AppError('NOT_FOUND', 'There is nothing held back under this number.')
const decidedAlready = () => new AppError('CONFLICT', 'This was decided already.')
