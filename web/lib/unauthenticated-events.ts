/** A request that was refused because nobody is signed in, such as 'GET /api/threads'. */
type Listener = (call: string) => void
const listeners = new Set<Listener>()

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
  if (isExpected) return
  for (const listener of listeners) listener(call)
}

/** Subscribes to requests that were refused because nobody is signed in. */
export function onUnauthenticated(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
