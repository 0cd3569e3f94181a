import type { ReportDraft } from './contract/reports.ts'

/** The most frequent reasons; each fills the text field, which stays editable. */
export const presetReasons = {
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
} as const satisfies Record<ReportDraft['targetType'], readonly string[]>

export type PresetReason = (typeof presetReasons)[ReportDraft['targetType']][number]
