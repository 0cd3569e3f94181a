import type { Held, HoldDecision, HoldKind, HoldRule, Quota } from '#shared/contract/held.ts'

const kindNames: Record<HoldKind, string> = { LISTING: 'Listings', MESSAGE: 'Messages' }
export const kinds = Object.entries(kindNames)

const decisionNames: Record<HoldDecision | 'OPEN', string> = {
  OPEN: 'Waiting',
  RELEASE: 'Released',
  REJECT: 'Rejected',
  WITHDRAWN: 'Withdrawn',
}
export const decisions = Object.entries(decisionNames)
export const decisionName = (decision: Held['decision']) => decisionNames[decision ?? 'OPEN']

/** The rule, in words. */
export const ruleWords: Record<HoldRule, string> = {
  COPIES: 'Its seller has too many active listings that say the same.',
  TEXT_OF_ANOTHER: 'Another seller has an active listing with this description.',
  SAME_MESSAGE: 'The same text went to many conversations within an hour.',
}

export const quotaWords: Record<Quota, string> = {
  LISTINGS: 'listings a day',
  CONVERSATIONS: 'new chats a day',
  QUESTIONS: 'questions a day',
}
