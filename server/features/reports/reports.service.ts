import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { findUndeletedListing } from '#server/features/listings/listings.public.ts'
import { readProfile } from '#server/features/users/users.public.ts'
import type { Report, ReportDraft } from '#shared/contract/reports.ts'
import { AppError } from '#shared/errors.ts'
import { hasConversationWith, insertReport } from './reports.db.ts'

/**
 * Reports a user or a listing to the administrators. Throws NOT_FOUND for a target that the viewer may not
 * see nor talked with, GONE for a deleted listing, FORBIDDEN for oneself and one's own listing, CONFLICT while an earlier
 * report by the viewer is open.
 */
export async function report(db: Db, viewer: Viewer, draft: ReportDraft): Promise<Report> {
  if (draft.targetType === 'LISTING') await checkListing(db, viewer, draft.targetId)
  else await checkUser(db, viewer, draft.targetId)
  const filed = await insertReport(db, viewer.id, draft)
  if (!filed) {
    const what = draft.targetType === 'LISTING' ? 'listing' : 'user'
    throw new AppError('CONFLICT', `You have reported this ${what} already. Our moderators will look at it.`)
  }
  return filed
}

async function checkListing(db: Db, viewer: Viewer, id: number): Promise<void> {
  const listing = await findUndeletedListing(db, id, viewer)
  if (listing.sellerId === viewer.id) throw new AppError('FORBIDDEN', 'You cannot report your own listing.')
}

async function checkUser(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (id === viewer.id) throw new AppError('FORBIDDEN', 'You cannot report yourself.')
  // Also an account that is leaving or banned: otherwise somebody who cheats escapes reports by asking for their deletion.
  if (!(await hasConversationWith(db, viewer.id, id))) await readProfile(db, id, viewer)
}
