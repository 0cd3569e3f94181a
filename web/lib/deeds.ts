/** What somebody just did successfully: method and address of the call, such as 'POST /api/favorites'. */
type Listener = (deed: string) => void
const listeners = new Set<Listener>()

export function sayDone(method: string, url: string): void {
  for (const listener of listeners) listener(`${method} ${url}`)
}

/** Hears of each change that the server took. */
export function onDone(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
