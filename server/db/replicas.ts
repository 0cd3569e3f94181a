import { sql } from 'kysely'
import { withBudget } from '#server/core/log/work.ts'
import { replicaLag, replicaReads } from '#server/core/observe/counters.ts'
import { WaitBudget } from './budget.ts'
import { isPassing } from './failures.ts'
import { type Db, openPool, type Pool } from './pool.ts'
import { createPrimaryHistory } from './primary-history.ts'
import { isReplicaOf } from './same-data.ts'

/** Where something stands in the write-ahead log: bytes from its beginning. */
type Position = number

/** What one replica was last seen to be. */
interface ReplicaState {
  /** Host and port. */
  name: string
  /** `behind`: so far that nobody is sent there. `primary`: it has been promoted, or always was. */
  state: 'ok' | 'behind' | 'away' | 'primary'
}

/** The streaming replicas of the primary, and what each is known to have. */
export interface Replicas {
  /** Whether there are any by the settings. */
  readonly areUsed: boolean
  /** A replica that has everything up to `after`, or the primary. */
  choose(after: Position | null): Db
  /** Where the primary stands now: after a commit, everything that was committed is before it. */
  position(): Promise<Position>
  /** The primary did not answer when it was last looked at: reads of all kinds go on at a replica. */
  isPrimaryAway(): boolean
  /** Whether what failed on `db` may be asked of the primary instead, where it stands a better chance. */
  mayAskPrimary(db: Db, error: unknown): boolean
  states(): ReplicaState[]
  close(): Promise<void>
}

interface Replica {
  name: string
  pool: Pool
  state: ReplicaState['state']
  /** What it had applied when it was last asked. */
  applied: Position
  /** Whether it ever answered. */
  isKnown: boolean
  /** Back after it was away or the primary: nobody reads there before it has applied more than this. */
  provesAbove: Position | null
}

/** Milliseconds between two looks, and that an answer may take. */
const lookEvery = 200
const lookLimit = 1000
/** Milliseconds after which a read of a replica is given up and asked of the primary. */
const readLimit = 5000

const positionOf = (lsn: string) => sql<number>`pg_wal_lsn_diff(${sql.raw(lsn)}, '0/0')::float8`

/** Opens the replicas at `urls`, and looks each fifth of a second at what they have; with none, everything is the primary's. */
export function openReplicas(primary: Db, urls: string[]): Replicas {
  const history = createPrimaryHistory()
  const replicas = urls.map((url): Replica => {
    const pool = openPool(url, { queryTimeout: readLimit })
    isReplicaOf(pool.db, primary)
    return { name: new URL(url).host, pool, state: 'away', applied: 0, isKnown: false, provesAbove: null }
  })
  let turn = 0
  let isPrimaryAway = false
  let closing = false
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function position(): Promise<Position> {
    return read(primary, positionOf('pg_current_wal_insert_lsn()'))
  }

  async function look(): Promise<void> {
    await Promise.all(replicas.map((replica) => lookAt(replica)))
    const sentAt = performance.now()
    const written = await within(lookLimit, position).catch(() => null)
    isPrimaryAway = written === null
    // A primary that is away writes nothing: what is known of it stays true.
    if (written === null) return
    history.note(sentAt, written)
    for (const replica of replicas) {
      if (replica.state === 'away' || replica.state === 'primary') continue
      replica.state = belongs(replica, written) && history.hasRecent(replica.applied) ? 'ok' : 'behind'
      replicaLag.set({ replica: replica.name }, history.lagOf(replica.applied) / 1000)
    }
  }

  /** Not one that was primary, is no longer, and has what nobody else ever had: it can follow no other before that is undone. */
  function belongs(replica: Replica, written: Position): boolean {
    if (replica.applied > written) return false
    if (replica.provesAbove === null) return true
    if (replica.applied <= replica.provesAbove) return false
    replica.provesAbove = null
    return true
  }

  async function lookAt(replica: Replica): Promise<void> {
    try {
      const applied = await within(
        lookLimit,
        // Null where it is no replica.
        () =>
          read(
            replica.pool.db,
            positionOf('case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end'),
          ),
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

  function again(): void {
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (!closing) again()
      })
    }, lookEvery).unref()
  }
  if (replicas.length > 0) {
    looking = look()
    again()
  }

  return {
    areUsed: replicas.length > 0,
    choose(after) {
      const fit = replicas.filter(({ state, applied }) => state === 'ok' && applied >= (after ?? 0))
      turn += 1
      const chosen = fit[turn % fit.length]
      if (replicas.length > 0) replicaReads.inc({ from: chosen ? 'replica' : 'primary' })
      return chosen?.pool.db ?? primary
    },
    position,
    isPrimaryAway: () => isPrimaryAway,
    mayAskPrimary(db, error) {
      const replica = replicas.find(({ pool }) => pool.db === db)
      // What took too long there takes as long here.
      if (!replica || !isPassing(error) || (error as { code?: unknown }).code === '57014') return false
      replica.state = 'away'
      return true
    },
    states: () => replicas.map(({ name, state }) => ({ name, state })),
    async close() {
      closing = true
      clearTimeout(timer)
      await looking
      await Promise.all(replicas.map(({ pool }) => pool.close()))
    },
  }
}

async function read<T extends number | null>(db: Db, expression: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(db)
  return rows[0]?.value as T
}

/** Rejects when it takes longer than `ms`, and gives its connection up: a host that is cut off answers nothing at all. */
function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return withBudget(new WaitBudget(ms), work)
}
