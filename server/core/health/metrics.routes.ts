import type { FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { App, Context } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { isPrivateAddress } from '#server/lib/ip-addresses.ts'
import { withBudget } from '#server/lib/request-context.ts'
import { version } from '#server/lib/root.ts'
import { isTextEqual } from '#server/lib/tokens.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import { notFound } from '#shared/errors.ts'
import type { WaitingJobs } from '../jobs/jobs.db.ts'
import { readLastResults } from '../jobs/last-results.db.ts'
import { readClusterMetrics, setOwnMetrics } from '../observe/cluster-metrics.ts'
import { collectNodeMetrics, createGauge, registry as processMetrics } from '../observe/metrics.ts'

/** Milliseconds to count waiting jobs in the database: less than processes wait for each other's metrics. */
const jobsLimit = 800
/** Seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * GET /metrics for Prometheus: the process, the duration of each route, and the metrics of metrics.ts, over
 * all processes. Requests and sockets are measured per app, counters per process.
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
    createGauge('oja_open_sockets', 'Sockets that are open at this moment', () => context.realtime.count()),
  )
  registry.registerMetric(
    createGauge('oja_page_cache_bytes', 'Bytes of cached anonymous pages', () => app.anonymousPages.bytes()),
  )

  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: labels must not grow with what clients request.
    const { url: route = 'none' } = request.routeOptions
    duration.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** GET /metrics for the process and its jobs; returns the registry for more metrics. */
export function measureProcess(app: App, context: Pick<Context, 'jobs' | 'env' | 'db'>): Registry {
  const registry = new Registry()
  collectNodeMetrics(registry)
  new Gauge({
    name: 'oja_build_info',
    help: 'Always 1; which Oja and Node run',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  // The sum over all processes is their number.
  registry.registerMetric(
    createGauge('oja_processes', 'Processes that serve requests or only run jobs', () => 1),
  )
  watchJobs(registry, context)
  registry.registerMetric(lastBackup(context))
  const own = () => Registry.merge([registry, processMetrics])
  setOwnMetrics(own)
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(context.env, request)) throw notFound()
    reply.type(registry.contentType).header('cache-control', 'no-store')
    return readClusterMetrics(own)
  })
  return registry
}

/** In production only operators see the metrics: clients on a private network, or with the token. */
function maySeeMetrics({ NODE_ENV, METRICS_TOKEN }: Env, request: FastifyRequest): boolean {
  if (NODE_ENV !== 'production') return true
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined && METRICS_TOKEN !== undefined && isTextEqual(given, METRICS_TOKEN)) return true
  // A request through an untrusted proxy has the proxy's address, so a private address proves nothing.
  const isDirect = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  return isDirect && isPrivateAddress(request.socket.remoteAddress)
}

/** Unix time; 0 if there is no backup yet. */
function lastBackup({ db }: Pick<Context, 'db'>): Gauge {
  return new Gauge({
    name: 'oja_last_backup_timestamp_seconds',
    help: 'When the newest backup by npm run backup was complete; 0 before the first',
    aggregator: 'max',
    registers: [],
    async collect() {
      const results = await readLastResults(db).catch(() => undefined)
      // Other metrics report a database that is down; the last value stays.
      if (results) this.set((results.get('backup')?.succeededAt?.getTime() ?? 0) / 1000)
    },
  })
}

function watchJobs(registry: Registry, { jobs }: Pick<Context, 'jobs'>): void {
  let reading: Promise<WaitingJobs[]> | undefined
  /** One statement for both gauges, which are collected at once. */
  function read(): Promise<WaitingJobs[]> {
    // Other metrics report a database that is down, and this request must not wait for it.
    reading ??= withBudget(new WaitBudget(jobsLimit), () => jobs.waiting())
      .catch(() => [])
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  function gauge(name: string, help: string, measure: (queue: WaitingJobs) => number): void {
    const collected = new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [],
      // Read from the database, so the same in all processes.
      aggregator: 'max',
      async collect() {
        const queues = await read()
        this.reset()
        for (const queue of ['mail', 'sms']) this.set({ queue }, 0)
        for (const each of queues) this.set({ queue: each.queue }, measure(each))
      },
    })
    registry.registerMetric(collected)
  }
  gauge('oja_jobs_waiting', 'Jobs that wait to be done or tried again, by queue', ({ waiting }) => waiting)
  gauge(
    'oja_jobs_oldest_seconds',
    'How long the oldest job that is not yet done has waited, by queue',
    ({ oldest }) => oldest,
  )
}
