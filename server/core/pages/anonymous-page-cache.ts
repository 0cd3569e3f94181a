import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Services } from '#server/context.ts'
import { utf8 } from '#server/lib/utf8.ts'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { compress, type Encoding, encodingOf } from '../http/compress.ts'
import { originOf } from '../http/origin.ts'
import { isSavingData, themeOf } from '../http/visitor-choices.ts'
import { hasSessionCookie } from '../session/session.ts'
import { type CachedPage, createPageCache } from './page-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    anonymousPages: AnonymousPageCache
  }
}

/** What must not enter a shared cache: a user's position in the address, and what the signed link of a mail or a shared meeting opens. */
const privateParameter = /[?&](?:near|token)=/

/** Milliseconds between two broadcasts of writes to other processes. */
const broadcastInterval = 50

/** A page as it was rendered, or a redirect to `location`. */
export interface RenderedPage {
  status: number
  html: string
  location?: string | undefined
}

interface AnonymousPageCache {
  /** Sends the cached page, or renders and caches it. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    render: () => Promise<RenderedPage>,
  ): Promise<FastifyReply>
  /** Memory that the cached pages occupy. */
  bytes(): number
}

/**
 * Caches visitors' pages. Its `onRequest` hook serves those that are cached or being rendered for another visitor. It is registered after the
 * hooks that every response needs (request id, cookies, security headers) and before overload and the rate limits: such a page costs no more
 * than a refusal.
 */
export function addAnonymousPageCache(app: App, { env, realtime }: Pick<Services, 'env' | 'realtime'>): void {
  const lifetime = env.NODE_ENV === 'development' ? 0 : env.PAGE_CACHE_SECONDS
  const pages = createPageCache(lifetime)
  const broadcastChange = throttle(broadcastInterval, () => realtime.broadcastToServers('pages_changed'))
  realtime.onServerBroadcast('pages_changed', pages.clear)
  clearOnWrites(app, () => {
    pages.clear()
    broadcastChange()
  })

  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // A shared cache may serve the page for `lifetime` seconds, even after a write cleared it here; a browser revalidates it each time.
    'cache-control': `public, max-age=0, s-maxage=${lifetime}`,
    vary: 'Cookie, Save-Data, Accept-Encoding',
  }

  function httpSend(
    reply: FastifyReply,
    { status, body, location, encoding, etag }: CachedPage,
  ): FastifyReply {
    if (location !== undefined) return reply.redirect(location, status)
    reply.code(status).headers(headers).header('etag', etag)
    if (privateParameter.test(reply.request.url)) reply.header('cache-control', 'private, no-cache')
    if (encoding) reply.header('content-encoding', encoding)
    if (status >= 500) markTemporaryFailure(reply)
    return reply.send(body)
  }

  /** Everything that a visitor's page depends on. */
  const keyOf = (request: FastifyRequest, encoding: Encoding | null) =>
    `${originOf(env, request)} ${request.url} ${themeOf(request)} ${isSavingData(request)} ${encoding}`

  app.addHook('onRequest', (request, reply, done) => {
    const page = mayBeCached(env, request)
      ? pages.find(keyOf(request, encodingOf(request.headers['accept-encoding'])))
      : undefined
    if (page === undefined) done()
    else if (page instanceof Promise) page.then((rendered) => httpSend(reply, rendered)).catch(done)
    else httpSend(reply, page)
  })

  app.decorate('anonymousPages', {
    bytes: pages.bytes,
    async send(request, reply, render) {
      const encoding = encodingOf(request.headers['accept-encoding'])
      const page = await pages.get(keyOf(request, encoding), async () => {
        const { html, ...rest } = await render()
        const body = utf8(html)
        return { ...rest, encoding, body: encoding ? compress(body, encoding, isSavingData(request)) : body }
      })
      return httpSend(reply, page)
    },
  })
}

/** Whether the response could be a visitor's page. Other requests need no key. */
function mayBeCached(env: Services['env'], request: FastifyRequest): boolean {
  return request.method === 'GET' && !notPages.test(request.url) && !hasSessionCookie(env, request)
}

const notPages = /^\/(api|media|assets)\//

/** For a page whose data could not be read: it is not cached, and has Retry-After. */
export function markTemporaryFailure(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('retry-after', '2')
}

/** Clears the pages before the response to a write, so that its author sees the change on every page. */
function clearOnWrites(app: App, clear: () => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'GET') return done(null, payload)
    const { endpoint } = request.routeOptions.config
    // A refused or failed write changed nothing.
    if (endpoint && changesPages(contract[endpoint]) && reply.statusCode < 400) clear()
    done(null, payload)
  })
}

const endpoints: Endpoint[] = Object.values(contract)
/** The data that visitors' pages are rendered from. */
const publicSubjects = new Set(
  endpoints.flatMap(({ access, shows }) => (access === 'anyone' ? (shows ?? []) : [])),
)

/** Whether visitors' pages may show something else after this endpoint succeeded. */
export function changesPages({ changes = [] }: Endpoint): boolean {
  return changes.some((subject) => publicSubjects.has(subject))
}

/** Throttle: the first call runs immediately; further calls within `ms` cause one run at the end of that time. */
function throttle(ms: number, work: () => void): () => void {
  let isWaiting = false
  let isAsked = false
  const begin = () => {
    isWaiting = true
    work()
    setTimeout(() => {
      isWaiting = false
      if (!isAsked) return
      isAsked = false
      begin()
    }, ms).unref()
  }
  return () => {
    if (isWaiting) isAsked = true
    else begin()
  }
}
