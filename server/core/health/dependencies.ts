import { once } from 'node:events'
import { connect } from 'node:net'
import type { Context } from '#server/context.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { timeouts } from '#server/db/timeouts.ts'
import { withBudget } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import type { DiskState } from '../disk/disk-thresholds.ts'
import { readLastResults } from '../jobs/last-results.db.ts'

/** `away`: no response. `failing`: responds, but refused the last message. `none`: not configured. */
type DependencyState = 'ok' | 'away' | 'failing' | 'none'

export interface DependencyStates {
  database: DependencyState
  /** `away` if any replica is down, or lags so far that it is not read. */
  replicas: DependencyState
  redis: DependencyState
  storage: DependencyState
  mail: DependencyState
  sms: DependencyState
  disk: DiskState | 'none'
}

/** Milliseconds that the result of a check is cached. */
const lifetime = 5000

/** The services that are checked. */
export type Dependencies = Pick<Context, 'db' | 'disk' | 'env' | 'redis' | 'replicas' | 'storage'>

/** Returns a function that reports the state of the dependencies. */
export function watchDependencies({
  db,
  disk,
  env,
  redis,
  replicas,
  storage,
}: Dependencies): () => Promise<DependencyStates> {
  const storageState = cached(() => storage.probe())
  const mailState = cached(() => probePort(new URL(env.SMTP_URL ?? ''), smtpPorts))
  const smsState = cached(() => probePort(new URL(env.SMS_URL ?? ''), httpPorts))

  return async () => {
    const [results, database, storage, mail, sms] = await Promise.all([
      // Unknown while the database is down.
      withLimit(readLastResults(db)).catch(() => undefined),
      stateOf(async () => {
        if (!(await isMigrated(db))) throw new Error('migrations are not done')
      }),
      storageState(),
      env.SMTP_URL ? mailState() : ('none' as const),
      env.SMS_URL ? smsState() : ('none' as const),
    ])
    const lastOf = (channel: 'mail' | 'sms', state: DependencyState) =>
      state === 'ok' && results?.get(channel)?.isFailing ? 'failing' : state
    return {
      database,
      replicas: replicaState(),
      redis: redis?.state() ?? 'none',
      storage,
      mail: lastOf('mail', mail),
      sms: lastOf('sms', sms),
      disk: disk.state(),
    }
  }

  function replicaState(): DependencyState {
    if (!replicas.areUsed) return 'none'
    return replicas.states().every(({ state }) => state === 'ok' || state === 'primary') ? 'ok' : 'away'
  }
}

/** Checks at most once in `lifetime`, however often it is called. */
function cached(check: () => Promise<unknown>): () => Promise<DependencyState> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let state: Promise<DependencyState> = Promise.resolve('ok')
  return () => {
    if (performance.now() - lookedAt > lifetime) {
      lookedAt = performance.now()
      state = stateOf(check)
    }
    return state
  }
}

async function stateOf(check: () => Promise<unknown>): Promise<DependencyState> {
  // Database checks have a budget as well: probes of a PostgreSQL that does not respond would occupy all
  // connections.
  return withLimit(withBudget(new WaitBudget(timeouts.probe), check)).then(
    () => 'ok',
    () => 'away',
  )
}

/** Rejects if the promise takes longer than `timeouts.probe`. */
async function withLimit<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeouts.probe)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Default ports by protocol. */
const smtpPorts: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }
const httpPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Rejects if nothing listens there. */
async function probePort({ hostname, port, protocol }: URL, standard: Record<string, number>): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port) || (standard[protocol] ?? 0) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeouts.probe) })
  } finally {
    socket.destroy()
  }
}
