import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { WaitBudget } from '../../db/budget.ts'
import { patience } from '../../db/patience.ts'
import type { Env } from '../../env.ts'
import { addressMatcher } from '../http/addresses.ts'
import { type Span, startSpan } from '../observe/spans.ts'
import { asWorkOf } from './work.ts'

/** What may be taken over into logs and answers: enough for UUIDs and trace ids, nothing that a log could stumble over. */
const harmless = /^[\w.:@+/=-]{8,128}$/

type Settings = Pick<Env, 'TRUST_PROXY'>

/**
 * Makes the function that names requests: the X-Request-Id of a trusted proxy where it is harmless, or else one that no other
 * process uses.
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
 * Tells whoever asks the request's id, and hands it, its span, and how long it may wait for the database on to whatever the
 * request leads to.
 */
export function followRequests(app: App, { TRUST_PROXY = '' }: Settings): void {
  const isTrusted = addressMatcher(TRUST_PROXY)
  const spans = new WeakMap<FastifyRequest, Span>()
  const budgets = new WeakMap<FastifyRequest, WaitBudget>()

  function within(request: FastifyRequest, next: () => void): void {
    const span = spans.get(request)
    asWorkOf(request.id, () => (span ? span.run(next) : next()), budgets.get(request))
  }

  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, socket } = request
    const given = isTrusted(socket.remoteAddress) ? headers.traceparent : undefined
    const span = startSpan(method, {
      kind: 'server',
      parent: typeof given === 'string' ? given : undefined,
      attributes: { 'http.request.method': method, 'oja.request_id': request.id },
    })
    if (span) spans.set(request, span)
    budgets.set(request, new WaitBudget(patience.request))
    within(request, done)
  })
  // Again: a body arrives outside of what the request began.
  app.addHook('preValidation', (request, _, done) => within(request, done))
  app.addHook('onSend', (request, reply, payload, done) => {
    // A stream may read on for as long as its reader takes.
    budgets.get(request)?.lift()
    // Here, not earlier: pages that are kept keep the headers that were there before.
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    const route = request.routeOptions.url
    span?.rename(`${request.method} ${route ?? 'none'}`)
    span?.set({ 'http.route': route, 'http.response.status_code': reply.statusCode })
    span?.end(reply.statusCode >= 500 ? new Error(`answered ${reply.statusCode}`) : undefined)
    done()
  })
}
