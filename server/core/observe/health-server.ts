import Fastify from 'fastify'
import type { App, Context } from '../../context.ts'
import { answerError } from '../http/error-handler.ts'
import { healthRoutes } from './health.routes.ts'
import { measureProcess } from './metrics.ts'
import type { Watched } from './parts.ts'

/** GET /healthz, /readyz and /metrics of a process that has no pages; not yet listening. */
export function buildHealthServer(context: Watched & Pick<Context, 'jobs'>): App {
  const app: App = Fastify({ logger: false, forceCloseConnections: true })
  app.setErrorHandler(answerError)
  measureProcess(app, context)
  healthRoutes(app, context)
  return app
}
