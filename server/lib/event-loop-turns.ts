/**
 * Returns a function whose callers continue one after the other, one in each iteration of the event loop: long synchronous work, such as
 * rendering a page, then delays other requests by one piece at most.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return last
  }
}
