import type { ModerationAction } from '#shared/contract/admin.ts'

export const actionLabels: Record<ModerationAction, string> = {
  HIDE: 'Hid listing',
  SHOW: 'Showed listing',
  DELETE: 'Deleted listing',
  FEATURE: 'Featured listing',
  UNFEATURE: 'Unfeatured listing',
  BAN: 'Banned user',
  UNBAN: 'Unbanned user',
  REVIEW_REPORT: 'Reviewed report',
  ACTION_REPORT: 'Actioned report',
  RELEASE: 'Released',
  REJECT: 'Rejected',
  WAIT: 'Messages wait',
}
