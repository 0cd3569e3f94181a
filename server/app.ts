import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { App, Context } from './context.ts'
import { refuseCrossSite } from './core/cross-site.ts'
import { answerError } from './core/error-handler.ts'
import { healthRoutes } from './core/health.routes.ts'
import { rateLimit } from './core/rate-limit.ts'
import { securityHeaders } from './core/security-headers.ts'
import { siteRoutes } from './features/site/site.routes.ts'

/** Everything that answers an /api/ address, in one visible list. */
const features = [siteRoutes]

/**
 * The whole server on what it is given, not yet listening: `inject` and `listen` both work.
 * `renderPages` adds the HTML pages; tests of the API leave it out.
 */
export async function buildApp(
  context: Context,
  options: {
    logger?: FastifyServerOptions['logger']
    renderPages?: (app: App, context: Context) => Promise<void>
  } = {},
): Promise<App> {
  const app: App = Fastify({
    logger: options.logger ?? false,
    trustProxy: context.env.TRUST_PROXY ?? false,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  // Requests are parsed by zod in implement.ts; Fastify's schemas only serialise.
  app.setValidatorCompiler(() => () => true)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', refuseCrossSite)
  await app.register(fastifyCookie)
  await securityHeaders(app, context)
  await app.register(fastifyRateLimit, {
    ...rateLimit(context.env),
    global: false,
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('RATE_LIMITED', 'Too many requests. Please wait a moment and try again.', {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  })

  healthRoutes(app, context)
  for (const feature of features) await feature(app, context)
  app.all('/api/*', async () => {
    throw new AppError('NOT_FOUND', 'There is no such address in the API. See /api/docs.')
  })
  if (options.renderPages) await options.renderPages(app, context)
  return app
}
