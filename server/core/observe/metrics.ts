import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '#shared/errors.ts'
import type { App, Context } from '../../context.ts'
import { WaitBudget } from '../../db/budget.ts'
import type { Env } from '../../env.ts'
import { isPrivateAddress } from '../http/addresses.ts'
import { version } from '../http/version.ts'
import { withBudget } from '../log/work.ts'
import { isSameText } from '../session/same-text.ts'
import { registry as counters, watch } from './counters.ts'
import { readLastResults } from './last-results.db.ts'
import { metricsOfAll, setOwnMetrics } from './metrics-of-all.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request that was answered, for the metrics. */
    countAnswer(answer: { route: string; method: string; status: number; milliseconds: number }): void
  }
}

/** Milliseconds that the database has to say how many jobs wait: less than the processes wait for each other's metrics. */
const jobsLimit = 800
/** Seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * GET /metrics for Prometheus: the process, how long each route takes, and what counters.ts counts, of all processes that
 * answer beside this one. Requests and sockets are those of this app, the counters those of the process.
 */
export function measureRequests(app: App, context: Pick<Context, 'realtime' | 'jobs' | 'env' | 'db'>): void {
  const registry = measureProcess(app, context)
  const duration = new Histogram({
    name: 'oja_http_request_duration_seconds',
    help: 'Time to answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [registry],
  })
  registry.registerMetric(
    watch('oja_open_sockets', 'Sockets that are open at this moment', () => context.realtime.count()),
  )
  registry.registerMetric(
    watch('oja_page_cache_bytes', 'Memory of kept pages of visitors', () => app.visitorPages.bytes()),
  )

  const series = new Map<string, ReturnType<typeof duration.labels>>()
  /** Kept, since sorting and hashing the labels costs more than counting. */
  function seriesOf(route: string, method: string, status: number) {
    const name = `${route} ${method} ${status}`
    const kept = series.get(name) ?? duration.labels({ route, method, status })
    series.set(name, kept)
    return kept
  }

  app.decorate('countAnswer', ({ route, method, status, milliseconds }) =>
    seriesOf(route, method, status).observe(milliseconds / 1000),
  )
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: what people ask for must not become labels without end.
    const { url: route = 'none' } = request.routeOptions
    const { statusCode: status, elapsedTime: milliseconds } = reply
    app.countAnswer({ route, method: request.method, status, milliseconds })
    done()
  })
}

/** GET /metrics of the process and its jobs; answers where more may be registered. */
export function measureProcess(app: App, context: Pick<Context, 'jobs' | 'env' | 'db'>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'oja_build_info',
    help: 'Always 1; which Oja and Node run',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  // The sum over all says how many there are.
  registry.registerMetric(watch('oja_processes', 'Processes that answer, or do jobs alone', () => 1))
  watchJobs(registry, context)
  registry.registerMetric(lastBackup(context))
  const own = () => Registry.merge([registry, counters])
  setOwnMetrics(own)
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(context.env, request)) throw new AppError('NOT_FOUND', 'There is nothing here.')
    reply.type(registry.contentType).header('cache-control', 'no-store')
    return metricsOfAll(own)
  })
  return registry
}

/** In public, the numbers of a marketplace are its operators' alone: those on its own network, or who know the token. */
function maySeeMetrics({ NODE_ENV, METRICS_TOKEN }: Env, request: FastifyRequest): boolean {
  if (NODE_ENV !== 'production') return true
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined && METRICS_TOKEN !== undefined && isSameText(given, METRICS_TOKEN)) return true
  // Whoever comes through a proxy that is not trusted has its address: a private one says nothing then.
  const isDirect = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  return isDirect && isPrivateAddress(request.socket.remoteAddress)
}

/** As unix time; 0 where none was made yet. */
function lastBackup({ db }: Pick<Context, 'db'>): Gauge {
  return new Gauge({
    name: 'oja_last_backup_timestamp_seconds',
    help: 'When the newest backup by npm run backup was complete; 0 before the first',
    aggregator: 'max',
    registers: [],
    async collect() {
      const results = await readLastResults(db).catch(() => undefined)
      // A database that is away is told of by other metrics: the last value stays.
      if (results) this.set((results.get('backup')?.succeededAt?.getTime() ?? 0) / 1000)
    },
  })
}

function watchJobs(registry: Registry, { jobs }: Pick<Context, 'jobs'>): void {
  // Of the database, which says the same to all processes.
  const options = { labelNames: ['queue'], registers: [], aggregator: 'max' as const }
  const oldest = new Gauge({
    ...options,
    name: 'oja_jobs_oldest_seconds',
    help: 'How long the oldest job that is not yet done has waited, by queue',
  })
  const waiting = new Gauge({
    ...options,
    name: 'oja_jobs_waiting',
    help: 'Jobs that wait to be done or tried again, by queue',
    async collect() {
      this.reset()
      oldest.reset()
      // A database that is away is told of by other metrics, which must be answered.
      const queues = await withBudget(new WaitBudget(jobsLimit), () => jobs.waiting()).catch(() => [])
      for (const queue of ['mail', 'sms']) {
        this.set({ queue }, 0)
        oldest.set({ queue }, 0)
      }
      for (const { queue, waiting: count, oldest: seconds } of queues) {
        this.set({ queue }, count)
        oldest.set({ queue }, seconds)
      }
    },
  })
  registry.registerMetric(waiting)
  registry.registerMetric(oldest)
}
