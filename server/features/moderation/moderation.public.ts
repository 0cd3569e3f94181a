/** What other features may use of moderation: first what limits and holds back, then what administrators do. */
export { waitForBans } from './bans.db.ts'
export { claimTime } from './case-claims.db.ts'
export { readDigest } from './copies.db.ts'
export { holdListing, publishOrHold, suspectListing } from './copies.service.ts'
export { actLabel, findActs, wasOverturned } from './history.db.ts'
export { mayDecide, mayDecideItem, mayDecideReport } from './may-decide.db.ts'
export { holdMessage, judgeRepeatedText } from './message-checks.service.ts'
export {
  ban,
  deleteMany,
  deleteOne,
  setFeatured,
  setListingStatus,
  settleReport,
  unban,
} from './moderation-actions.service.ts'
export { findQueue } from './moderation-queue.db.ts'
export { decide, overturnDecision } from './moderation-queue.service.ts'
export { holdFlaggedPhone, holdStolenPhones, lockImei, withdrawPhone } from './phone-holds.db.ts'
export { photoMatchOf } from './photo-copies.db.ts'
export { findCopiedPhotos, flagPhotos, matchOf, photoNotice, suspectPhotos } from './photo-copies.service.ts'
export type { DecisionEvents, DeliverMessage, RemovedReview } from './queue-decisions.service.ts'
export { insertHold } from './queue-items.db.ts'
export { findQuotaOffenders } from './quotas.db.ts'
export { readQuotaError, withinQuota, withQuotaLock } from './quotas.service.ts'
export { revertAct } from './revert-act.service.ts'
export { lockWait } from './senders.db.ts'
export { holdOftenWarnedSender } from './senders.service.ts'
export { claimCases, settleCases } from './settle-cases.service.ts'
export { holdReported } from './suspect-reviews.db.ts'
export { judgeReview } from './suspect-reviews.service.ts'
