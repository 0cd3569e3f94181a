import { expect, test } from 'vitest'
import { imeiDigits, imeiProblem } from './imei.ts'

const valid = ['490154203237518', '356938035643809']

test('[PASSPORT-ENTER] the check digit tells a number from one with a wrong digit', () => {
  for (const imei of valid) {
    expect(imeiProblem(imei)).toBeNull()
    for (let at = 0; at < imei.length; at += 1) {
      const wrong = imei.slice(0, at) + ((Number(imei[at]) + 1) % 10) + imei.slice(at + 1)
      expect(imeiProblem(wrong), wrong).toBe(
        'One of the digits is wrong. Compare them with what *#06# shows.',
      )
    }
  }
})

test.each([
  ['49015420323751A', 'An IMEI has only digits. Dial *#06# to see it.'],
  ['49015420323751', 'An IMEI has 15 digits, and here are 14. Dial *#06# to see it.'],
  ['000000000000000', 'This is not the number of a phone. Dial *#06# to see it.'],
])('[PASSPORT-ENTER] %s: %s', (digits, problem) => {
  expect(imeiProblem(digits)).toBe(problem)
})

test('[PASSPORT-ENTER] spaces, hyphens, dots and the software version are no part of the number', () => {
  for (const typed of [
    '49-015420-323751-8',
    '49 015420 323751 8',
    '490154203237518 / 01',
    '49.015420.323751.8',
    // As phones and documents copy it: with marks of the reading direction, hyphens that do not break, dashes.
    '\u202A49 015420 323751 8\u202C',
    '49\u2011015420\u2011323751\u20118\u200B',
    '49\u2013015420\u2013323751\u20138',
  ])
    expect(imeiDigits(typed)).toBe('490154203237518')
})
