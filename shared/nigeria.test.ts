import { expect, test } from 'vitest'
import { isLgaOf, isState, lgasOf, roundPosition, states } from './nigeria.ts'

test('[DATA-STATES] the 36 states and the FCT, once each, in alphabetical order', () => {
  expect(states).toHaveLength(37)
  expect(new Set(states).size).toBe(37)
  expect(states.some((name) => /FCT|Federal Capital Territory|Abuja/.test(name))).toBe(true)
  expect(isState('Lagos')).toBe(true)
  expect(isState('Atlantis')).toBe(false)
  expect(isState('constructor')).toBe(false)
})

test('[DATA-LGAS] 774 local government areas, unique in each state', () => {
  const all = states.map((state) => lgasOf(state))
  expect(all.flat()).toHaveLength(774)
  for (const lgas of all) expect(new Set(lgas).size).toBe(lgas.length)
})

test.each([
  ['Lagos', 20],
  ['Kano', 44],
  ['Bayelsa', 8],
  ['Oyo', 33],
])('[DATA-LGAS] %s has %i', (state, count) => {
  expect(lgasOf(state)).toHaveLength(count)
})

test('[DATA-LGAS] an LGA belongs to its own state only', () => {
  expect(isLgaOf('Lagos', 'Ikeja')).toBe(true)
  expect(isLgaOf('Kano', 'Ikeja')).toBe(false)
  expect(isLgaOf('Atlantis', 'Ikeja')).toBe(false)
})

test('[NEAR-POSITION] a position is rounded to about 5 km, and there is none far outside Nigeria', () => {
  expect(roundPosition(6.5244, 3.3792)).toBe('6.50,3.40')
  expect(roundPosition(12.0022, 8.592)).toBe('12.00,8.60')
  for (const [latitude, longitude] of [
    [51.5, 3.4],
    [-6.5, 3.4],
    [6.5, -0.1],
    [6.5, 36.8],
    [2.9, 8],
    [15.1, 8],
    [9, 1.9],
    [9, 16.1],
  ] as const)
    expect(roundPosition(latitude, longitude)).toBeNull()
})
