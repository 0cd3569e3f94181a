/** A piece of work as a trace shows it. Attributes say what kind of work, never with which values. */
export interface Span {
  /** Runs something whose spans lie within this one. */
  run<T>(work: () => T): T
  set(attributes: Attributes): void
  rename(name: string): void
  /** Ends it; with an error, as failed. Later calls change nothing. */
  end(error?: unknown): void
}

type Attributes = Record<string, string | number | boolean | undefined>

export interface SpanOptions {
  /** As OpenTelemetry has them: who was called, who calls, who made a job, who does it. */
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
  /** What it belongs to, as a W3C traceparent; without one, the span that is running. */
  parent?: string | undefined
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span
  /** Of the span that is running: its trace's id for logs, its traceparent to hand on. */
  current(): { traceId: string; traceparent: string } | undefined
}

let tracer: Tracer | undefined

/** From here on spans are made by this one; without one there are none, and nothing is paid for them. */
export function setTracer(chosen: Tracer | undefined): void {
  tracer = chosen
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** Undefined where nobody traces. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return tracer?.start(name, options)
}

export function currentSpan(): ReturnType<Tracer['current']> {
  return tracer?.current()
}

/** Does work within a span of its own, which ends with it. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options)
  if (!span) return work()
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
