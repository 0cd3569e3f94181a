import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App, Context } from '../context.ts'

/** Seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** GET /metrics for Prometheus: the process, how long each route takes, open sockets. Each app counts for itself. */
export function measureRequests(app: App, { realtime }: Pick<Context, 'realtime'>): void {
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
    new Gauge({
      name: 'oja_open_sockets',
      help: 'Sockets that are open at this moment',
      registers: [],
      collect() {
        this.set(realtime.count())
      },
    }),
  )

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
  app.get('/metrics', async (_, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
