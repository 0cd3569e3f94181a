import { type Authorized, authorizeAdmin } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { dayMs } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { lockForModeration, type ModeratedListing, writeModeration } from './listing-moderation.db.ts'
import { requireDecider } from './may-decide.service.ts'
import { isFlaggedAsStolen } from './phone-holds.db.ts'

// What administrators do with other people's listings. Each function locks the listing in the caller's transaction and returns
// its state before. Throws NOT_FOUND for an unknown listing, GONE for a deleted one, FORBIDDEN for their own where there is another
// administrator.

/** Hides a listing, also one that its owner hid or that ended: its owner cannot show it from then on. CONFLICT where a moderator hid it. */
export async function hideListing(
  tx: Db,
  admin: Viewer,
  id: number,
  reason: string | null,
): Promise<ModeratedListing> {
  const listing = await lockOne(tx, admin, id)
  const { status, hiddenByModerator } = listing[0]
  if (status === 'HIDDEN' && hiddenByModerator)
    throw new AppError('CONFLICT', 'This listing is hidden already.')
  await writeModeration(tx, listing, {
    status: 'HIDDEN',
    hidden_by_moderator: true,
    moderation_reason: reason,
  })
  return listing[0]
}

/** Rejects a held listing: it stays hidden, with a reason. CONFLICT if it is shown already. */
export async function refuseHeldListing(
  tx: Db,
  admin: Viewer,
  id: number,
  reason: string | null,
): Promise<ModeratedListing> {
  const listing = await lockOne(tx, admin, id)
  if (listing[0].status !== 'HIDDEN') throw new AppError('CONFLICT', 'This listing is shown already.')
  await writeModeration(tx, listing, { moderation_reason: reason })
  return listing[0]
}

/**
 * Shows a hidden listing again, whether its owner or an administrator hid it: as ACTIVE, or as SOLD if it was sold before. CONFLICT if it is
 * not hidden, or is for sale then and its phone is reported stolen; VALIDATION_FAILED where it was not sold.
 */
export async function showListing(
  tx: Db,
  admin: Viewer,
  id: number,
  status: 'ACTIVE' | 'SOLD',
): Promise<ModeratedListing> {
  const listing = await lockOne(tx, admin, id)
  if (status === 'SOLD' && !listing[0].wasSold)
    throw invalidField('status', 'Only a hidden listing that was sold before can be shown as sold.')
  if (listing[0].status !== 'HIDDEN')
    throw new AppError('CONFLICT', 'This listing is not hidden: only a hidden one can be shown again.')
  if (status === 'ACTIVE') await requireHonestPhone(tx, id)
  await writeModeration(tx, listing, {
    status,
    hidden_by_moderator: false,
    moderation_reason: null,
  })
  return listing[0]
}

/**
 * Releases a held listing: it is active, or stays hidden where its owner or its end had hidden it. CONFLICT if it is shown already, or its
 * phone is reported stolen.
 */
export async function releaseListing(tx: Db, admin: Viewer, id: number): Promise<ModeratedListing> {
  const listing = await lockOne(tx, admin, id)
  if (listing[0].status !== 'HIDDEN') throw new AppError('CONFLICT', 'This listing is shown already.')
  if (!listing[0].wasHidden) await requireHonestPhone(tx, id)
  await writeModeration(tx, listing, {
    hidden_by_moderator: false,
    moderation_reason: null,
    ...(!listing[0].wasHidden && { status: 'ACTIVE' }),
  })
  return listing[0]
}

/**
 * Reverts a moderator's hiding: the listing is shown in the status that it had, or stays hidden if it was hidden before. CONFLICT where
 * no moderator hides it, or its phone is reported stolen.
 */
export async function revertHiding(tx: Db, admin: Viewer, id: number): Promise<void> {
  const listing = await lockOne(tx, admin, id)
  if (!listing[0].hiddenByModerator)
    throw new AppError('CONFLICT', 'This listing is not hidden: only a hidden one can be shown again.')
  const shown = unhidden(listing[0])
  if (shown.status === 'ACTIVE') await requireHonestPhone(tx, id)
  await writeModeration(tx, listing, shown)
}

