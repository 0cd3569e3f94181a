import { expect, test } from 'vitest'
import { dayHeading, dayLabel, exactTime, isSameDay, shortTime } from './chat-time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test('[CHAT-DAYS] days are those of Lagos, an hour ahead of UTC', () => {
  expect(dayLabel('2026-11-21T00:10:00Z', now)).toBe('Today')
  expect(dayLabel('2026-11-20T23:10:00Z', now)).toBe('Today')
  expect(dayLabel('2026-11-20T22:50:00Z', now)).toBe('Yesterday')
  expect(dayLabel('2026-11-18T12:00:00Z', now)).toBe('Wednesday')
  expect(dayLabel('2026-03-08T12:00:00Z', now)).toBe('8 March')
  expect(dayLabel('2025-03-08T12:00:00Z', now)).toBe('8 March 2025')
  expect(dayHeading('2026-11-20T22:50:00Z', now)).toBe('Yesterday')
  expect(dayHeading('2026-11-16T12:00:00Z', now)).toBe('Monday 16 Nov')
  expect(dayHeading('2025-03-08T12:00:00Z', now)).toBe('Saturday 8 Mar 2025')
  expect(isSameDay('2026-11-20T23:10:00Z', '2026-11-21T22:59:00Z')).toBe(true)
  expect(isSameDay('2026-11-20T23:10:00Z', '2026-11-21T23:00:00Z')).toBe(false)
})

test('the exact time names the year', () => {
  expect(exactTime('2026-11-14T13:05:00Z')).toBe('14 November 2026, 14:05')
})

test('[CHAT-LIST] the list says it in few letters', () => {
  expect(shortTime('2026-11-21T11:59:40Z', now)).toBe('Just now')
  expect(shortTime('2026-11-21T11:55:00Z', now)).toBe('5 min')
  expect(shortTime('2026-11-21T09:00:00Z', now)).toBe('3 h')
  expect(shortTime('2026-11-20T20:00:00Z', now)).toBe('Yesterday')
  expect(shortTime('2026-09-14T20:00:00Z', now)).toBe('14 Sep')
  // A clock that is behind the server's makes no negative time.
  expect(shortTime('2026-11-21T12:00:30Z', now)).toBe('Just now')
})
