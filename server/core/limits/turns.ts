/**
 * Runs pieces of work of one key one after the other, in the order in which they came; those of different keys at once.
 * In one process: what must hold for several is for the database to keep.
 */
export function createTurns<K>(): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  const last = new Map<K, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const turn = before.then(work, work)
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return turn
  }
}
