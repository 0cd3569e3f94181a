import { expect, test } from 'vitest'
import type { Case } from '#shared/contract/cases.ts'
import { cannedReasons, keyOfReason, suggestedReason } from './case-reasons.ts'

/** Cases of one report each. */
const casesOf = (...reasons: string[]) => reasons.map((reason) => ({ reports: [{ reason }] }) as Case)
const ruleFor = (...reasons: string[]) =>
  cannedReasons.HIDE[suggestedReason('HIDE', casesOf(...reasons))]?.rule

test('[DESK-KEYS] the suggested rule is the one that most reports name, otherwise the last', () => {
  expect(ruleFor('Spam', 'Looks like a scam', 'Did not deliver')).toBe('fraud')
  expect(ruleFor('Spam')).toBe('spam')
  expect(ruleFor('Something of their own', 'Wrong price')).toBe('other')
  // A property of every object.
  expect(ruleFor('constructor')).toBe('other')
  expect(ruleFor()).toBe('other')
})

test('[DESK-KEYS] actions that name no rule suggest their first sentence; the tenth reason has the key 0', () => {
  expect(suggestedReason('DISMISS', casesOf('Spam'))).toBe(0)
  expect([0, 8, 9].map(keyOfReason)).toEqual(['1', '9', '0'])
})
