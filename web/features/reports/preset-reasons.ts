import type { ReportDraft } from '#shared/contract/reports.ts'

/** What is reported most; each fills the reason, which may then be changed. */
export const presetReasons: Record<ReportDraft['targetType'], readonly string[]> = {
  LISTING: [
    'Looks like a scam',
    'Already sold',
    'Misleading photos or text',
    'Wrong price',
    'Wrong category',
    'Counterfeit item',
    'Prohibited item',
  ],
  USER: [
    'Scam or fraud',
    'Did not deliver',
    'Rude or threatening',
    'Impersonation',
    'Sells prohibited items',
    'Spam',
  ],
}
