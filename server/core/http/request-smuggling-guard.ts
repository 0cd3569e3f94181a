import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { socketPath } from '#shared/socket-path.ts'
import { unreadableRequest } from './error-handler.ts'

/** A name or an address, and a port. Empty if a client sends no name. */
const plainHost = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const chunksLast = /(?:^|,)\s*chunked$/

/**
 * Refuses what this server and a proxy in front of it might parse differently: two hosts, an invalid host, a
 * transfer coding other than chunked. Must run before every hook that may respond.
 */
export function guardAgainstSmuggling(
  app: FastifyInstance,
  headersFor: (url: string) => Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const problem = ambiguityOf(request.raw)
    if (problem === undefined) return done()
    reply.headers(headersFor(request.url)).header('connection', 'close')
    done(new AppError('BAD_REQUEST', problem))
  })
}

function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding']?.toLowerCase()
  // Node's parser refuses a coding that does not end in chunked. An HTTP/1.0 parser ignores chunked and takes
  // the body for the next request.
  const isOdd = coding && chunksLast.test(coding) && (coding !== 'chunked' || httpVersion !== '1.1')
  if (isOdd || httpVersion === '0.9') return unreadableRequest
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return 'This request names two hosts.'
  return headers.host === undefined || plainHost.test(headers.host)
    ? undefined
    : 'This request names no host.'
}

/**
 * Whether a connection may switch protocols: a WebSocket at the socket's address. Elsewhere the `Upgrade`
 * header is ignored, as HTTP allows, and the request is handled (`curl --http2` sends the header each time).
 * A connection that switched elsewhere would have neither a handler nor an error listener, so its reset would end the process.
 * Vite's hot reload has its own address.
 */
export function maySwitchProtocol(isDevelopment: boolean): (request: IncomingMessage) => boolean {
  return ({ method, headers, url = '' }) =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    (isDevelopment || url.startsWith(`${socketPath}/`))
}
