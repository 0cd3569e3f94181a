import Fastify from 'fastify'
import type { App, Context } from '#server/context.ts'
import { AppError } from '#shared/errors.ts'
import { sendError } from '../http/error-handler.ts'
import { partsUp } from '../observe/metrics.ts'
import { type Dependencies, type DependencyStates, watchDependencies } from './dependencies.ts'
import { measureProcess } from './metrics.routes.ts'

/** Milliseconds between two checks for the metrics, which are usually read every 15 to 60 s. */
const checkInterval = 30_000

const isMissing = (state: string) => !['ok', 'none', 'low'].includes(state)
const isDegraded = (state: string) => isMissing(state) || state === 'low'

/** For monitoring: whether the process is alive and ready, and which dependencies are unavailable. */
export function healthRoutes(app: App, context: Dependencies): void {
  const readStates = watchDependencies(context)

  async function readParts(): Promise<DependencyStates> {
    const parts = await readStates()
    for (const [part, state] of Object.entries(parts))
      if (state !== 'none') partsUp.set({ part }, isMissing(state) ? 0 : 1)
    return parts
  }
  const timer = setInterval(() => {
    void readParts()
  }, checkInterval).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.get('/healthz', async () => ({ status: 'ok' }))

  // Ready without the other dependencies, and even without the database, since a replica still serves
  // visitors: a load balancer that removed this process would make things worse.
  app.get('/readyz', async () => {
    const parts = await readParts()
    const readsReplica = context.replicas.states().some(({ state }) => state === 'ok')
    if (parts.database !== 'ok' && !readsReplica)
      throw new AppError('UNAVAILABLE', 'The database does not answer, or is not migrated.', {
        retryAfter: 2,
      })
    return { status: Object.values(parts).some(isDegraded) ? 'degraded' : 'ok', parts }
  })
}

/** GET /healthz, /readyz and /metrics for a process without pages; not yet listening. */
export function buildHealthServer(context: Dependencies & Pick<Context, 'jobs'>): App {
  const app: App = Fastify({ logger: false, forceCloseConnections: true })
  app.setErrorHandler(sendError)
  measureProcess(app, context)
  healthRoutes(app, context)
  return app
}
