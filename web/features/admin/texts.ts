import type { ModerationAction } from '#shared/contract/admin.ts'
import { fullDate, inLagos } from '#web/lib/format.ts'

/** '12 Mar 2026', in Lagos. */
export const dayOf = (moment: string) => fullDate(moment).replace(/[a-z]+/i, (month) => month.slice(0, 3))

/** '12 Mar 2026, 14:05', in Lagos. */
export const momentOf = (moment: string) => `${dayOf(moment)}, ${inLagos(moment).toISOString().slice(11, 16)}`

/** '12 Mar' of '2026-03-12'. */
export const shortDay = (day: string) => dayOf(day).slice(0, -5)

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
