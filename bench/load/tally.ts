import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { Outcome } from './connection.ts'
import type { KindResult, LoadResult } from './job.ts'

interface Kind {
  good: RecordableHistogram
  refused: RecordableHistogram
}

/** Counts the outcomes of a job. */
export class Tally {
  readonly #histogram = createHistogram()
  readonly #fingerprints = new Set<string>()
  readonly #started = performance.now()
  readonly #cpu = process.cpuUsage()
  #last = this.#started
  #answers = 0
  /** Responses, and connections that broke before one. */
  outcomes = 0
  #bytes = 0
  #errors: Record<string, number> = {}
  readonly #kinds = new Map<string, Kind>()

  /** Adds one outcome; `since` is the time its request was due, by performance.now(). */
  add(outcome: Outcome, since: number, kind?: string): void {
    this.#last = performance.now()
    this.outcomes += 1
    if (outcome === null) {
      this.fail('connection')
      return
    }
    // The histogram takes integers; results divide by 1000.
    const latencyUs = Math.max(1, Math.round((this.#last - since) * 1000))
    this.#histogram.record(latencyUs)
    if (kind !== undefined) this.#addTo(kind, outcome.status, latencyUs)
    this.#answers += 1
    this.#bytes += outcome.bytes
    if (outcome.fingerprint) this.#fingerprints.add(outcome.fingerprint)
    if (outcome.status >= 400) this.fail(`status ${outcome.status}`)
  }

  #addTo(name: string, status: number, latencyUs: number): void {
    const kind = this.#kinds.get(name) ?? { good: createHistogram(), refused: createHistogram() }
    this.#kinds.set(name, kind)
    if (status < 400) kind.good.record(latencyUs)
    else if (status === 503) kind.refused.record(latencyUs)
  }

  fail(what: string, times = 1): void {
    this.#errors[what] = (this.#errors[what] ?? 0) + times
  }

  result(fingerprint: boolean): LoadResult {
    const seconds = (this.#last - this.#started) / 1000
    const { user, system } = process.cpuUsage(this.#cpu)
    const at = (percentile: number) => this.#histogram.percentile(percentile) / 1000
    const measured = this.#answers > 0
    return {
      answers: this.#answers,
      seconds,
      requestsPerSecond: measured ? this.#answers / seconds : 0,
      latency: {
        p50: at(50),
        p90: at(90),
        p99: at(99),
        max: measured ? this.#histogram.max / 1000 : 0,
        mean: measured ? this.#histogram.mean / 1000 : 0,
      },
      bytes: this.#bytes,
      errors: this.#errors,
      kinds: Object.fromEntries([...this.#kinds].map(([name, kind]) => [name, summed(kind)])),
      ...(fingerprint ? { distinctBodies: this.#fingerprints.size } : {}),
      generatorCpuSeconds: (user + system) / 1_000_000,
    }
  }
}

function summed({ good, refused }: Kind): KindResult {
  const at = (percentile: number) => (good.count > 0 ? good.percentile(percentile) / 1000 : 0)
  return {
    good: good.count,
    refused: refused.count,
    p50: at(50),
    p99: at(99),
    max: at(100),
    maxRefusalMs: refused.count > 0 ? refused.max / 1000 : 0,
  }
}
