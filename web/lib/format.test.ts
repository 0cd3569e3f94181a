import { expect, test } from 'vitest'
import { fullDate, monthAndYear, pluralise, timeAgo, timeAgoInline } from './format.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T11:59:30Z', 'Just now'],
  ['2026-03-01T11:59:00Z', '1 minute ago'],
  ['2026-03-01T10:00:00Z', '2 hours ago'],
  ['2026-02-27T12:00:00Z', '2 days ago'],
  ['2026-02-22T12:00:00Z', '1 week ago'],
  ['2026-02-10T12:00:00Z', '2 weeks ago'],
  ['2025-12-01T12:00:00Z', '3 months ago'],
  ['2024-02-01T12:00:00Z', '2 years ago'],
  ['2026-03-01T12:00:05Z', 'Just now'],
])('[DETAIL-AGO] %s is %s', (moment, says) => {
  expect(timeAgo(moment, now)).toBe(says)
})

test('[DETAIL-AGO] Recently when the time is missing', () => {
  expect(timeAgo(undefined, now)).toBe('Recently')
  expect(timeAgo(null, now)).toBe('Recently')
})

test('[PROFILE-HEADER] the day and the month in Lagos time', () => {
  expect(monthAndYear('2023-03-31T23:30:00Z')).toBe('April 2023')
  expect(fullDate('2023-03-31T23:30:00Z')).toBe('1 April 2023')
})

test('[STATUS-WORDS] inside a line the time begins with a lower-case letter', () => {
  expect(`Posted ${timeAgoInline('2026-03-01T11:59:30Z', now)}`).toBe('Posted just now')
  expect(`Last used ${timeAgoInline(null, now)}`).toBe('Last used recently')
})

test('one of something, and many with separators', () => {
  expect(pluralise(1, 'person', 'people')).toBe('1 person')
  expect(pluralise(1204, 'review')).toBe('1,204 reviews')
})
