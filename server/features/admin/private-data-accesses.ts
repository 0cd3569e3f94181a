import type { PrivateDataAccess } from '#server/core/session/account-accesses.db.ts'
import type { AdminListing, AdminUser } from '#shared/contract/admin.ts'
import type { Case } from '#shared/contract/cases.ts'
import type { QueueItem, QuotaOffender } from '#shared/contract/moderation-queue.ts'

/*
 * The accesses to private data that the responses of the administrators' endpoints contain. Data that a person sent to administrators (a
 * report, an appeal) and public data (an active listing, a name) are no access.
 */

export const accessesToUsers = (users: Pick<AdminUser, 'id'>[]): PrivateDataAccess[] =>
  users.map(({ id }) => ({ userId: id, kind: 'ACCOUNT' }))

export const accessesToOffenders = (offenders: QuotaOffender[]): PrivateDataAccess[] =>
  accessesToUsers(offenders.map(({ user }) => user))

/** Only listings that are not public. */
export const accessesToListings = (listings: AdminListing[]): PrivateDataAccess[] =>
  listings
    .filter(({ status, deletedAt, sellerAway }) => status === 'HIDDEN' || deletedAt || sellerAway)
    .map(({ sellerId }) => ({ userId: sellerId, kind: 'LISTING' }))

/** The record of the reported account, and what it and a reporter wrote to each other. */
export const accessesToCases = (cases: Case[]): PrivateDataAccess[] =>
  cases.flatMap(({ id: caseId, target, reports }): PrivateDataAccess[] => {
    if (!target) return []
    const talkers = reports.filter(({ messages }) => messages.length > 0).map(({ reporter }) => reporter.id)
    const inTalks = talkers.length > 0 ? [target.owner.id, ...talkers] : []
    return [
      { userId: target.owner.id, kind: 'CASE', caseId },
      ...inTalks.map((userId): PrivateDataAccess => ({ userId, kind: 'MESSAGES', caseId })),
    ]
  })

/** Held and warned messages, for both sides; held listings and reviews; reports of stolen phones. */
export const accessesToQueue = (items: QueueItem[]): PrivateDataAccess[] =>
  items.flatMap(
    ({ id: caseId, kind, owner, listing, like, message, evidence, reviews }): PrivateDataAccess[] => {
      const hidden = [listing, like].filter((one) => one?.state === 'HIDDEN' || one?.state === 'DELETED')
      const readers = [...(message ? [message.to] : []), ...(evidence?.warnings ?? []).map(({ to }) => to)]
      const writers = kind === 'MESSAGE' || kind === 'SENDER' || kind === 'THEFT' ? [owner] : []
      const reviewers = reviews.filter(({ isHeld }) => isHeld).map(({ reviewer }) => reviewer)
      return [
        ...hidden.flatMap((one) =>
          one ? [{ userId: one.seller.id, kind: 'LISTING', caseId } as const] : [],
        ),
        ...[...writers, ...readers, ...reviewers].map(
          (person): PrivateDataAccess => ({ userId: person.id, kind: 'HELD', caseId }),
        ),
      ]
    },
  )

/** The beginning of a message that was held. */
export const accessesToActs = (acts: { targetId: number; ownerId: number | null }[]): PrivateDataAccess[] =>
  acts.flatMap(({ targetId, ownerId }): PrivateDataAccess[] =>
    ownerId === null ? [] : [{ userId: ownerId, kind: 'HELD', caseId: targetId }],
  )
