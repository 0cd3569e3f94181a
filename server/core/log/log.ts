import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { serializeError } from '#server/lib/serialize-error.ts'
import type { Env } from '../../env.ts'
import { currentSpan } from '../observe/spans.ts'
import { redact } from './redact.ts'

export type Logger = FastifyBaseLogger

export interface LogOptions {
  level: string
  /** Replaces the standard output. */
  stream?: DestinationStream
}

/**
 * Writes one JSON object per line. Cookies, passwords, codes, tokens and whole database rows are never
 * logged.
 */
export function createLogger({ level, stream }: LogOptions): Logger {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }), log: redact },
    serializers: { err: serializeError, req: serializeRequest },
    mixin() {
      const span = currentSpan()
      return span ? { trace_id: span.traceId } : {}
    },
  }
  return pino(options, stream ?? standardOutput())
}

/** Milliseconds between two tries to write to a full disk. */
const fullDiskDelay = 10_000
const fullDisk = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Stops at the first line that cannot be written, such as to a terminal that was closed. pino's own writer would end the process there,
 * or try again without end when the process ends. Lines to a file whose disk is full are dropped until it has space again.
 */
function standardOutput(): DestinationStream {
  let pausedUntil = 0
  let lines: ReturnType<typeof open> | null = open()

  function open() {
    const opened = pino.destination(1)
    opened.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      pausedUntil = fullDisk.has(code) ? performance.now() + fullDiskDelay : Number.POSITIVE_INFINITY
      opened.destroy()
      lines = null
    })
    return opened
  }

  return {
    write(line) {
      if (performance.now() < pausedUntil) return
      if (!lines) {
        lines = open()
        // The line before may have been written in part.
        lines.write('\n')
      }
      lines.write(line)
    },
  }
}

export function logLevel({ LOG_LEVEL, NODE_ENV }: Pick<Env, 'LOG_LEVEL' | 'NODE_ENV'>): string {
  return LOG_LEVEL ?? (NODE_ENV === 'production' ? 'info' : 'warn')
}

/** Monitoring calls them every few seconds: logged only on failure. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** One line per request, after its response. */
export class RequestLog extends LogController {
  constructor(options: { disableRequestLogging: boolean }) {
    super({ ...options, requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return
    const { url: route } = request.routeOptions
    const { log, statusCode: status } = reply
    const line = { req: request, route, status, milliseconds: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) log.error({ ...line, err: error }, 'a request broke off')
    else if (probes.has(route ?? '') && status < 400) log.debug(line, 'a probe was answered')
    else log.info(line, 'a request was answered')
  }
}

/**
 * Query parameters that are secret; administrators type e-mail addresses into `q`, `near` may be a position, and `next` is the address
 * of a page with its parameters.
 */
const secret =
  /([?&](?:q|near|next|(?:code|token|secret|password|key|email|phone|proof|signature)[^=&?]*)=)[^&]*/gi

/** The parts of a request that a log may contain: neither headers nor body. */
export function serializeRequest(request: Partial<FastifyRequest>): Record<string, unknown> {
  return {
    method: request.method,
    url: request.url?.slice(0, 1000).replace(secret, '$1[redacted]'),
    host: request.host,
    remoteAddress: request.ip,
  }
}
