import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { App } from '../../context.ts'
import type { Env } from '../../env.ts'
import { callerAddress } from '../http/caller-address.ts'
import { originOf } from '../http/origin.ts'
import { isAmbiguous } from '../http/plain-request.ts'
import { logAnswer } from '../log/log.ts'
import { requestIds } from '../log/request-id.ts'
import { isTracing } from '../observe/spans.ts'
import type { KeptPage } from './page-cache.ts'

/** What a page depends on. */
export interface Asked {
  url: string
  origin: string
  headers: IncomingMessage['headers']
  cookies: Record<string, string | undefined>
}

interface Options {
  env: Pick<Env, 'PUBLIC_URL' | 'PORT' | 'TRUST_PROXY' | 'NODE_ENV'>
  /** The page of a visitor, where it is kept with all of its headers. */
  find(asked: Asked): KeptPage | undefined
}

const noCookies = {}

/**
 * Answers kept pages before Fastify hears of the request, limits included: all that is done for another request takes longer than
 * this whole answer. Named, counted and logged like every other; what is unusual about a request is left to Fastify.
 */
export function answerKeptFirst(app: App, { env, find }: Options): void {
  const nameRequest = requestIds(env)
  const isLogged = env.NODE_ENV === 'production' && /^(info|debug|trace)$/.test(app.log.level ?? '')
  const addressOf = callerAddress(env)

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const begun = performance.now()
    const { url = '/', headers, method } = request
    const page = mayBeKept(request, response) ? find(askedBy(request)) : undefined
    if (!page?.headers) return false
    const id = nameRequest(request)
    const isKnown = headers['if-none-match'] === page.etag
    const status = isKnown ? 304 : page.status
    response.writeHead(status, { ...page.headers, 'x-request-id': id }).end(isKnown ? undefined : page.body)
    const milliseconds = performance.now() - begun
    const { route = 'none' } = page
    app.countAnswer({ route, method: 'GET', status, milliseconds })
    if (isLogged) {
      const ip = addressOf(request)
      const req = { method, url, host: headers.host, ip }
      logAnswer(app.log.child({ requestId: id }), { req, route, status, milliseconds })
    }
    return true
  }

  function askedBy({ url = '/', headers }: IncomingMessage): Asked {
    const cookies = headers.cookie === undefined ? noCookies : app.parseCookie(headers.cookie)
    return { url, headers, cookies, origin: originOf(env, { protocol: 'http', host: headers.host ?? '' }) }
  }

  function mayBeKept(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '/', headers } = request
    return (
      method === 'GET' &&
      !/^\/(api|media|assets)\//.test(url) &&
      // Without PUBLIC_URL a proxy says what the origin is.
      (env.PUBLIC_URL !== undefined || env.TRUST_PROXY === undefined) &&
      // An answer before this one is not taken yet: refusePipelines counts those.
      response.socket !== null &&
      headers['content-length'] === undefined &&
      !isAmbiguous(request) &&
      !isTracing()
    )
  }

  listenFirst(app.server, answer)
}

/** Has `answer` hear each request; those that it leaves go where they went. */
function listenFirst(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (answer(request, response)) return
    for (const other of others) other.call(server, request, response)
  })
}
