import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process, served by core/health/metrics.routes.ts. */
export const registry = new Registry()
const registers = [registry]

/** Requests refused by load shedding. */
export const shedRequests = new Counter({
  name: 'oja_shed_requests_total',
  help: 'Requests refused with 503 because the server was overloaded, by what was short',
  labelNames: ['reason'],
  registers,
})

export const uploadBytes = new Gauge({
  name: 'oja_upload_bytes',
  help: 'Bytes on disk of uploads that are under way',
  registers,
})

export const queryDuration = new Histogram({
  name: 'oja_db_query_duration_seconds',
  help: 'Time of a database statement from sending to its answer, by kind',
  labelNames: ['kind'],
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
})

export const queryErrors = new Counter({
  name: 'oja_db_query_errors_total',
  help: 'Database statements that failed, by kind and class of SQLSTATE (or "connection")',
  labelNames: ['kind', 'class'],
  registers,
})

export const jobDuration = new Histogram({
  name: 'oja_job_duration_seconds',
  help: 'Time of a job, by queue and result (done or failed)',
  labelNames: ['queue', 'result'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
  registers,
})

export const deliveries = new Counter({
  name: 'oja_deliveries_total',
  help: 'Mails, text messages and pushes, by channel and result (sent, failed and tried again, postponed by quiet hours, refused for good, expired unsent)',
  labelNames: ['channel', 'result'],
  registers,
})

export const socketEvents = new Counter({
  name: 'oja_socket_events_total',
  help: 'Events received from sockets (in) and emitted to rooms (out), by name',
  labelNames: ['direction', 'event'],
  registers,
})

export const socketEventsRefused = new Counter({
  name: 'oja_socket_events_refused_total',
  help: 'Events of sockets that were not done, by the code of their answer',
  labelNames: ['code'],
  registers,
})

export const pageCacheReads = new Counter({
  name: 'oja_page_cache_reads_total',
  help: "Look-ups in the cache of visitors' pages: hit, shared (joined a running render), miss",
  labelNames: ['result'],
  registers,
})

export const replicaReads = new Counter({
  name: 'oja_db_replica_reads_total',
  help: 'Reads that a replica may answer, by who did (replica, or primary where none had what the reader wrote)',
  labelNames: ['from'],
  registers,
})

export const replicaLag = new Gauge({
  name: 'oja_db_replica_lag_seconds',
  help: 'Replication lag in seconds',
  labelNames: ['replica'],
  aggregator: 'max',
  registers,
})

export const partsUp = new Gauge({
  name: 'oja_part_up',
  help: '1 if a dependency (database, replicas, redis, storage, mail, sms) responds and its last operation succeeded, and for disk if writes are accepted; else 0; absent where it is not used',
  labelNames: ['part'],
  aggregator: 'min',
  registers,
})

export const diskFree = new Gauge({
  name: 'oja_disk_free_bytes',
  help: 'Free bytes of the disks that Oja writes to: data, and pictures where they have one of their own',
  labelNames: ['disk'],
  aggregator: 'min',
  registers,
})

export const diskThreshold = new Gauge({
  name: 'oja_disk_threshold_bytes',
  help: 'Free bytes below which a disk has little room (low), and below which nothing is saved any more (full)',
  labelNames: ['disk', 'level'],
  aggregator: 'max',
  registers,
})

/** Without a value if no Redis is configured. */
export const redisUp = new Gauge({
  name: 'oja_redis_up',
  help: 'Whether Redis responds (1) or this process runs without it (0)',
  aggregator: 'min',
  registers,
})

export const serverEvents = new Counter({
  name: 'oja_server_events_total',
  help: 'Events between processes that do not go to browsers: sent (out), received (in), by name',
  labelNames: ['direction', 'event'],
  registers,
})

/** Counted by the primary of the worker pool. */
export const processDeaths = new Counter({
  name: 'oja_process_deaths_total',
  help: 'Processes that died and were replaced',
  registers,
})

/**
 * Adds the metrics of a Node process. The event loop's lag is measured ten times a second, and its values contain these 100 ms; the
 * default, a hundred times, costs an idle process 0.4 % of a core.
 */
export function collectNodeMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 })
}

/** A gauge whose value is read when it is collected. */
export function createGauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })
}
