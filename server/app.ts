import fastifyCookie from '@fastify/cookie'
import fastifyEtag from '@fastify/etag'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyServerOptions, LogController } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { App, Context } from './context.ts'
import { compressAnswers } from './core/compress.ts'
import { refuseCrossSite } from './core/cross-site.ts'
import { docsRoutes } from './core/docs.routes.ts'
import { answerError } from './core/error-handler.ts'
import { healthRoutes } from './core/health.routes.ts'
import { serializeError } from './core/log-error.ts'
import { measureRequests } from './core/metrics.ts'
import { rateLimit } from './core/rate-limit.ts'
import { createReads } from './core/reads.ts'
import { securityHeaders } from './core/security-headers.ts'
import { addVisitorPages } from './core/visitor-pages.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { blocksRoutes } from './features/blocks/blocks.routes.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import { chatRoutes } from './features/chat/chat.routes.ts'
import { favoritesRoutes } from './features/favorites/favorites.routes.ts'
import { listingsRoutes } from './features/listings/listings.routes.ts'
import { questionsRoutes } from './features/questions/questions.routes.ts'
import { reportsRoutes } from './features/reports/reports.routes.ts'
import { reviewsRoutes } from './features/reviews/reviews.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { siteRoutes } from './features/site/site.routes.ts'
import { sitemapRoutes } from './features/sitemap/sitemap.routes.ts'
import { mediaRoutes } from './features/uploads/media.routes.ts'
import { uploadsRoutes } from './features/uploads/uploads.routes.ts'
import { usersRoutes } from './features/users/users.routes.ts'

/** Everything that answers an address of the API or serves pictures, in one visible list. */
const features = [
  siteRoutes,
  sitemapRoutes,
  authRoutes,
  uploadsRoutes,
  mediaRoutes,
  catalogueRoutes,
  listingsRoutes,
  favoritesRoutes,
  questionsRoutes,
  chatRoutes,
  usersRoutes,
  reviewsRoutes,
  reportsRoutes,
  blocksRoutes,
  settingsRoutes,
  adminRoutes,
]

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
    logger:
      typeof options.logger === 'object'
        ? { ...options.logger, serializers: { err: serializeError } }
        : false,
    trustProxy: context.env.TRUST_PROXY ?? false,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    // A line a request is for whoever runs a public server; on a laptop it hides what matters.
    logController: new LogController({ disableRequestLogging: context.env.NODE_ENV !== 'production' }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  // Requests are parsed by zod in implement.ts; Fastify's schemas only serialise.
  app.setValidatorCompiler(() => () => true)
  app.decorate('reads', createReads())
  acceptEmptyJson(app)
  app.setErrorHandler(answerError)
  await app.register(fastifyCookie)
  addVisitorPages(app, context.env)
  securityHeaders(app, context)
  app.addHook('onRequest', refuseCrossSite)
  // Before compression: what is the same has the same tag however it is sent.
  await app.register(fastifyEtag, { weak: true })
  compressAnswers(app)
  await app.register(fastifyRateLimit, {
    ...rateLimit(context.env),
    global: false,
    // Told when it matters: a refusal says when to try again.
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('RATE_LIMITED', 'Too many requests. Please wait a moment and try again.', {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  })

  measureRequests(app, context)
  healthRoutes(app, context)
  await docsRoutes(app, context)
  for (const feature of features) await feature(app, context)
  context.realtime.attach(app, context)
  for (const url of ['/api', '/api/*']) {
    app.all(url, async () => {
      throw new AppError('NOT_FOUND', 'There is no such address in the API. See /api/docs.')
    })
  }
  app.setNotFoundHandler(async () => {
    throw new AppError('NOT_FOUND', 'There is nothing here.')
  })
  if (options.renderPages) await options.renderPages(app, context)
  return app
}

/** A call without a body may still say that it is JSON, as many programs do: `POST /api/auth/logout`. */
function acceptEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}
