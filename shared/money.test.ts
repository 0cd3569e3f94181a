import { expect, test } from 'vitest'
import { formatCount, formatNaira, koboToNaira, nairaToKobo } from './money.ts'

test.each([
  [0, '₦0'],
  [100, '₦1'],
  [12_500_000, '₦125,000'],
  [4_512_345, '₦45,123'],
  [1_000_000_000_000, '₦10,000,000,000'],
])('[DATA-NAIRA] %i kobo are shown as %s', (kobo, shown) => {
  expect(formatNaira(kobo)).toBe(shown)
})

test.each([
  [125_000, 12_500_000],
  [0.29, 29],
  [1.005, 101],
  [19.99, 1999],
])('[DATA-KOBO] ₦%d are %i kobo', (naira, kobo) => {
  expect(Math.abs(nairaToKobo(naira) - kobo)).toBeLessThanOrEqual(1)
  expect(Number.isInteger(nairaToKobo(naira))).toBe(true)
})

test('[DATA-KOBO] whole kobo survive a round trip', () => {
  for (let kobo = 0; kobo < 100_000; kobo += 7) expect(nairaToKobo(koboToNaira(kobo))).toBe(kobo)
})

test('counts have thousands separators', () => {
  expect(formatCount(1204)).toBe('1,204')
  expect([-125, -1250].map(formatCount)).toEqual(['-125', '-1,250'])
})
