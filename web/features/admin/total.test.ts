import { expect, test } from 'vitest'
import { counted } from './total.tsx'

test.each([
  [0, 'users', '0 users'],
  [1, 'held-back items', '1 held-back item'],
  [1204, 'listings', '1,204 listings'],
])('%i %s', (total, what, text) => {
  expect(counted(total, what)).toBe(text)
})

test('more than were counted', () => {
  expect(counted(1000, 'cases', false)).toBe('1,000+ cases')
})
