import type { Db } from './pool.ts'

const primaries = new WeakMap<Db, Db>()

/** From here on, what is remembered of `primary` holds for `replica` too. */
export function isReplicaOf(replica: Db, primary: Db): void {
  primaries.set(replica, primary)
}

/** By what to remember something of a database's content: the same for the primary and its replicas. */
export function sameData(db: Db): Db {
  return primaries.get(db) ?? db
}
