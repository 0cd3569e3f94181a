import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { notify, notifyWithMail, ofDecision } from '#server/features/notifications/notifications.public.ts'
import type { ModerationAct, ModerationAction } from '#shared/contract/admin.ts'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { AppError } from '#shared/errors.ts'
import type { RuleId } from '#shared/rules.ts'
import { banUser, unbanUser } from './bans.service.ts'
import { recordActs } from './history.db.ts'
import type { ModeratedListing } from './listing-moderation.db.ts'
import {
  featureListing,
  hideListing,
  removeListing,
  removeListings,
  showListing,
} from './listing-moderation.service.ts'
import { notYours } from './may-decide.service.ts'
import {
  bannedMail,
  listingHiddenMail,
  listingShownMail,
  listingsDeletedMail,
  soldListingShownMail,
  unbannedMail,
} from './moderation.mails.ts'
import { closeReport, closeReportsAbout, findOwners, lockReport } from './moderation-actions.db.ts'
import { finishRelease } from './revert-act.service.ts'

type Services = Pick<Context, 'db' | 'jobs' | 'realtime'>

/** Of the caller's transaction. */
export interface Within {
  tx: Tx
  jobs: Context['jobs']
}

/** Who acts on which target, with the reason and rule that the owner gets. */
export interface ModerationRequest {
  admin: Viewer
  id: number
  reason?: string | undefined
  rule?: RuleId | undefined
}

// Each action, its entry in the history and its mail are one transaction. Functions named …Within run in the caller's, such as that of
// a settled case.

type Status = 'ACTIVE' | 'SOLD' | 'HIDDEN'

export async function setListingStatus(
  { db, jobs }: Services,
  act: ModerationRequest,
  status: Status,
): Promise<void> {
  await inTransaction(db, (tx) => setStatusWithin({ tx, jobs }, act, status))
}

export async function setStatusWithin(
  { tx, jobs }: Within,
  { admin, id, ...act }: ModerationRequest,
  status: Status,
): Promise<void> {
  const why = whyOf(act)
  const hides = status === 'HIDDEN'
  const listing = hides
    ? await hideListing(tx, admin, id, why.reason)
    : await showListing(tx, admin, id, status)
  if (!hides) await finishRelease(tx, id, { reason: why.reason, adminId: admin.id })
  const actId = await recordOne(
    tx,
    { admin, action: hides ? 'HIDE' : 'SHOW', targetType: 'LISTING', ...why },
    id,
  )
  const write = { HIDDEN: listingHiddenMail, ACTIVE: listingShownMail, SOLD: soldListingShownMail }[status]
  const detail = hides ? 'LISTING_HIDDEN' : 'LISTING_SHOWN'
  for (const owner of await findOwners(tx, [listing.sellerId])) {
    // Nobody sees the listings of an inactive account yet. When it is active again, a mail says that they are back.
    if (!hides && owner.isInactive) continue
    const mail = write({ ...owner, ...why, listing: listing.inMail, actId })
    await notifyWithMail({ tx, jobs }, ofDecision(owner.id, actId, detail, id), mail)
  }
}

export async function setFeatured(
  { db }: Services,
  { admin, id, ...act }: ModerationRequest,
  until: string | null,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await featureListing(tx, admin, id, until === null ? null : new Date(until))
    const action = until === null ? 'UNFEATURE' : 'FEATURE'
    await recordOne(tx, { admin, action, targetType: 'LISTING', ...whyOf(act) }, id)
  })
}

export async function deleteOne({ db, jobs }: Services, act: ModerationRequest): Promise<void> {
  await inTransaction(db, (tx) => deleteOneWithin({ tx, jobs }, act))
}

export async function deleteOneWithin(
  { tx, jobs }: Within,
  { admin, id, ...act }: ModerationRequest,
): Promise<void> {
  const why = whyOf(act)
  const listing = await removeListing(tx, admin, id, why.reason)
  await recordDeletion({ tx, jobs }, admin, [listing], why)
}

/** Deletes those that are not deleted yet; returns their number. */
export async function deleteMany(
  { db, jobs }: Services,
  { admin, ids, ...act }: Omit<ModerationRequest, 'id'> & { ids: number[] },
): Promise<number> {
  const why = whyOf(act)
  return inTransaction(db, async (tx) => {
    const listings = await removeListings(tx, admin, ids, why.reason)
    await recordDeletion({ tx, jobs }, admin, listings, why)
    return listings.length
  })
}

export async function ban({ db, jobs, realtime }: Services, act: ModerationRequest): Promise<void> {
  await inTransaction(db, (tx) => banWithin({ tx, jobs }, act))
  realtime.disconnectUser(act.id)
}

