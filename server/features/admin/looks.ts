import type { Look } from '#server/core/session/account-accesses.db.ts'
import type { AdminListing, AdminUser } from '#shared/contract/admin.ts'
import type { Case } from '#shared/contract/cases.ts'
import type { QueueItem, QuotaOffender } from '#shared/contract/moderation-queue.ts'

/*
 * Whose private data the answers to administrators show. What a person sent to administrators (a report, an appeal) and what
 * everybody may read (an active listing, a name) is no look at anybody.
 */

export const looksAtUsers = (users: Pick<AdminUser, 'id'>[]): Look[] =>
  users.map(({ id }) => ({ userId: id, kind: 'ACCOUNT' }))

export const looksAtOffenders = (offenders: QuotaOffender[]): Look[] =>
  looksAtUsers(offenders.map(({ user }) => user))

/** Listings that others do not see. */
export const looksAtListings = (listings: AdminListing[]): Look[] =>
  listings
    .filter(({ status, deletedAt, sellerAway }) => status === 'HIDDEN' || deletedAt || sellerAway)
    .map(({ sellerId }) => ({ userId: sellerId, kind: 'LISTING' }))

/** The record of the reported account, and what it and a reporter wrote to each other. */
export const looksAtCases = (cases: Case[]): Look[] =>
  cases.flatMap(({ id: caseId, target, reports }): Look[] => {
    if (!target) return []
    const talkers = reports.filter(({ messages }) => messages.length > 0).map(({ reporter }) => reporter.id)
    const inTalks = talkers.length > 0 ? [target.owner.id, ...talkers] : []
    return [
      { userId: target.owner.id, kind: 'CASE', caseId },
      ...inTalks.map((userId): Look => ({ userId, kind: 'MESSAGES', caseId })),
    ]
  })

/** Held and warned messages, for both sides; held listings and reviews; reports of stolen phones. */
export const looksAtQueue = (items: QueueItem[]): Look[] =>
  items.flatMap(({ id: caseId, kind, owner, listing, message, evidence, reviews }): Look[] => {
    const isHidden = listing?.state === 'HIDDEN' || listing?.state === 'DELETED'
    const readers = [...(message ? [message.to] : []), ...(evidence?.warnings ?? []).map(({ to }) => to)]
    const writers = kind === 'MESSAGE' || kind === 'SENDER' || kind === 'THEFT' ? [owner] : []
    const reviewers = reviews.filter(({ isHeld }) => isHeld).map(({ reviewer }) => reviewer)
    return [
      ...(isHidden ? [{ userId: listing.seller.id, kind: 'LISTING', caseId } as const] : []),
      ...[...writers, ...readers, ...reviewers].map(
        (person): Look => ({ userId: person.id, kind: 'HELD', caseId }),
      ),
    ]
  })

/** The beginning of a message that was held. */
export const looksAtActs = (
  acts: { targetType: string; targetId: number; ownerId: number | null }[],
): Look[] =>
  acts.flatMap(({ targetType, targetId, ownerId }): Look[] =>
    targetType === 'MESSAGE' && ownerId !== null ? [{ userId: ownerId, kind: 'HELD', caseId: targetId }] : [],
  )
