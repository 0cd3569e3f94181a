/** A call that was refused since nobody is signed in, such as 'GET /api/threads'. */
type Listener = (call: string) => void
const listeners = new Set<Listener>()

export function saySignedOut(method: string, url: string): void {
  for (const listener of listeners) listener(`${method} ${url}`)
}

/** Hears of each call that needs somebody who is signed in, and had nobody. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
