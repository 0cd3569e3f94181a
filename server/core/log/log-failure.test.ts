import type { FastifyBaseLogger } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { logFailure } from './log-failure.ts'

/** A log that collects `[level, details]`. */
function collect() {
  const lines: [level: string, details: object][] = []
  const at = (level: string) => (details: object) => void lines.push([level, details])
  return { lines, log: { warn: at('warn'), error: at('error') } as unknown as FastifyBaseLogger }
}

test('what concerns all requests alike is logged once until callers may try again, with the number of other times', () => {
  let now = 1_000_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { lines, log } = collect()
  const away = new AppError('UNAVAILABLE', 'The store is away.', { retryAfter: 2 })
  const cause = new Error('connect ECONNREFUSED')
  for (let count = 0; count < 3; count += 1) logFailure(log, cause, away, 'request failed')
  logFailure(log, cause, new AppError('UNAVAILABLE', 'The disk is full.'), 'request failed')
  expect(lines).toEqual([
    ['error', { err: cause }],
    ['error', { err: cause }],
  ])
  now += 1999
  logFailure(log, cause, away, 'request failed')
  expect(lines).toHaveLength(2)
  now += 1
  for (let count = 0; count < 2; count += 1) logFailure(log, cause, away, 'request failed')
  expect(lines.slice(2)).toEqual([['error', { err: cause, suppressed: 3 }]])
})

test('every other failure is logged each time; one that is thrown on purpose is no error of the code', () => {
  const { lines, log } = collect()
  const failure = new AppError('INTERNAL', 'Something went wrong.')
  const bug = new TypeError('x is not a function')
  for (const error of [bug, bug, failure]) logFailure(log, error, failure, 'request failed')
  expect(lines.map(([level]) => level)).toEqual(['error', 'error', 'warn'])
})
