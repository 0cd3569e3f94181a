import type { FieldError, Problem } from '#shared/errors.ts'

interface Failure {
  status?: number
  problem?: Problem
}

const offline = 'You are offline. Check your connection, then try again.'

/** Status of a failed request; undefined if the server was not reached. */
export function statusOf(error: unknown): number | undefined {
  return (error as Failure | null)?.status
}

/**
 * Whether a failed read is worth repeating: not where the request itself is at fault, or nothing is there. As `retryOnMount` it lets the
 * server render the error too, instead of a placeholder for a read that it never repeats.
 */
export const mayStillSucceed = ({ state: { error } }: { state: { error: unknown } }): boolean =>
  ![400, 404, 410].includes(statusOf(error) ?? 0)

/** The reason of a failed request, as a sentence: no connection, the server's detail, or the fallback. */
export function messageOf(error: unknown, fallback = 'Please try again later.'): string {
  if (isOffline(error)) return offline
  return (error as Failure | null)?.problem?.detail ?? fallback
}

function isOffline(error: unknown): boolean {
  return statusOf(error) === undefined && typeof navigator !== 'undefined' && !navigator.onLine
}

export function codeOf(error: unknown): Problem['code'] | undefined {
  return (error as Failure | null)?.problem?.code
}

/** The present state of the thing edited, if the edit started from an older version. */
export function currentOf<T>(error: unknown): T | undefined {
  return (error as Failure | null)?.problem?.current as T | undefined
}

/** Fields of the request that the server refused; empty if it names none. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  return (error as Failure | null)?.problem?.errors ?? []
}
