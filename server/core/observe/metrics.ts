import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '#shared/errors.ts'
import type { App, Context } from '../../context.ts'
import type { Env } from '../../env.ts'
import { isPrivateAddress } from '../http/addresses.ts'
import { version } from '../http/version.ts'
import { isSameText } from '../session/same-text.ts'
import { registry as counters, watch } from './counters.ts'

/** Seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * GET /metrics for Prometheus: the process, how long each route takes, and what counters.ts counts. Requests and sockets are
 * those of this app, the counters those of the process.
 */
export function measureRequests(app: App, context: Pick<Context, 'realtime' | 'jobs' | 'env'>): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  new Gauge({
    name: 'oja_build_info',
    help: 'Always 1; which Oja and Node run',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  watchJobs(registry, context)

  const series = new Map<string, ReturnType<typeof duration.labels>>()
  /** Kept, since sorting and hashing the labels costs more than counting. */
  function seriesOf(route: string, method: string, status: number) {
    const name = `${route} ${method} ${status}`
    const kept = series.get(name) ?? duration.labels({ route, method, status })
    series.set(name, kept)
    return kept
  }

  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: what people ask for must not become labels without end.
    const { url = 'none' } = request.routeOptions
    seriesOf(url, request.method, reply.statusCode).observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(context.env, request)) throw new AppError('NOT_FOUND', 'There is nothing here.')
    const all = Registry.merge([registry, counters])
    reply.type(all.contentType).header('cache-control', 'no-store')
    return all.metrics()
  })
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

function watchJobs(registry: Registry, { jobs }: Pick<Context, 'jobs'>): void {
  const options = { labelNames: ['queue'], registers: [] }
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
      const queues = await jobs.waiting().catch(() => [])
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
