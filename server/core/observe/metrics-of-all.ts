import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'

/** A metric with its values at one moment, as it travels between processes. */
export type Metric = MetricObjectWithValues<MetricValue<string>>

let own: () => Registry = () => new Registry()
let askAll: (() => Promise<string | undefined>) | undefined

/** From here on this is what the process counts. */
export function setOwnMetrics(read: () => Registry): void {
  own = read
}

/** What this process counts, for whoever adds up. */
export function readOwnMetrics(): Promise<Metric[]> {
  return own().getMetricsAsJSON() as Promise<Metric[]>
}

/** From here on this process answers for all that do the same work; `ask` answers undefined where nobody adds up in time. */
export function setMetricsOfAll(ask: () => Promise<string | undefined>): void {
  askAll = ask
}

/** What all processes of this Oja count, as Prometheus reads it; `alone` where this one is alone. */
export async function metricsOfAll(alone: () => Registry): Promise<string> {
  return (await askAll?.()) ?? alone().metrics()
}

/** Sums, except where a sum says nothing: the slowest process, and the start of the one that lives longest. */
const aggregators: [RegExp, string][] = [
  [/^nodejs_eventloop_lag_(?!min)/, 'max'],
  [/^process_start_time_seconds$/, 'min'],
]

/** What several processes count, as one: each list is one process's. */
export function addUp(lists: Metric[][]): Registry {
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
 * What processes that have ended counted: without it every sum would fall when one ends, and whoever reads rates would take
 * that for a new beginning.
 */
export async function addCounters(counted: Metric[], last: Metric[]): Promise<Metric[]> {
  const lasting = last.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
  return (await addUp([counted, lasting]).getMetricsAsJSON()) as Metric[]
}
