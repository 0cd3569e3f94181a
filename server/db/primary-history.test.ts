import { expect, test } from 'vitest'
import { createPrimaryHistory, mostLag } from './primary-history.ts'

test('[REPLICA-LAG] what a replica has is as old as the last moment at which the primary had no more', () => {
  const history = createPrimaryHistory()
  expect(history.hasRecent(100)).toBe(false)
  history.note(0, 100)
  history.note(1000, 200)
  history.note(3000, 300)
  expect(history.lagOf(300)).toBe(0)
  expect(history.lagOf(299)).toBe(2000)
  expect(history.lagOf(100)).toBe(3000)
  expect(history.lagOf(99)).toBe(Number.POSITIVE_INFINITY)
})

test('[REPLICA-LAG] a primary that writes nothing leaves nobody behind, and one that is away grows nobody older', () => {
  const history = createPrimaryHistory()
  history.note(0, 100)
  history.note(60_000, 100)
  expect(history.lagOf(100)).toBe(0)
  history.note(61_000, 150)
  // It answers no more: what was recent stays so.
  expect(history.hasRecent(100)).toBe(true)
})

test('[REPLICA-LAG] nobody reads where something is missing for longer than allowed', () => {
  const history = createPrimaryHistory()
  for (let at = 0; at <= 4 * mostLag; at += 200) history.note(at, 1000 + at)
  expect(history.hasRecent(1000 + 3 * mostLag)).toBe(true)
  expect(history.hasRecent(1000 + 3 * mostLag - 400)).toBe(false)
})
