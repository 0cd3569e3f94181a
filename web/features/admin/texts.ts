import type { ModerationAction } from '#shared/contract/admin.ts'
import { clock, shortDate } from '#web/lib/dates.ts'

/** '12 Mar 2026, 14:05', in Lagos. */
export const momentOf = (moment: string) => `${shortDate(moment)}, ${clock(moment)}`

/** Why the buttons of a row are disabled. */
export const aboutYou = 'This is yours, or about you. Another administrator decides about it.'

/** '12 Mar' of '2026-03-12'. */
export const shortDay = (day: string) => shortDate(day).slice(0, -5)

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
