import { hostname } from 'node:os'
import { type Context, context, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { version } from '#server/lib/root.ts'
import { serializeError } from '#server/lib/serialize-error.ts'
import type { Env } from '../../env.ts'
import { type Span, type SpanOptions, setTracer } from './spans.ts'

const kinds: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/**
 * Sends spans in batches by OTLP over HTTP to OTEL_EXPORTER_OTLP_ENDPOINT; loaded only if that is set. `stop`
 * sends the rest.
 */
export function startTracing(env: Env): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS),
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'oja',
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  const tracer = provider.getTracer('oja')
  setTracer({
    start(name, { kind, attributes, parent }) {
      const within = parent ? remote(parent) : context.active()
      return wrap(tracer.startSpan(name, { kind: kinds[kind], attributes }, within), within)
    },
    current() {
      const span = trace.getActiveSpan()?.spanContext()
      if (!span) return undefined
      const { traceId, spanId, traceFlags } = span
      return { traceId, traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` }
    },
  })
  return {
    async stop() {
      setTracer(undefined)
      // A collector that is down must not delay the end of the process.
      await provider.shutdown().catch(() => undefined)
      context.disable()
    },
  }
}

function wrap(span: ReturnType<typeof trace.wrapSpanContext>, within: Context): Span {
  const own = trace.setSpan(within, span)
  return {
    run: (work) => context.with(own, work),
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    end(error) {
      if (error !== undefined) {
        const { type, message } = serializeError(error)
        span.setAttribute('error.type', type)
        span.setStatus({ code: SpanStatusCode.ERROR, message })
      }
      span.end()
    },
  }
}

/** The context of a W3C traceparent; an invalid one starts a new trace. */
function remote(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const parent = { traceId, spanId, traceFlags, isRemote: true }
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId)
    ? trace.setSpanContext(context.active(), parent)
    : trace.deleteSpan(context.active())
}

/** `name=value,name=value`, the values percent-encoded. */
function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split(/=(.*)/s, 2))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) => (value ? [[name.trim(), decodeURIComponent(value.trim())]] : [])),
  )
}
