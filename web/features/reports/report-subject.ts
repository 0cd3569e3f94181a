import type { ReportDraft } from '#shared/contract/reports.ts'

export interface ReportSubject {
  targetType: ReportDraft['targetType']
  targetId: number
  /** The listing's title or the user's name. */
  label: string
}

export const loginToReport = ({ targetType }: Pick<ReportSubject, 'targetType'>) =>
  `You need to be logged in to report ${targetType === 'LISTING' ? 'listings' : 'users'}.`
