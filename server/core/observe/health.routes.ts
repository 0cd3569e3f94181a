import { AppError } from '#shared/errors.ts'
import type { App } from '../../context.ts'
import { partsUp } from './counters.ts'
import { type Parts, type Watched, watchParts } from './parts.ts'

/** Milliseconds between two looks for the metrics. */
const lookEvery = 10_000

const isMissing = (state: string) => state === 'away' || state === 'failing'

/** For whoever watches the process: is it alive, can it work, what of that which it stands on is missing. */
export function healthRoutes(app: App, context: Watched): void {
  const look = watchParts(context)

  async function readParts(): Promise<Parts> {
    const parts = await look()
    for (const [part, state] of Object.entries(parts))
      if (state !== 'none') partsUp.set({ part }, state === 'ok' ? 1 : 0)
    return parts
  }
  const timer = setInterval(() => {
    void readParts()
  }, lookEvery).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.get('/healthz', async () => ({ status: 'ok' }))

  // What else is missing it goes on without, and without the database it still answers visitors from a replica: a balancer that
  // took it out would make things worse.
  app.get('/readyz', async () => {
    const parts = await readParts()
    const readsReplica = context.replicas.states().some(({ state }) => state === 'ok')
    if (parts.database !== 'ok' && !readsReplica)
      throw new AppError('UNAVAILABLE', 'The database does not answer, or is not migrated.', {
        retryAfter: 2,
      })
    return { status: Object.values(parts).some(isMissing) ? 'degraded' : 'ok', parts }
  })
}
