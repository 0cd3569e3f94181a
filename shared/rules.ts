/**
 * The rules of the market, in the order of the page /rules, where each id is an anchor, and of the choice of moderators. Notices name
 * them by title: what was done against the rule.
 */
export const rules = [
  {
    id: 'prohibited',
    title: 'Prohibited item',
    text: 'Offer only what the law allows you to sell.',
  },
  {
    id: 'fraud',
    title: 'Fraud or attempted fraud',
    text: 'Do not deceive anyone about the goods, the price, the payment or who you are.',
  },
  {
    id: 'copied',
    title: 'Copied photos or text',
    text: 'Show the very item that you sell, in your own photos and words.',
  },
  {
    id: 'wrong-place',
    title: 'Wrong category or place',
    text: 'Put a listing where people look for it: in its category, state and LGA.',
  },
  {
    id: 'duplicate',
    title: 'Offered more than once',
    text: 'Post each item once, from one account.',
  },
  {
    id: 'contact-in-text',
    title: 'Phone number or link in the text',
    text: 'Leave phone numbers, e-mail addresses and links out of titles, descriptions and photos.',
  },
  {
    id: 'abuse',
    title: 'Abuse or threats',
    text: 'Do not insult, threaten, harass or expose anyone.',
  },
  {
    id: 'spam',
    title: 'Spam',
    text: 'Write to people about what they sell or asked for, not the same text to many.',
  },
  {
    id: 'stolen',
    title: 'Stolen goods',
    text: 'Offer only what is yours, or what its owner asked you to sell.',
  },
  {
    id: 'other',
    title: 'Other harm',
    text: 'Do not use the market against the people in it or against the law, in a way that no rule above names.',
  },
] as const

export type RuleId = (typeof rules)[number]['id']

/** The page of all rules, root-relative. */
export const rulesPath = '/rules'

/** The anchor of a rule there. */
export const rulePath = (id: RuleId) => `${rulesPath}#${id}`

/** The page of one's own decisions, root-relative. */
export const decisionsPath = '/appeal'

/** The page of one decision, by the token of its signed link. */
export const decisionPath = (token: string) => `${decisionsPath}?token=${encodeURIComponent(token)}`

export function ruleTitle(id: RuleId): string {
  return rules.find((rule) => rule.id === id)?.title ?? id
}
