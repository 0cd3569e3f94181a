import { connect } from 'node:net'
import type { Context } from '../../context.ts'
import { WaitBudget } from '../../db/budget.ts'
import { isMigrated } from '../../db/migrate.ts'
import { withBudget } from '../log/work.ts'

/** `none`: not used by the settings. */
type PartState = 'ok' | 'away' | 'none'

/** What Oja stands on. */
export interface Parts {
  database: PartState
  /** `away` where one of them is, or lags so far behind that nobody is sent there. */
  replicas: PartState
  redis: PartState
  storage: PartState
  mail: PartState
}

/** Milliseconds that a look may take, and that its result is believed. */
const limit = 1000
const lifetime = 5000

/** What is looked at. */
export type Watched = Pick<Context, 'db' | 'env' | 'redis' | 'replicas' | 'storage'>

/** Answers how the parts are. */
export function watchParts({ db, env, redis, replicas, storage }: Watched): () => Promise<Parts> {
  const storageState = remembered(() => storage.probe())
  const mailState = remembered(() => reach(new URL(env.SMTP_URL ?? '')))

  return async () => {
    const [database, storage, mail] = await Promise.all([
      stateOf(async () => {
        if (!(await isMigrated(db))) throw new Error('migrations are not done')
      }),
      storageState(),
      env.SMTP_URL ? mailState() : ('none' as const),
    ])
    return { database, replicas: replicaState(), redis: redis?.state() ?? 'none', storage, mail }
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
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(resolve, limit, 'away')
  })
  // What is looked at in the database is given up too: probes of one that stands still would take all connections.
  const looking = withBudget(new WaitBudget(limit), look).then(
    (): PartState => 'ok',
    (): PartState => 'away',
  )
  const state = await Promise.race([looking, late])
  clearTimeout(timer)
  return state
}

/** Whether something listens there. */
function reach({ hostname, port, protocol }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const standard = protocol === 'smtps:' ? 465 : 587
    const socket = connect({ host: hostname, port: Number(port) || standard, timeout: limit })
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
