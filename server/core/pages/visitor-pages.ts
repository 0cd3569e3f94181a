import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Contract, contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { App, Services } from '../../context.ts'
import { compress, encodingOf } from '../http/compress.ts'
import { isSavingData } from '../http/data-saver.ts'
import { originOf } from '../http/origin.ts'
import { themeOf } from '../http/theme.ts'
import { hasSessionCookie } from '../session/session.ts'
import { type Asked, answerKeptFirst } from './kept-answers.ts'
import { createPageCache } from './page-cache.ts'

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

/** Visitors' pages, kept for the next who ask. Needs request.cookies. */
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
  const keyOf = (asked: Asked) =>
    `${asked.origin} ${asked.url} ${themeOf(asked)} ${isSavingData(asked)} ${encodingOf(asked.headers['accept-encoding'])}`

  answerKeptFirst(app, {
    env,
    find: (asked) => (hasSessionCookie(env, asked) ? undefined : pages.find(keyOf(asked))),
  })

  app.decorate('visitorPages', {
    bytes: pages.bytes,
    async answer(request, reply, render) {
      const encoding = encodingOf(request.headers['accept-encoding'])
      const { url, headers: given, cookies } = request
      const key = keyOf({ url, headers: given, cookies, origin: originOf(env, request) })
      const page = await pages.get(key, async () => {
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
      page.route ??= request.routeOptions.url
      return reply.send(page.body)
    },
  })
}

/** For a page whose data could not be read: nobody keeps it, and programs know when to come back. */
export function askAgain(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('retry-after', '2')
}

/** Clears the pages before a write is answered, so that whoever wrote sees it wherever they look next. */
function clearAtWrites(app: App, clear: () => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: keyof Contract }
    // What was refused, or failed, changed nothing.
    if (endpoint && changesPages(contract[endpoint]) && reply.statusCode < 400) clear()
    done(null, payload)
  })
}

const changesPages = (endpoint: Endpoint) => endpoint.changesPages === true

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
