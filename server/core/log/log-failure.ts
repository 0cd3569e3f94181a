import type { FastifyBaseLogger } from 'fastify'
import type { AppError } from '#shared/errors.ts'

/** Seconds between two lines about the same failure; at least the `Retry-After` that callers get. */
const logIntervalSeconds = 1

interface Logged {
  nextLineAt: number
  suppressed: number
}

/** By error code and message; 503 only. */
const logged = new Map<string, Logged>()

/**
 * Logs a failure on the server's side. A 503 (database down, disk full, overload) concerns all requests alike,
 * so each kind is logged once per `Retry-After`, at least a second apart, with the number of suppressed lines;
 * otherwise the log could fill a disk.
 */
export function logFailure(log: FastifyBaseLogger, error: unknown, known: AppError, line: string): void {
  // An error thrown on purpose is no defect of the code.
  const level = known === error ? 'warn' : 'error'
  if (known.status !== 503) {
    log[level]({ err: error }, line)
    return
  }
  const kind = `${known.code} ${known.message}`
  const before = logged.get(kind) ?? { nextLineAt: 0, suppressed: 0 }
  const now = performance.now()
  if (now < before.nextLineAt) {
    before.suppressed += 1
    return
  }
  logged.set(kind, {
    nextLineAt: now + Math.max(logIntervalSeconds, known.retryAfter ?? 0) * 1000,
    suppressed: 0,
  })
  const more = before.suppressed > 0 ? { suppressed: before.suppressed } : {}
  log[level]({ err: error, ...more }, line)
}
