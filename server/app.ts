import fastifyCookie from '@fastify/cookie'
import fastifyEtag from '@fastify/etag'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { AppError } from '#shared/errors.ts'
import { socketPath } from '#shared/socket-path.ts'
import type { App, Context, Services } from './context.ts'
import { askEachTime } from './core/http/caching.ts'
import { compressAnswers } from './core/http/compress.ts'
import { refuseCrossSite } from './core/http/cross-site.ts'
import { docsRoutes } from './core/http/docs.routes.ts'
import { answerError } from './core/http/error-handler.ts'
import { refusePipelines } from './core/http/pipelines.ts'
import { maySwitchProtocol, refuseAmbiguous } from './core/http/plain-request.ts'
import { createSecurityHeaders } from './core/http/security-headers.ts'
import { headSocketAnswers } from './core/http/socket-answers.ts'
import { answerExpectation, answerUnreadable } from './core/http/unreadable-request.ts'
import { shedOverload } from './core/limits/overload.ts'
import { addressLimit, createRateLimiter, tooManyRequests } from './core/limits/rate-limit.ts'
import { createCounter, rateLimitStore } from './core/limits/rate-limit-store.ts'
import { createLogger, type Logger, type LogOptions, RequestLog } from './core/log/log.ts'
import { followRequests, requestIds } from './core/log/request-id.ts'
import { healthRoutes } from './core/observe/health.routes.ts'
import { measureRequests } from './core/observe/metrics.ts'
import { createReads } from './core/pages/reads.ts'
import { addVisitorPages } from './core/pages/visitor-pages.ts'
import { openReplicas } from './db/replicas.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { registrationRoutes } from './features/auth/registration.routes.ts'
import { secondFactorRoutes } from './features/auth/second-factor.routes.ts'
import { securityRoutes } from './features/auth/security.routes.ts'
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
  registrationRoutes,
  secondFactorRoutes,
  securityRoutes,
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
  services: Services,
  {
    logger,
    renderPages,
  }: {
    logger?: Logger | LogOptions
    renderPages?: (app: App, context: Context) => Promise<void>
  } = {},
): Promise<App> {
  const replicas = openReplicas(services.db, services.env.DATABASE_REPLICA_URLS)
  const context: Context = { ...services, replicas, rateLimiter: createRateLimiter(services) }
  const headersFor = createSecurityHeaders(context.env)
  const app: App = Fastify({
    ...(logger ? { loggerInstance: 'info' in logger ? logger : createLogger(logger) } : { logger: false }),
    genReqId: requestIds(context.env),
    trustProxy: context.env.TRUST_PROXY ?? false,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    // A line a request is for whoever runs a public server; on a laptop it hides what matters.
    logController: new RequestLog({ disableRequestLogging: context.env.NODE_ENV !== 'production' }),
    // Whoever sends slower than this holds a connection and nothing else: headers, and all of a request with its picture.
    http: {
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5000,
      shouldUpgradeCallback: maySwitchProtocol(context.env.NODE_ENV === 'development'),
    },
    requestTimeout: 600_000,
    // Nothing came and nothing was taken for as long: whoever asked for a large answer does not read it.
    connectionTimeout: 120_000,
    clientErrorHandler: answerUnreadable(headersFor('/')),
    // An address that cannot be decoded reaches no hook.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers(headersFor(request.url))),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  // Requests are parsed by zod in implement.ts; Fastify's schemas only serialise.
  app.setValidatorCompiler(() => () => true)
  app.decorate('reads', createReads())
  // A form of another site may send it without asking; nothing here reads it.
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  app.setErrorHandler(answerError)
  app.server.on('checkExpectation', answerExpectation(headersFor('/')))
  refusePipelines(app)
  refuseAmbiguous(app, headersFor)
  followRequests(app, context.env)
  await app.register(fastifyCookie)
  addVisitorPages(app, context)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url))
    done()
  })
  shedOverload(app)
  app.addHook('onRequest', refuseCrossSite(context.env))
  askEachTime(app)
  // Before compression: what is the same has the same tag however it is sent.
  await app.register(fastifyEtag, { weak: true })
  compressAnswers(app)
  await app.register(fastifyRateLimit, {
    ...addressLimit(context.env),
    store: rateLimitStore(createCounter(context.redis, 'network default')),
    global: false,
    // Told when it matters: a refusal says when to try again.
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('RATE_LIMITED', tooManyRequests, { retryAfter: Math.ceil(ttl / 1000) }),
  })

  app.addHook('onClose', replicas.close)
  measureRequests(app, context)
  healthRoutes(app, context)
  await docsRoutes(app, context)
  for (const feature of features) await feature(app, context)
  context.realtime.attach(app, context)
  headSocketAnswers(app, headersFor(socketPath))
  for (const url of ['/api', '/api/*']) {
    app.all(url, async () => {
      throw new AppError('NOT_FOUND', 'There is no such address in the API. See /api/docs.')
    })
  }
  app.setNotFoundHandler(async () => {
    throw new AppError('NOT_FOUND', 'There is nothing here.')
  })
  if (renderPages) await renderPages(app, context)
  return app
}

/** A call without a body may still say that it is JSON, as many programs do: `POST /api/auth/logout`. */
function acceptEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}
