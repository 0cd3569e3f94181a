import type { Case, CaseAction } from '#shared/contract/cases.ts'
import type { PresetReason } from '#shared/report-reasons.ts'
import { type RuleId, rules } from '#shared/rules.ts'

/** A canned reason: a rule of the market, which the owner sees, or a sentence for the history. */
export interface CannedReason {
  label: string
  rule?: RuleId
  reason?: string
}

const byRule: CannedReason[] = rules.map(({ id, title }) => ({ label: title, rule: id }))
const sentences = (...texts: string[]): CannedReason[] => texts.map((text) => ({ label: text, reason: text }))

/** The canned reasons of each action; 1 to 9 and 0 choose them. */
export const cannedReasons: Record<CaseAction, CannedReason[]> = {
  HIDE: byRule,
  DELETE: byRule,
  BAN: byRule,
  DISMISS: sentences(
    'Breaks no rule',
    'Not enough to act on',
    'Settled between the two',
    'Reported by mistake',
    'Report was not honest',
  ),
  ACTION: sentences(
    'Warned the owner',
    'Already hidden or deleted',
    'Corrected by the owner',
    'Dealt with in another case',
  ),
}

/** The key of a canned reason by its position: 1 to 9, then 0. */
export const keyOfReason = (index: number) => String((index + 1) % 10)

/** The rule that each preset reason of reports names; null: it breaks none. */
const ruleOfReason: Record<PresetReason, RuleId | null> = {
  'Looks like a scam': 'fraud',
  'Scam or fraud': 'fraud',
  'Did not deliver': 'fraud',
  Impersonation: 'fraud',
  'Misleading photos or text': 'copied',
  'Wrong category': 'wrong-place',
  'Counterfeit item': 'prohibited',
  'Prohibited item': 'prohibited',
  'Sells prohibited items': 'prohibited',
  'Rude or threatening': 'abuse',
  Spam: 'spam',
  'Already sold': null,
  'Wrong price': null,
}

/** The position of the reason that fits the reports best: the rule that most of them name, or else the first. */
export function suggestedReason(action: CaseAction, cases: Case[]): number {
  const reasons = cannedReasons[action]
  if (reasons !== byRule) return 0
  const votes = new Map<RuleId, number>()
  for (const { reason } of cases.flatMap(({ reports }) => reports)) {
    // A reason may also be the reporter's own words.
    const rule = Object.hasOwn(ruleOfReason, reason) && ruleOfReason[reason as PresetReason]
    if (rule) votes.set(rule, (votes.get(rule) ?? 0) + 1)
  }
  const [best] = [...votes].sort(([, one], [, other]) => other - one)
  return reasons.findIndex(({ rule }) => rule === (best?.[0] ?? 'other'))
}
