import { connect } from 'node:net'
import type { Context } from '../../context.ts'
import { WaitBudget } from '../../db/budget.ts'
import { isMigrated } from '../../db/migrate.ts'
import { withBudget } from '../log/work.ts'
import { readLastResults } from './last-results.db.ts'

/** `away`: does not answer. `failing`: answers, and did not do what it was last asked. `none`: not used by the settings. */
type PartState = 'ok' | 'away' | 'failing' | 'none'

/** What Oja stands on. */
export interface Parts {
  database: PartState
  /** `away` where one of them is, or lags so far behind that nobody is sent there. */
  replicas: PartState
  redis: PartState
  storage: PartState
  mail: PartState
  sms: PartState
}

/** Milliseconds that a look may take, and that its result is believed. */
const limit = 1000
const lifetime = 5000

/** What is looked at. */
export type Watched = Pick<Context, 'db' | 'env' | 'redis' | 'replicas' | 'storage'>

/** Answers how the parts are. */
export function watchParts({ db, env, redis, replicas, storage }: Watched): () => Promise<Parts> {
  const storageState = remembered(() => storage.probe())
  const mailState = remembered(() => reach(new URL(env.SMTP_URL ?? ''), smtpPorts))
  const smsState = remembered(() => reach(new URL(env.SMS_URL ?? ''), httpPorts))

  return async () => {
    const [results, database, storage, mail, sms] = await Promise.all([
      // Not known while the database is away.
      withLimit(readLastResults(db)).catch(() => undefined),
      stateOf(async () => {
        if (!(await isMigrated(db))) throw new Error('migrations are not done')
      }),
      storageState(),
      env.SMTP_URL ? mailState() : ('none' as const),
      env.SMS_URL ? smsState() : ('none' as const),
    ])
    const lastOf = (channel: 'mail' | 'sms', state: PartState) =>
      state === 'ok' && results?.get(channel)?.isFailing ? 'failing' : state
    return {
      database,
      replicas: replicaState(),
      redis: redis?.state() ?? 'none',
      storage,
      mail: lastOf('mail', mail),
      sms: lastOf('sms', sms),
    }
  }

  function replicaState(): PartState {
    if (!replicas.areUsed) return 'none'
    return replicas.states().every(({ state }) => state === 'ok' || state === 'primary') ? 'ok' : 'away'
  }
}

/** Looks at most once in `lifetime`, however often it is asked. */
function remembered(look: () => Promise<unknown>): () => Promise<PartState> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let state: Promise<PartState> = Promise.resolve('ok')
  return () => {
    if (performance.now() - lookedAt > lifetime) {
      lookedAt = performance.now()
      state = stateOf(look)
    }
    return state
  }
}

async function stateOf(look: () => Promise<unknown>): Promise<PartState> {
  // What is looked at in the database is given up too: probes of one that stands still would take all connections.
  return withLimit(withBudget(new WaitBudget(limit), look)).then(
    () => 'ok',
    () => 'away',
  )
}

/** Rejects where the answer takes longer than `limit`. */
async function withLimit<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), limit)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Where an address without a port leads, by its protocol. */
const smtpPorts: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }
const httpPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Whether something listens there. */
function reach({ hostname, port, protocol }: URL, standard: Record<string, number>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || (standard[protocol] ?? 0),
      timeout: limit,
    })
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
