import { StartupError } from '#server/lib/startup-error.ts'

/** Classifies errors of PostgreSQL and of connections to it, as far as the reaction differs. */

/** Rolled back because of another transaction: deadlock, serialization failure. */
const conflicts = new Set(['40P01', '40001'])

/**
 * No connection, or a lost one: another may work. Excludes errors of a working server: full, locked, too
 * slow.
 */
const lost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '08001', // no connection could be made
  '08006', // the connection broke
  '25006', // the balancer led to a replica, which takes no writes
  '57P01', // told to stop
  '57P02', // stops, since another of its processes crashed
  '57P03', // starts, or recovers
])

/** Down, starting, full, or busy for too long: a retry may succeed. */
const transientCodes = new Set([
  ...conflicts,
  ...lost,
  'ETIMEDOUT',
  '25P03', // its transaction stood idle for too long
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // waited too long for a lock
  '57014', // took too long
  '58030', // the disk cannot be read or written
])

/** The driver's errors have no code. */
const lostMessages = /Connection terminated|not queryable|Connection ended/
const timeoutMessages = /timeout exceeded when trying to connect|timeout expired|Query read timeout/

/** The commit reached no replica: if the primary is lost, so is the write. It must not be acknowledged. */
export class Unreplicated extends Error {
  constructor() {
    super('The commit did not reach a replica')
    this.name = 'Unreplicated'
  }
}

/** The SQLSTATE or system error of an error; empty without one. */
const codeOf = (error: unknown): string => (error as { code?: string } | null | undefined)?.code ?? ''

export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error))
}

/** Whether the same request may succeed shortly. */
export function isTransient(error: unknown): boolean {
  if (transientCodes.has(codeOf(error)) || error instanceof Unreplicated) return true
  return isConnectionLost(error) || (error instanceof Error && timeoutMessages.test(error.message))
}

/** Whether PostgreSQL cancelled a statement that took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === '57014'
}

/** Whether a statement reached a replica instead of the primary: it had no effect. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** Whether no connection could be made, or one broke, or it led to a replica instead of the primary. */
export function isConnectionLost(error: unknown): boolean {
  if (lost.has(codeOf(error))) return true
  return error instanceof Error && (lostMessages.test(error.message) || isMissingSocket(error))
}

/** If PostgreSQL listens on a Unix socket and is not running, the socket's file is missing. */
function isMissingSocket(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' && error.syscall === 'connect'
}

/** Messages of programs that run out of disk space: initdb, a starting postmaster, SQLite. */
const diskFullMessages =
  /No space left on device|Disk quota exceeded|database or disk is full|\b(ENOSPC|EDQUOT)\b/

/** Whether a disk is full: that of PostgreSQL, of the pictures, or of the data folder at start. */
export function isDiskFull(error: unknown): boolean {
  if (['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))) return true
  // A failed connection for want of space has no code of its own.
  if (error instanceof StartupError || (error instanceof Error && codeOf(error) === 'XX000'))
    return diskFullMessages.test(error.message)
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause)
}
