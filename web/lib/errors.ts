import type { FieldError, Problem } from '#shared/errors.ts'

interface Failure {
  status?: number
  problem?: Problem
}

const offline = 'You are offline. Check your connection, then try again.'

/** The status of a failed call; undefined where the server was not reached. */
export function statusOf(error: unknown): number | undefined {
  return (error as Failure | null)?.status
}

/** Why a call failed, in a sentence for people: that there is no connection, what the server says, or the fallback. */
export function messageOf(error: unknown, fallback = 'Please try again later.'): string {
  if (isOffline(error)) return offline
  return (error as Failure | null)?.problem?.detail ?? fallback
}

/** Whether a failure is that of the connection: the server gave no answer, and the device has no network. */
function isOffline(error: unknown): boolean {
  return statusOf(error) === undefined && typeof navigator !== 'undefined' && !navigator.onLine
}

export function codeOf(error: unknown): Problem['code'] | undefined {
  return (error as Failure | null)?.problem?.code
}

/** Where an edit began with an older version: what it was about, as it is now. */
export function currentOf<T>(error: unknown): T | undefined {
  return (error as Failure | null)?.problem?.current as T | undefined
}

/** Which fields of the request the server refused; empty where it names none. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  return (error as Failure | null)?.problem?.errors ?? []
}
