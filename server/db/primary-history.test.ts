import { expect, test } from 'vitest'
import { createPrimaryHistory, maxLag } from './primary-history.ts'

test('[REPLICA-LAG] a replica is as current as the last moment at which the primary had no more', () => {
  const history = createPrimaryHistory()
  expect(history.hasRecent(100)).toBe(false)
  history.record(0, 100)
  history.record(1000, 200)
  history.record(3000, 300)
  expect(history.lagOf(300)).toBe(0)
  expect(history.lagOf(299)).toBe(2000)
  expect(history.lagOf(100)).toBe(3000)
  expect(history.lagOf(99)).toBe(Number.POSITIVE_INFINITY)
})

test('[REPLICA-LAG] an idle primary does not age replicas, nor does one that is down', () => {
  const history = createPrimaryHistory()
  history.record(0, 100)
  history.record(60_000, 100)
  expect(history.lagOf(100)).toBe(0)
  history.record(61_000, 150)
  // It no longer responds: what was recent stays so.
  expect(history.hasRecent(100)).toBe(true)
})

test('[REPLICA-LAG] a replica that lacks data for too long gets no reads', () => {
  const history = createPrimaryHistory()
  for (let at = 0; at <= 4 * maxLag; at += 200) history.record(at, 1000 + at)
  expect(history.hasRecent(1000 + 3 * maxLag)).toBe(true)
  expect(history.hasRecent(1000 + 3 * maxLag - 400)).toBe(false)
})
