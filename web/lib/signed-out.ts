/** A call that was refused since nobody is signed in, such as 'GET /api/threads'. */
type Listener = (call: string) => void
const listeners = new Set<Listener>()

/** Set while one logs out: that calls are refused then is nothing to react to. */
let isExpected = false

/** From now on refused calls are not reported; answers how to report them again. */
export function expectSignOut(): () => void {
  isExpected = true
  return () => {
    isExpected = false
  }
}

export function saySignedOut(method: string, url: string): void {
  if (isExpected) return
  for (const listener of listeners) listener(`${method} ${url}`)
}

/** Hears of each call that needs somebody who is signed in, and had nobody. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