/** The caller closes the user's connections after the commit. */
export async function banWithin(
  { tx, jobs }: Within,
  { admin, id, ...act }: ModerationRequest,
): Promise<void> {
  const why = whyOf(act)
  const { email: to, fullName: name, username } = await banUser(tx, admin, id)
  const actId = await recordOne(tx, { admin, action: 'BAN', targetType: 'USER', ...why }, id)
  await jobs.enqueueMail(tx, bannedMail({ to, name, username, ...why, actId }))
}

export async function unban(services: Services, { admin, id, ...act }: ModerationRequest): Promise<void> {
  const { db, jobs } = services
  const why = whyOf(act)
  await inTransaction(db, async (tx) => {
    const { email: to, fullName: name, username, deletionDueAt } = await unbanUser(tx, admin, id)
    const actId = await recordOne(tx, { admin, action: 'UNBAN', targetType: 'USER', ...why }, id)
    const mail = unbannedMail({ to, name, username, isLeaving: deletionDueAt !== null, ...why })
    await notifyWithMail({ tx, jobs }, ofDecision(id, actId, 'ACCOUNT_OPEN'), mail)
  })
}

/**
 * Closes a NEW report; `tellReporters` tells its reporter. Throws CONFLICT if it is closed, or another administrator works on its case;
 * FORBIDDEN where it is about the administrator and there is another one.
 */
export async function settleReport(
  { db }: Pick<Services, 'db'>,
  { admin, id, ...act }: ModerationRequest,
  status: 'REVIEWED' | 'ACTIONED',
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const report = await lockReport(tx, admin.id, id)
    if (report === null) throw new AppError('NOT_FOUND', 'There is no such report.')
    if (report.status !== 'NEW') throw new AppError('CONFLICT', 'This report was closed already.')
    if (!report.mayDecide) throw notYours()
    if (report.claimedBy !== null) throw claimed(report.claimedBy)
    await closeReport(tx, id, status)
    const action = status === 'REVIEWED' ? 'REVIEW_REPORT' : 'ACTION_REPORT'
    await recordOne(tx, { admin, action, targetType: 'REPORT', ...whyOf(act) }, id)
  })
}

/** Another administrator works on a case. */
export const claimed = (fullName: string) =>
  new AppError('CONFLICT', `${fullName} is working on this case. Take it over first.`)

/** Closes all open reports about a target; returns their number. `tellReporters` tells the reporters. */
export async function settleReportsAbout(
  tx: Tx,
  { admin, ...act }: Omit<ModerationRequest, 'id'>,
  target: CaseTarget,
  status: 'REVIEWED' | 'ACTIONED',
): Promise<number> {
  const ids = await closeReportsAbout(tx, target, status)
  const action = status === 'REVIEWED' ? 'REVIEW_REPORT' : 'ACTION_REPORT'
  await record(tx, { admin, action, targetType: 'REPORT', ...whyOf(act) }, ids)
  return ids.length
}

async function recordDeletion(
  { tx, jobs }: Within,
  admin: Viewer,
  listings: ModeratedListing[],
  why: Why,
): Promise<void> {
  const ids = listings.map(({ id }) => id)
  const acts = await record(tx, { admin, action: 'DELETE', targetType: 'LISTING', ...why }, ids)
  const owners = await findOwners(tx, [...new Set(listings.map(({ sellerId }) => sellerId))])
  const mails = owners.map((owner) => {
    const own = listings.filter(({ sellerId }) => sellerId === owner.id)
    const deleted = own.map(({ id, inMail }) => ({ ...inMail, actId: idOf(acts, id) }))
    return listingsDeletedMail({ ...owner, ...why, listings: deleted })
  })
  const notifications = listings.map(({ id, sellerId }) =>
    ofDecision(sellerId, idOf(acts, id), 'LISTING_DELETED', id),
  )
  await notify({ tx, jobs }, notifications)
  await jobs.enqueueMails(tx, mails)
}

interface Why {
  reason: string | null
  rule: RuleId | null
}

interface Act extends Why {
  admin: Viewer
  action: ModerationAction
  targetType: ModerationAct['targetType']
}

/** Returns the act's id. */
async function recordOne(tx: Tx, act: Act, targetId: number): Promise<number> {
  return idOf(await record(tx, act, [targetId]), targetId)
}

async function record(tx: Tx, { admin, targetType, ...act }: Act, targetIds: number[]) {
  return recordActs(
    tx,
    targetIds.map((id) => ({ ...act, admin_id: admin.id, target_type: targetType, target_id: id })),
  )
}

function idOf(acts: ReadonlyMap<number, number>, targetId: number): number {
  const id = acts.get(targetId)
  if (id === undefined) throw new Error(`The history has no act about ${targetId}.`)
  return id
}

const whyOf = ({ reason, rule }: Pick<ModerationRequest, 'reason' | 'rule'>): Why => ({
  reason: reason || null,
  rule: rule ?? null,
})
