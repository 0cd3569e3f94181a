import type { FastifyBaseLogger } from 'fastify'
import type { AppError } from '#shared/errors.ts'

/** Milliseconds. */
const quiet = 1000

interface Told {
  quietUntil: number
  untold: number
}

/** By the code of what passes by itself. */
const told = new Map<string, Told>()

/**
 * Logs what made a request fail on our side. What passes by itself (a database that is away, a full disk) fails all requests
 * alike: one line a second stands for them, with how many there were since the last, so that no log fills a disk.
 */
export function logFailure(log: FastifyBaseLogger, error: unknown, known: AppError, line: string): void {
  // What was thrown on purpose is no fault of the code.
  const level = known === error ? 'warn' : 'error'
  if (known.status !== 503) {
    log[level]({ err: error }, line)
    return
  }
  const kind = `${known.code} ${known.message}`
  const before = told.get(kind) ?? { quietUntil: 0, untold: 0 }
  const now = performance.now()
  if (now < before.quietUntil) {
    before.untold += 1
    return
  }
  told.set(kind, { quietUntil: now + quiet, untold: 0 })
  const others = before.untold > 0 ? { others: before.untold } : {}
  log[level]({ err: error, ...others }, line)
}
