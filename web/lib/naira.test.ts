import { expect, test } from 'vitest'
import { caretAfterGrouping, groupNaira, groupWhileTyping, parseNaira } from './naira.ts'

test.each([
  ['250000', 250_000],
  ['₦1,250,000', 1_250_000],
  ['NGN 1 250 000.50', 1_250_000.5],
  ['N45,000', 45_000],
  ['₦ 1 250 000', 1_250_000],
  ['1.250.000', 1_250_000],
  ['5000 naira', 5000],
  ['250k', 250_000],
  ['1.5m', 1_500_000],
  ['0', 0],
  ['-5', -5],
  ['0.1', 0.1],
  ['19.999', 20],
  ['1.', 1],
])('[SELL-PRICE-TYPED] %s is a price', (text, amount) => {
  expect(parseNaira(text)).toBe(amount)
})

test.each(['', 'abc', '12abc', '1.2.3', '1.250.00', 'k', '₦', '5 k 3', '9'.repeat(400)])(
  '"%s" is none',
  (text) => {
    expect(parseNaira(text)).toBeUndefined()
  },
)

test('prices are grouped while typing', () => {
  expect(groupWhileTyping('1250000')).toBe('1,250,000')
  expect(groupWhileTyping('1,2500')).toBe('12,500')
  expect(groupWhileTyping('₦1,250,000')).toBe('1,250,000')
  expect(groupWhileTyping('007')).toBe('7')
  expect(groupWhileTyping('1250.')).toBe('1,250.')
  expect(groupWhileTyping('1250.5')).toBe('1,250.5')
  expect(groupWhileTyping('25k')).toBe('25k')
  expect(groupWhileTyping('-5')).toBe('-5')
  expect(groupNaira(1_250_000.5)).toBe('1,250,000.5')
  expect(groupNaira(undefined)).toBe('')
  // Of an address.
  expect(groupNaira(Number('abc'))).toBe('')
})

test('the caret stays behind the typed digit', () => {
  expect(caretAfterGrouping('12500', 5, '12,500')).toBe(6)
  expect(caretAfterGrouping('9250,000', 1, '9,250,000')).toBe(1)
  expect(caretAfterGrouping('1,9250,000', 3, '19,250,000')).toBe(2)
})
