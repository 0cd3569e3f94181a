/** A span of a trace. Attributes name the kind of work, never its values. */
export interface Span {
  /** Runs work whose spans are children of this one. */
  run<T>(work: () => T): T
  set(attributes: Attributes): void
  rename(name: string): void
  /** Ends the span, with an error as failed. Later calls have no effect. */
  end(error?: unknown): void
}

type Attributes = Record<string, string | number | boolean | undefined>

export interface SpanOptions {
  /** `server` handles a request, `client` sends one, `producer` enqueues a job, `consumer` runs it. */
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
  /** The parent as a W3C traceparent; by default the current span. */
  parent?: string | undefined
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span
  /** The current span's trace id for logs, and its traceparent to pass on. */
  current(): { traceId: string; traceparent: string } | undefined
}

let tracer: Tracer | undefined

/** Sets the tracer; without one no spans are created, at no cost. */
export function setTracer(chosen: Tracer | undefined): void {
  tracer = chosen
}

/** Returns undefined without a tracer. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return tracer?.start(name, options)
}

export function currentSpan(): ReturnType<Tracer['current']> {
  return tracer?.current()
}

/** Runs work in a span that ends with it. */
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
