import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { timeouts } from '#server/db/timeouts.ts'
import { addressMatcher } from '#server/lib/ip-addresses.ts'
import { runInContext } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import { safeMethods } from '#shared/endpoint.ts'
import type { Env } from '../../env.ts'
import { type Span, startSpan } from '../observe/spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined without a tracer. */
    span: Span | undefined
    /** How long the request may wait for the database; undefined before the first hook. */
    budget: WaitBudget | undefined
  }
}

/** Ids that are safe to copy into logs and responses: enough for UUIDs and trace ids. */
const harmless = /^[\w.:@+/=-]{8,128}$/

type Settings = Pick<Env, 'TRUST_PROXY'>

/**
 * Returns the function that assigns request ids: the X-Request-Id of a trusted proxy if it is safe, or else a
 * new unique one.
 */
export function requestIds({ TRUST_PROXY = '' }: Settings): (request: IncomingMessage) => string {
  const isTrusted = addressMatcher(TRUST_PROXY)
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && harmless.test(given) && isTrusted(socket.remoteAddress)) return given
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}

/**
 * Gives each request a span and a wait budget, and makes both, with its id and log, available to everything
 * that it starts. Sends the id in the response.
 */
export function addRequestContext(app: FastifyInstance, { TRUST_PROXY = '' }: Settings): void {
  const isTrusted = addressMatcher(TRUST_PROXY)
  app.decorateRequest('span')
  app.decorateRequest('budget')

  function within({ id, span, budget, log }: FastifyRequest, next: () => void): void {
    runInContext(id, () => (span ? span.run(next) : next()), budget, log)
  }

  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, socket } = request
    const given = isTrusted(socket.remoteAddress) ? headers.traceparent : undefined
    request.span = startSpan(method, {
      kind: 'server',
      parent: typeof given === 'string' ? given : undefined,
      attributes: { 'http.request.method': method, 'oja.request_id': request.id },
    })
    const reconnects = safeMethods.has(method) ? 'read' : 'write'
    request.budget = new WaitBudget(timeouts.request, reconnects)
    within(request, done)
  })
  // Entered a second time, since the body arrives outside the asynchronous context of the request.
  app.addHook('preValidation', (request, _, done) => within(request, done))
  app.addHook('onSend', (request, reply, payload, done) => {
    // A stream may read as long as its client downloads.
    request.budget?.lift()
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    if (!span) return done()
    const route = request.routeOptions.url
    span.rename(`${request.method} ${route ?? 'none'}`)
    span.set({ 'http.route': route, 'http.response.status_code': reply.statusCode })
    span.end(reply.statusCode >= 500 ? new Error(`answered ${reply.statusCode}`) : undefined)
    done()
  })
}
