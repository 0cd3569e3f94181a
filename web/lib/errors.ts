import type { FieldError, Problem } from '#shared/errors.ts'

interface Failure {
  status?: number
  problem?: Problem
}

/** The status of a failed call; undefined where the server was not reached. */
export function statusOf(error: unknown): number | undefined {
  return (error as Failure | null)?.status
}

/** What the server says of a failure, in a sentence for people; otherwise the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error as Failure | null)?.problem?.detail ?? fallback
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
