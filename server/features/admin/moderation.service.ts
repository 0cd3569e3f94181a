import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  featureListing,
  hideListing,
  removeListing,
  removeListings,
  showListing,
} from '#server/features/listings/moderation.service.ts'
import { banUser, unbanUser } from '#server/features/users/bans.service.ts'
import type {
  AdminListing,
  AdminReport,
  AdminUser,
  ModerationAct,
  ModerationAction,
} from '#shared/contract/admin.ts'
import { AppError } from '#shared/errors.ts'
import {
  bannedMail,
  listingHiddenMail,
  listingShownMail,
  listingsDeletedMail,
  unbannedMail,
} from './admin.mails.ts'
import { readAdminListing } from './admin.service.ts'
import { signRelease } from './held.db.ts'
import { recordActs } from './history.db.ts'
import { closeReport, findReport, lockReport } from './reports.db.ts'
import { findOwners, findUser } from './users.db.ts'

type Services = Pick<Context, 'db' | 'jobs' | 'realtime'>

/** Who does it, to what, and why; the reason is told to its owner. */
export interface Act {
  admin: Viewer
  id: number
  reason?: string | undefined
}

// Each act, its line of the history and its mail are one transaction: all of them, or none.

export async function setListingStatus(
  { db, jobs }: Services,
  { admin, id, ...act }: Act,
  status: 'ACTIVE' | 'HIDDEN',
): Promise<AdminListing> {
  const reason = reasonOf(act)
  await inTransaction(db, async (tx) => {
    const hides = status === 'HIDDEN'
    const listing = hides ? await hideListing(tx, admin, id, reason) : await showListing(tx, admin, id)
    if (!hides) await signRelease(tx, id, { reason, adminId: admin.id })
    await record(tx, admin, hides ? 'HIDE' : 'SHOW', 'LISTING', [id], reason)
    const write = hides ? listingHiddenMail : listingShownMail
    for (const { email } of await findOwners(tx, [listing.sellerId]))
      await jobs.enqueueMail(tx, write({ to: email, title: listing.title, reason }))
  })
  return readAdminListing(db, id)
}

export async function setFeatured(
  { db }: Services,
  { admin, id, ...act }: Act,
  until: string | null,
): Promise<AdminListing> {
  await inTransaction(db, async (tx) => {
    await featureListing(tx, admin, id, until === null ? null : new Date(until))
    await record(tx, admin, until === null ? 'UNFEATURE' : 'FEATURE', 'LISTING', [id], reasonOf(act))
  })
  return readAdminListing(db, id)
}

export async function deleteOne(services: Services, { admin, id, ...act }: Act): Promise<void> {
  const reason = reasonOf(act)
  await inTransaction(services.db, async (tx) => {
    const listing = await removeListing(tx, admin, id, reason)
    await recordDeletion(services, tx, admin, [listing], reason)
  })
}

/** Deletes those that are not deleted yet; answers how many. */
export async function deleteMany(
  services: Services,
  { admin, ids, ...act }: Omit<Act, 'id'> & { ids: number[] },
): Promise<number> {
  const reason = reasonOf(act)
  return inTransaction(services.db, async (tx) => {
    const listings = await removeListings(tx, admin, ids, reason)
    await recordDeletion(services, tx, admin, listings, reason)
    return listings.length
  })
}

export async function ban(services: Services, { admin, id, ...act }: Act): Promise<AdminUser> {
  const { db, jobs, realtime } = services
  const reason = reasonOf(act)
  await inTransaction(db, async (tx) => {
    const { email, username } = await banUser(tx, admin, id)
    await record(tx, admin, 'BAN', 'USER', [id], reason)
    await jobs.enqueueMail(tx, bannedMail({ to: email, username, reason }))
  })
  realtime.disconnectUser(id)
  return readUser(services, id)
}

export async function unban(services: Services, { admin, id, ...act }: Act): Promise<AdminUser> {
  const { db, jobs } = services
  const reason = reasonOf(act)
  await inTransaction(db, async (tx) => {
    const { email, username } = await unbanUser(tx, admin, id)
    await record(tx, admin, 'UNBAN', 'USER', [id], reason)
    await jobs.enqueueMail(tx, unbannedMail({ to: email, username, reason }))
  })
  return readUser(services, id)
}

/** Closes a NEW report; CONFLICT where it is closed. */
export async function settleReport(
  { db }: Services,
  { admin, id, ...act }: Act,
  status: 'REVIEWED' | 'ACTIONED',
): Promise<AdminReport> {
  await inTransaction(db, async (tx) => {
    const before = await lockReport(tx, id)
    if (before === null) throw noReport()
    if (before !== 'NEW') throw new AppError('CONFLICT', 'This report was closed already.')
    await closeReport(tx, id, status)
    await record(
      tx,
      admin,
      status === 'REVIEWED' ? 'REVIEW_REPORT' : 'ACTION_REPORT',
      'REPORT',
      [id],
      reasonOf(act),
    )
  })
  const report = await findReport(db, id)
  if (!report) throw noReport()
  return report
}

async function recordDeletion(
  { jobs }: Services,
  tx: Tx,
  admin: Viewer,
  listings: { id: number; sellerId: number; title: string }[],
  reason: string | null,
): Promise<void> {
  await record(
    tx,
    admin,
    'DELETE',
    'LISTING',
    listings.map(({ id }) => id),
    reason,
  )
  const owners = await findOwners(tx, [...new Set(listings.map(({ sellerId }) => sellerId))])
  const mails = owners.map((owner) => {
    const titles = listings.filter(({ sellerId }) => sellerId === owner.id).map(({ title }) => title)
    return listingsDeletedMail({ to: owner.email, titles, reason })
  })
  await jobs.enqueueMails(tx, mails)
}

async function record(
  tx: Tx,
  admin: Viewer,
  action: ModerationAction,
  targetType: ModerationAct['targetType'],
  targetIds: number[],
  reason: string | null,
): Promise<void> {
  await recordActs(
    tx,
    targetIds.map((id) => ({ admin_id: admin.id, action, target_type: targetType, target_id: id, reason })),
  )
}

async function readUser({ db }: Services, id: number): Promise<AdminUser> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.')
  return user
}

const reasonOf = ({ reason }: { reason?: string | undefined }) => reason || null
const noReport = () => new AppError('NOT_FOUND', 'There is no such report.')