/**
 * Brings back a deleted listing in the status that it had; a moderator's earlier hiding is reverted. CONFLICT where it is
 * not deleted, or its account is. The caller has checked that the administrator may decide about it.
 */
export async function restoreListing(tx: Db, admin: Viewer, id: number): Promise<void> {
  const [found] = await lockForModeration(tx, [id])
  if (!found?.deletedAt) throw new AppError('CONFLICT', 'This listing is not deleted.')
  if (Date.now() - found.deletedAt.getTime() > thresholds.retention.deletedListing * dayMs)
    throw new AppError('CONFLICT', 'This listing was deleted so long ago that its words and photos are gone.')
  await writeModeration(tx, authorizeAdmin([found], admin), {
    deleted_at: null,
    ...unhidden(found),
  })
}

/** Features an active listing until a future time; null ends it. CONFLICT if that changes nothing. */
export async function featureListing(
  tx: Db,
  admin: Viewer,
  id: number,
  until: Date | null,
): Promise<ModeratedListing> {
  const listing = await lockOne(tx, admin, id)
  const { status, featuredUntil } = listing[0]
  const now = new Date()
  if (until && until <= now) throw invalidField('until', 'Please choose a moment to come.')
  if (until && status !== 'ACTIVE') throw new AppError('CONFLICT', 'Only active listings can be featured.')
  if (!until && (!featuredUntil || featuredUntil <= now))
    throw new AppError('CONFLICT', 'This listing is not featured.')
  await writeModeration(tx, listing, { featured_until: until })
  return listing[0]
}

/** Soft-deletes a listing. */
export async function removeListing(
  tx: Db,
  admin: Viewer,
  id: number,
  reason: string | null,
): Promise<ModeratedListing> {
  const listing = await lockOne(tx, admin, id)
  await writeModeration(tx, listing, { deleted_at: new Date(), moderation_reason: reason })
  return listing[0]
}

/** Soft-deletes those of the listings that are not deleted yet; returns them. */
export async function removeListings(
  tx: Db,
  admin: Viewer,
  ids: number[],
  reason: string | null,
): Promise<ModeratedListing[]> {
  const found = await lockForModeration(tx, ids)
  const left = authorizeAdmin(
    found.filter(({ deletedAt }) => deletedAt === null),
    admin,
  )
  if (left.some(({ sellerId }) => sellerId === admin.id)) await requireDecider(tx, admin, admin.id)
  if (left.length > 0) await writeModeration(tx, left, { deleted_at: new Date(), moderation_reason: reason })
  return left
}

function unhidden({ hiddenByModerator, wasHidden, wasSold }: ModeratedListing) {
  const isShown = hiddenByModerator && !wasHidden
  return {
    hidden_by_moderator: false,
    moderation_reason: null,
    ...(isShown && { status: wasSold ? ('SOLD' as const) : ('ACTIVE' as const) }),
  }
}

/** A listing whose phone was confirmed as stolen meanwhile is not for sale again before a moderator decides about that. */
async function requireHonestPhone(tx: Db, id: number): Promise<void> {
  if (await isFlaggedAsStolen(tx, id))
    throw new AppError(
      'CONFLICT',
      'Its phone is reported stolen. Decide about that in the review queue first.',
    )
}

async function lockOne(tx: Db, admin: Viewer, id: number): Promise<Authorized<[ModeratedListing]>> {
  const [listing] = await lockForModeration(tx, [id])
  if (!listing) throw new AppError('NOT_FOUND', 'There is no such listing.')
  if (listing.deletedAt) throw new AppError('GONE', 'This listing was deleted.')
  await requireDecider(tx, admin, listing.sellerId)
  return authorizeAdmin([listing], admin)
}
