import { sql } from 'kysely'
import { replicaLag, replicaReads } from '#server/core/observe/metrics.ts'
import { withBudget } from '#server/lib/request-context.ts'
import { WaitBudget } from '../lib/wait-budget.ts'
import { isStatementTimeout, isTransient } from './failures.ts'
import { type Db, openPool, type Pool } from './pool.ts'
import { createPrimaryHistory } from './primary-history.ts'

/** A position in the write-ahead log: bytes from its beginning. */
type Position = number

/** The last known state of a replica. */
interface ReplicaState {
  /** Host and port. */
  name: string
  /** `behind`: not read, since it lags by more than `maxLag` or has not yet caught up. `primary`: it has been promoted, or always was. */
  state: 'ok' | 'behind' | 'away' | 'primary'
}

/** The streaming replicas of the primary, and the known position of each. */
export interface Replicas {
  /** Whether any are configured. */
  readonly areUsed: boolean
  /** Returns a replica that has everything up to `after`, or the primary. */
  choose(after: Position | null): Db
  /** The primary's current position: every committed write precedes it. */
  position(): Promise<Position>
  /** Whether the primary did not respond to the last check: reads then use a replica that has the caller's writes, if there is one. */
  isPrimaryDown(): boolean
  /** After a read that failed on `db`: if that replica is away, notes it, and the read should be retried on the primary. */
  giveUpReplica(db: Db, error: unknown): boolean
  states(): ReplicaState[]
  close(): Promise<void>
}

interface Replica {
  name: string
  pool: Pool
  state: ReplicaState['state']
  /** The applied position at the last check. */
  applied: Position
  /** Whether it has ever responded. */
  isKnown: boolean
  /** Set after it was down or was the primary: it is not read before it has applied more than this. */
  provesAbove: Position | null
}

/** Milliseconds between two checks, and the limit of each. */
const checkInterval = 200
const checkTimeout = 1000
/** Milliseconds after which a read on a replica is given up and retried on the primary. */
const readLimit = 5000

const positionOf = (lsn: string) => sql<number | null>`pg_wal_lsn_diff(${sql.raw(lsn)}, '0/0')::float8`

/**
 * Opens the replicas at `urls` and checks their positions every 200 ms; without any, all reads use the
 * primary.
 */
export function openReplicas(primary: Db, urls: string[]): Replicas {
  const history = createPrimaryHistory()
  const replicas = urls.map((url): Replica => {
    const pool = openPool(url, { queryTimeout: readLimit })
    primaries.set(pool.db, primary)
    return { name: new URL(url).host, pool, state: 'away', applied: 0, isKnown: false, provesAbove: null }
  })
  let nextIndex = 0
  let isPrimaryDown = false
  let closing = false
  let checking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function position(): Promise<Position> {
    return (await readPosition(primary, 'pg_current_wal_insert_lsn()')) ?? 0
  }

  async function check(): Promise<void> {
    await Promise.all(replicas.map((replica) => lookAt(replica)))
    const sentAt = performance.now()
    const written = await withBudget(new WaitBudget(checkTimeout), position).catch(() => null)
    isPrimaryDown = written === null
    // A primary that is down writes nothing, so its last known position holds.
    if (written === null) return
    history.record(sentAt, written)
    for (const replica of replicas) {
      if (replica.state === 'away' || replica.state === 'primary') continue
      replica.state = belongs(replica, written) && history.hasRecent(replica.applied) ? 'ok' : 'behind'
      replicaLag.set({ replica: replica.name }, history.lagOf(replica.applied) / 1000)
    }
  }

  /**
   * Excludes a former primary with writes that no other host has: it cannot follow another before those are
   * undone.
   */
  function belongs(replica: Replica, written: Position): boolean {
    if (replica.applied > written) return false
    if (replica.provesAbove === null) return true
    if (replica.applied <= replica.provesAbove) return false
    replica.provesAbove = null
    return true
  }

  async function lookAt(replica: Replica): Promise<void> {
    try {
      const applied = await withBudget(
        new WaitBudget(checkTimeout),
        // Null if it is no replica.
        () =>
          readPosition(replica.pool.db, 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end'),
      )
      const isBack = replica.state === 'away' || replica.state === 'primary'
      if (applied === null) replica.state = 'primary'
      else {
        replica.applied = applied
        if (isBack) replica.state = 'behind'
        if (isBack && replica.isKnown) replica.provesAbove = applied
      }
      replica.isKnown = true
    } catch {
      replica.state = 'away'
    }
  }

  function scheduleCheck(): void {
    timer = setTimeout(() => {
      checking = check().then(() => {
        if (!closing) scheduleCheck()
      })
    }, checkInterval).unref()
  }
  if (replicas.length > 0) {
    checking = check()
    scheduleCheck()
  }

  return {
    areUsed: replicas.length > 0,
    choose(after) {
      const fit = replicas.filter(({ state, applied }) => state === 'ok' && applied >= (after ?? 0))
      nextIndex += 1
      const chosen = fit[nextIndex % fit.length]
      if (replicas.length > 0) replicaReads.inc({ from: chosen ? 'replica' : 'primary' })
      return chosen?.pool.db ?? primary
    },
    position,
    isPrimaryDown: () => isPrimaryDown,
    giveUpReplica(db, error) {
      const replica = replicas.find(({ pool }) => pool.db === db)
      // A query that timed out there would take as long here.
      if (!replica || !isTransient(error) || isStatementTimeout(error)) return false
      replica.state = 'away'
      return true
    },
    states: () => replicas.map(({ name, state }) => ({ name, state })),
    async close() {
      closing = true
      clearTimeout(timer)
      await checking
      await Promise.all(replicas.map(({ pool }) => pool.close()))
    },
  }
}

/** The position that the SQL expression `lsn` gives; null if it gives none. */
async function readPosition(db: Db, lsn: string): Promise<Position | null> {
  const { position } = await db.selectNoFrom(positionOf(lsn).as('position')).executeTakeFirstOrThrow()
  return position
}

const primaries = new WeakMap<Db, Db>()

/** The primary of a replica, or `db` itself: the key under which to cache something of a database's content. */
export function primaryOf(db: Db): Db {
  return primaries.get(db) ?? db
}

interface Cached<T> {
  value: Promise<T>
  /** The primary or replica that is read, or was. */
  source: Db
  readAt: number
}

/**
 * A function that reads once in `lifetimeMs` for a primary and its replicas. Others have the old value meanwhile, and read for themselves if the
 * first read fails, which another replica may have caused.
 */
export function cachedPerDatabase<T>(
  lifetimeMs: number,
  read: (db: Db) => Promise<T>,
): (db: Db) => Promise<T> {
  const cache = new WeakMap<Db, Cached<T>>()
  return function readCached(db: Db): Promise<T> {
    const key = primaryOf(db)
    const cached = cache.get(key)
    if (cached && performance.now() - cached.readAt < lifetimeMs)
      return cached.source === db ? cached.value : cached.value.catch(() => readCached(db))
    const value = read(db)
    const entry = { value: cached?.value ?? value, source: db, readAt: performance.now() }
    cache.set(key, entry)
    value.then(
      () => {
        entry.value = value
      },
      () => {
        if (cached) entry.readAt = Number.NEGATIVE_INFINITY
        else cache.delete(key)
      },
    )
    return value
  }
}
