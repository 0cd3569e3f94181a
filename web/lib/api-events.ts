import type { Contract } from '#shared/contract/index.ts'
import { createEmitter } from './events.ts'

/** Writes that succeeded, by their endpoint: to report one, and to subscribe. */
export const { emit: emitMutation, subscribe: onMutation } = createEmitter<[endpoint: keyof Contract]>()

/** Requests that were refused because nobody is signed in, such as 'GET /api/threads': without the query. */
const refusals = createEmitter<[call: string]>()

/** Set during logout, when refused requests are expected. */
let isExpected = false

/** Stops reporting refused requests; returns a function that resumes it. */
export function muteUnauthenticated(): () => void {
  isExpected = true
  return () => {
    isExpected = false
  }
}

export function emitUnauthenticated(call: string): void {
  if (!isExpected) refusals.emit(call)
}

export const onUnauthenticated = refusals.subscribe
