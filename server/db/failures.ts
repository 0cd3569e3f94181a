import { StartupError } from '#server/startup-error.ts'

/** What went wrong in PostgreSQL or on the way to it, as far as it changes what to do. */

/** Ended for the sake of another transaction, and undone: deadlock, serialization failure. */
const conflicts = new Set(['40P01', '40001'])

/** It is gone, starting, full, or busy with something else for too long: the same may work in a moment. */
const passing = new Set([
  ...conflicts,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '08001', // no connection could be made
  '08006', // the connection broke
  '25006', // the balancer led to a replica, which takes no writes
  '25P03', // its transaction stood idle for too long
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // waited too long for a lock
  '57014', // took too long
  '57P01', // told to stop
  '57P02', // stops, since another of its processes crashed
  '57P03', // starts, or recovers
  '58030', // the disk cannot be read or written
])

/** Errors of the driver have no code. */
const passingWords =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable|Connection ended/

const codeOf = (error: unknown) => (error as { code?: unknown } | null | undefined)?.code

export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error) as string)
}

/** Whether the same request may succeed in a moment, though nobody changes it. */
export function isPassing(error: unknown): boolean {
  if (passing.has(codeOf(error) as string)) return true
  return error instanceof Error && (passingWords.test(error.message) || isMissingSocket(error))
}

/** Where PostgreSQL listens on a Unix socket and does not run, its file is not there. */
function isMissingSocket(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' && error.syscall === 'connect'
}

/** What programs that end for want of room say on their way out: initdb, a postmaster that starts, SQLite. */
const roomWords = /No space left on device|Disk quota exceeded|database or disk is full|\b(ENOSPC|EDQUOT)\b/

/** Whether a disk is full: PostgreSQL's, the one of the pictures, or of the data folder at start. */
export function isOutOfRoom(error: unknown): boolean {
  if (['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error) as string)) return true
  if (error instanceof StartupError) return roomWords.test(error.message)
  return error instanceof Error && error.cause !== undefined && isOutOfRoom(error.cause)
}
