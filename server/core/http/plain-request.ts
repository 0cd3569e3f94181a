import type { IncomingMessage } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { socketPath } from '#shared/socket-path.ts'
import type { App } from '../../context.ts'

/** A name or an address, and a port. Empty where a program asks without a name. */
const plainHost = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const chunksLast = /(?:^|,)\s*chunked$/

/**
 * Refuses what this server and a proxy before it might read differently: two hosts, a host that is none, a body of another
 * coding than chunks. Before every other hook that answers.
 */
export function refuseAmbiguous(
  app: App,
  headersFor: (url: string) => Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const problem = ambiguityOf(request.raw)
    if (problem === undefined) return done()
    reply.headers(headersFor(request.url)).header('connection', 'close')
    done(new AppError('BAD_REQUEST', problem))
  })
}

/** Whether such a request would be refused. */
export function isAmbiguous(request: IncomingMessage): boolean {
  return ambiguityOf(request) !== undefined
}

function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding']?.toLowerCase()
  // What does not end in chunks Node's parser refuses. Chunks came with HTTP/1.1: what is older takes them for the next request.
  const isOdd = coding && chunksLast.test(coding) && (coding !== 'chunked' || httpVersion !== '1.1')
  if (isOdd || httpVersion === '0.9') return 'This request could not be read. Please check it and try again.'
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
 * Whether a connection may become another protocol: a WebSocket at its address. Elsewhere the wish is left aside, as HTTP has
 * it, and the request answered (`curl --http2` asks with each). Hot reload has an address of its own.
 */
export function maySwitchProtocol(isDevelopment: boolean): (request: IncomingMessage) => boolean {
  return ({ method, headers, url = '' }) =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    (isDevelopment || url.startsWith(`${socketPath}/`) || url.startsWith(`${socketPath}?`))
}
