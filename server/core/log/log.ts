import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Env } from '../../env.ts'
import { currentSpan } from '../observe/spans.ts'
import { serializeError } from './log-error.ts'
import { serializeRequest } from './log-request.ts'
import { redact } from './log-secrets.ts'

export type Logger = FastifyBaseLogger

export interface LogOptions {
  level: string
  /** Instead of the standard output. */
  stream?: DestinationStream
}

/** One JSON object a line. Cookies, passwords, codes, tokens and whole database rows never get in. */
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
  return stream ? pino(options, stream) : pino(options)
}

export function logLevel({ LOG_LEVEL, NODE_ENV }: Pick<Env, 'LOG_LEVEL' | 'NODE_ENV'>): string {
  return LOG_LEVEL ?? (NODE_ENV === 'production' ? 'info' : 'warn')
}

/** Asked every few seconds by whoever watches: said only where it fails. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** A line a request, once it is answered. */
export class RequestLog extends LogController {
  constructor(options: { disableRequestLogging: boolean }) {
    super({ ...options, requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return
    const { url: route } = request.routeOptions
    logAnswer(
      reply.log,
      { req: request, route, status: reply.statusCode, milliseconds: reply.elapsedTime },
      error,
    )
  }
}

interface Answer {
  req: Parameters<typeof serializeRequest>[0]
  route: string | undefined
  status: number
  milliseconds: number
}

/** The line of one request. */
export function logAnswer(log: Logger, answer: Answer, error: Error | null = null): void {
  const line = { ...answer, milliseconds: Math.round(answer.milliseconds * 10) / 10 }
  if (error) log.error({ ...line, err: error }, 'a request broke off')
  else if (probes.has(line.route ?? '') && line.status < 400) log.debug(line, 'a probe was answered')
  else log.info(line, 'a request was answered')
}
