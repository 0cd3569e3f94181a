import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { AppError, notFound } from '#shared/errors.ts'
import { socketPath } from '#shared/socket-path.ts'
import { bounds } from './bounds.ts'
import type { App, Context, Services } from './context.ts'
import { refuseWritesWhenFull } from './core/disk/refuse-writes.ts'
import { healthRoutes } from './core/health/health.routes.ts'
import { measureRequests } from './core/health/metrics.routes.ts'
import { compressResponses } from './core/http/compress.ts'
import { refuseCrossSite } from './core/http/cross-site.ts'
import { addHeadersAtSocketPath, defaultToNoCache } from './core/http/default-headers.ts'
import { sendError } from './core/http/error-handler.ts'
import { addEtags } from './core/http/etags.ts'
import { refusePipelining } from './core/http/pipelining.ts'
import { guardAgainstSmuggling, maySwitchProtocol } from './core/http/request-smuggling-guard.ts'
import { createSecurityHeaders } from './core/http/security-headers.ts'
import { handleClientError, refuseExpectation } from './core/http/unreadable-request.ts'
import { shedOverload } from './core/limits/overload.ts'
import { addressLimit, createRateLimiter, tooManyRequests } from './core/limits/rate-limit.ts'
import { createCounter, rateLimitStore } from './core/limits/rate-limit-store.ts'
import { createWritePriority } from './core/limits/write-priority.ts'
import { createLogger, type Logger, type LogOptions, RequestLog } from './core/log/log.ts'
import { addRequestContext, requestIds } from './core/log/request-tracking.ts'
import { docsRoutes } from './core/openapi/docs.routes.ts'
import { addAnonymousPageCache } from './core/pages/anonymous-page-cache.ts'
import { createPageQueries } from './core/pages/page-queries.ts'
import { openReplicas } from './db/replicas.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { appealsRoutes } from './features/appeals/appeals.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { registrationRoutes } from './features/auth/registration.routes.ts'
import { secondFactorRoutes } from './features/auth/second-factor.routes.ts'
import { securityRoutes } from './features/auth/security.routes.ts'
import { blocksRoutes } from './features/blocks/blocks.routes.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import { chatRoutes } from './features/chat/chat.routes.ts'
import { dealsRoutes } from './features/deals/deals.routes.ts'
import { draftsRoutes } from './features/drafts/drafts.routes.ts'
import { favoritesRoutes } from './features/favorites/favorites.routes.ts'
import { followsRoutes } from './features/follows/follows.routes.ts'
import { listingsRoutes } from './features/listings/listings.routes.ts'
import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import { passportsRoutes } from './features/passports/passports.routes.ts'
import { pricesRoutes } from './features/prices/prices.routes.ts'
import { pushRoutes } from './features/push/push.routes.ts'
import { questionsRoutes } from './features/questions/questions.routes.ts'
import { reportsRoutes } from './features/reports/reports.routes.ts'
import { reviewsRoutes } from './features/reviews/reviews.routes.ts'
import { salesRoutes } from './features/sales/sales.routes.ts'
import { searchesRoutes } from './features/searches/searches.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { unsubscribeRoutes } from './features/settings/unsubscribe.routes.ts'
import { siteRoutes } from './features/site/site.routes.ts'
import { sitemapRoutes } from './features/sitemap/sitemap.routes.ts'
import { transparencyRoutes } from './features/transparency/transparency.routes.ts'
import { trustRoutes } from './features/trust/trust.routes.ts'
import { mediaRoutes } from './features/uploads/media.routes.ts'
import { uploadsRoutes } from './features/uploads/uploads.routes.ts'
import { usersRoutes } from './features/users/users.routes.ts'

/** All features that serve API endpoints or pictures. */
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
  salesRoutes,
  draftsRoutes,
  passportsRoutes,
  pricesRoutes,
  favoritesRoutes,
  searchesRoutes,
  followsRoutes,
  questionsRoutes,
  chatRoutes,
  notificationsRoutes,
  dealsRoutes,
  usersRoutes,
  trustRoutes,
  reviewsRoutes,
  reportsRoutes,
  blocksRoutes,
  pushRoutes,
  settingsRoutes,
  unsubscribeRoutes,
  adminRoutes,
  appealsRoutes,
  transparencyRoutes,
]

/**
 * Builds the whole server on the given services, not yet listening: both `inject` and `listen` work.
 * `renderPages` adds the HTML pages; tests of the API omit it.
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
    // Mail programs and the page's form post to the page's own address, so one link serves both (RFC 8058).
    rewriteUrl: ({ method, url = '/' }) =>
      method === 'POST' && url.startsWith('/unsubscribe?') ? `/api${url}` : url,
    // One log line per request serves operators of a public server; on a laptop it would hide what matters.
    logController: new RequestLog({ disableRequestLogging: context.env.NODE_ENV !== 'production' }),
    http: {
      // 408 if the headers take longer than 20 s.
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5000,
      shouldUpgradeCallback: maySwitchProtocol(context.env.NODE_ENV === 'development'),
    },
    // 408 if the whole request, an upload included, takes longer than 10 min.
    requestTimeout: 600_000,
    // Closes a connection without traffic in either direction for this long: its client does not read the
    // response.
    connectionTimeout: 120_000,
    clientErrorHandler: handleClientError(headersFor('/')),
    // An address that cannot be decoded reaches no hook.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers({ ...headersFor(request.url), 'x-request-id': request.id })),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  // zod parses requests in register-endpoints.ts; Fastify's schemas only serialise.
  app.setValidatorCompiler(() => () => true)
  app.decorate('pageQueries', createPageQueries())
  app.decorate('writePriority', createWritePriority(bounds.pageDelay))
  // A form on another site can send text/plain without a preflight request; no endpoint here reads it.
  app.removeContentTypeParser('text/plain')
  readJson(app)
  app.setErrorHandler(sendError)
  app.server.on('checkExpectation', refuseExpectation(headersFor('/')))
  refusePipelining(app)
  guardAgainstSmuggling(app, headersFor)
  addRequestContext(app, context.env)
  await app.register(fastifyCookie)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url))
    done()
  })
  addAnonymousPageCache(app, context)
  shedOverload(app)
  app.addHook('onRequest', refuseCrossSite(context.env))
  refuseWritesWhenFull(app, context.disk)
  defaultToNoCache(app)
  // Before compression, so that the same content has the same tag in every encoding.
  await addEtags(app)
  compressResponses(app)
  await app.register(fastifyRateLimit, {
    ...addressLimit(context.env),
    store: rateLimitStore(createCounter(context.redis, 'network default')),
    global: false,
    // The headers are sent only with a refusal, which states when to retry.
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
  addHeadersAtSocketPath(app, headersFor(socketPath))
  for (const url of ['/api', '/api/*']) {
    app.all(url, async () => {
      throw new AppError('NOT_FOUND', 'There is no such address in the API. See /api/docs.')
    })
  }
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
  if (renderPages) await renderPages(app, context)
  return app
}

/**
 * Reads JSON, and keeps its text. Accepts the content type on a request without a body, which many programs send: `POST /api/auth/logout`.
 */
function readJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('bodyText', null)
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null)
    request.bodyText = body
    parse(request, body, done)
  })
}
