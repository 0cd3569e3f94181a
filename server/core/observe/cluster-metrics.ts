import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'

/** A snapshot of a metric, as it is sent between processes. */
export type Metric = MetricObjectWithValues<MetricValue<string>>

let own: () => Registry = () => new Registry()
let askAll: (() => Promise<string | undefined>) | undefined

/** Sets the metrics of this process. */
export function setOwnMetrics(read: () => Registry): void {
  own = read
}

/** This process's metrics, for the sum over all processes. */
export function readOwnMetrics(): Promise<Metric[]> {
  return own().getMetricsAsJSON() as Promise<Metric[]>
}

/**
 * Makes this process report the metrics of all processes. `ask` returns undefined if they do not respond in
 * time.
 */
export function setClusterMetrics(ask: () => Promise<string | undefined>): void {
  askAll = ask
}

/**
 * The metrics of all processes of this Oja in Prometheus format; those of `alone` if this process is the only
 * one.
 */
export async function readClusterMetrics(alone: () => Registry): Promise<string> {
  return (await askAll?.()) ?? alone().metrics()
}

/** Metrics are summed, except where a sum means nothing: the slowest process's lag, the earliest start. */
const aggregators: [RegExp, string][] = [
  [/^nodejs_eventloop_lag_(?!min)/, 'max'],
  [/^process_start_time_seconds$/, 'min'],
]

/** Merges the metrics of several processes; each list is from one process. */
export function sumMetrics(lists: Metric[][]): Registry {
  return AggregatorRegistry.aggregate(
    lists.map((list) =>
      list.map((metric) => ({
        ...metric,
        aggregator: aggregators.find(([name]) => name.test(metric.name))?.[1] ?? metric.aggregator,
      })),
    ),
  )
}

/**
 * Adds the counters of ended processes: otherwise every sum would fall when one ends, and Prometheus would
 * treat that as a counter reset.
 */
export async function accumulateCounters(counted: Metric[], last: Metric[]): Promise<Metric[]> {
  const lasting = last.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
  return (await sumMetrics([counted, lasting]).getMetricsAsJSON()) as Metric[]
}
