import Fastify from 'fastify'
import type { App, Context } from '#server/context.ts'
import { answerError } from '../http/error-handler.ts'
import type { Dependencies } from './dependencies.ts'
import { healthRoutes } from './health.routes.ts'
import { measureProcess } from './metrics.routes.ts'

/** GET /healthz, /readyz and /metrics for a process without pages; not yet listening. */
export function buildHealthServer(context: Dependencies & Pick<Context, 'jobs'>): App {
  const app: App = Fastify({ logger: false, forceCloseConnections: true })
  app.setErrorHandler(answerError)
  measureProcess(app, context)
  healthRoutes(app, context)
  return app
}
