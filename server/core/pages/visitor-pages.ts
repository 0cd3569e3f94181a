import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '#shared/contract/index.ts'
import type { App, Services } from '../../context.ts'
import { compress, encodingOf } from '../http/compress.ts'
import { isSavingData } from '../http/data-saver.ts'
import { originOf } from '../http/origin.ts'
import { themeOf } from '../http/theme.ts'
import { hasSessionCookie } from '../session/session.ts'
import { createPageCache, type KeptPage } from './page-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    visitorPages: VisitorPages
  }
}

/** Milliseconds between two times that other processes are told of writes. */
const tellEvery = 50

/** A page as it was rendered, or a redirect to `location`. */
export interface Rendered {
  status: number
  html: string
  location?: string | undefined
}

interface VisitorPages {
  /** Answers a visitor with the page, rendered where it is not kept. */
  answer(request: FastifyRequest, reply: FastifyReply, render: () => Promise<Rendered>): Promise<FastifyReply>
  /** Of memory that they take. */
  bytes(): number
}

/**
 * Visitors' pages. Those that are kept are answered before anything else looks at the request, limits included: they cost
 * less than refusing them would. Needs request.cookies.
 */
export function addVisitorPages(app: App, { env, realtime }: Pick<Services, 'env' | 'realtime'>): void {
  const lifetime = env.NODE_ENV === 'development' ? 0 : env.PAGE_CACHE_SECONDS
  const pages = createPageCache(lifetime)
  const tellOthers = atMostEvery(tellEvery, () => realtime.tellServers('pages_changed'))
  realtime.onServers('pages_changed', pages.clear)
  clearAtWrites(app, () => {
    pages.clear()
    tellOthers()
  })

  /** Everything that a visitor's page depends on. */
  const keyOf = (request: FastifyRequest) =>
    `${originOf(env, request)} ${request.url} ${themeOf(request)} ${isSavingData(request)} ${encodingOf(request.headers['accept-encoding'])}`

  app.addHook('onRequest', (request, reply, done) => {
    const mayBeKept = request.method === 'GET' && !/^\/(api|media|assets)\//.test(request.url)
    const page = mayBeKept && !hasSessionCookie(env, request) ? pages.find(keyOf(request)) : undefined
    if (page?.headers) send(page, request, reply)
    else done()
  })

  app.decorate('visitorPages', {
    bytes: pages.bytes,
    async answer(request, reply, render) {
      const encoding = encodingOf(request.headers['accept-encoding'])
      const page = await pages.get(keyOf(request), async () => {
        const { html, ...rest } = await render()
        const body = Buffer.from(html)
        return { ...rest, body: encoding ? compress(body, encoding) : body }
      })
      if (page.location !== undefined) return reply.redirect(page.location, page.status)
      if (encoding) reply.header('content-encoding', encoding)
      reply
        .code(page.status)
        // A shared cache may carry visitors for as long as this process does; a browser asks each time.
        .header('cache-control', `public, max-age=0, s-maxage=${lifetime}`)
        .header('vary', 'Cookie, Save-Data, Accept-Encoding')
        .header('etag', page.etag)
      if (page.status >= 500) askAgain(reply)
      const headers = { ...reply.getHeaders(), 'content-length': page.body.length }
      page.headers ??= headers as OutgoingHttpHeaders
      return reply.send(page.body)
    },
  })
}

/** For a page whose data could not be read: nobody keeps it, and programs know when to come back. */
export function askAgain(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('retry-after', '2')
}

/** Answers a kept page without Fastify's further steps, which would find nothing to do. */
function send({ status, headers, etag, body }: KeptPage, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  const own = { ...headers, 'x-request-id': request.id }
  if (request.headers['if-none-match'] === etag) reply.raw.writeHead(304, own).end()
  else reply.raw.writeHead(status, own).end(body)
}

/** Writes that no visitor's page shows. Every other one clears the pages: forgetting one here costs time, never truth. */
const unseen: ReadonlySet<string> = new Set<keyof Contract>([
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/register-email',
  'POST /api/auth/resend-verification',
  'POST /api/auth/forgot-password',
  'POST /api/blocks',
  'DELETE /api/blocks/:id',
  'POST /api/favorites',
  'DELETE /api/favorites/:id',
  'POST /api/listings/:id/view',
  'POST /api/threads',
  'POST /api/threads/:id/messages',
  'POST /api/threads/:id/read',
  'POST /api/uploads',
  'POST /api/reports',
])

/** Clears the pages before a write is answered, so that whoever wrote sees it wherever they look next. */
function clearAtWrites(app: App, clear: () => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: string }
    if (endpoint && request.method !== 'GET' && !unseen.has(endpoint) && reply.statusCode < 400) clear()
    done(null, payload)
  })
}

/** Does it at once, and what comes within `ms` of the last time once more when they are over. */
function atMostEvery(ms: number, work: () => void): () => void {
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
