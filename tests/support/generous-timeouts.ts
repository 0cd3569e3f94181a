import { timeouts } from '#server/db/timeouts.ts'

/**
 * Milliseconds. On a busy machine a queued request may take longer than Oja lets a person wait, and ends as
 * 503. Tests of other rules ignore that; tests/chaos and server/db keep the real limits.
 */
Object.assign(timeouts, {
  request: 90_000,
  statement: 90_000,
  lock: 60_000,
  connection: 60_000,
  unanswered: 100_000,
  probe: 60_000,
} satisfies Partial<typeof timeouts>)
