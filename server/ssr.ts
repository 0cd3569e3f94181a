import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Context } from './context.ts'
import { compress, encodingOf } from './core/compress.ts'
import { isSavingData } from './core/data-saver.ts'
import { originOf } from './core/origin.ts'
import { clearAtWrites, createPageCache } from './core/page-cache.ts'
import { rateLimit } from './core/rate-limit.ts'
import { hasSessionCookie, readViewer } from './core/session.ts'
import { builtPages, sourcePages } from './pages.ts'

/** Adds the HTML pages: built ones, or with hot reload from their sources under NODE_ENV=development. */
export async function renderPages(app: App, context: Context): Promise<void> {
  const { db, env } = context
  const isDevelopment = env.NODE_ENV === 'development'
  const load = isDevelopment ? await sourcePages(app) : await builtPages(app)
  const lifetime = isDevelopment ? 0 : env.PAGE_CACHE_SECONDS
  const cache = createPageCache(lifetime)
  clearAtWrites(app, cache)

  async function render(request: FastifyRequest, reply: FastifyReply) {
    const { renderer, assets, finish } = await load()
    const viewer = readViewer(db, env, request)
    const page = await renderer.render({
      url: asPath(request.url),
      get: (url) => app.reads.read(url, { viewer, request, reply }),
      assets,
      theme: readTheme(request),
      saver: isSavingData(request),
      origin: originOf(env, request),
    })
    if ('redirect' in page) return { status: 302, location: page.redirect, html: '' }
    return { status: page.status, html: await finish(request.url, page.html) }
  }

  /** The same for every visitor who asks for it in this way. */
  async function renderForVisitors(request: FastifyRequest, reply: FastifyReply) {
    const encoding = encodingOf(request.headers['accept-encoding'])
    const key = [originOf(env, request), request.url, readTheme(request), isSavingData(request), encoding]
    const page = await cache.get(key.join(' '), async () => {
      const { html, ...rest } = await render(request, reply)
      const body = Buffer.from(html)
      return { ...rest, body: encoding ? compress(body, encoding) : body }
    })
    return { ...page, encoding }
  }

  app.get('/listing/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    return reply.redirect(`/listings/${encodeURIComponent(id)}`, 301)
  })

  app.get('/*', { config: { rateLimit: rateLimit(env) } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('vary', 'Cookie, Save-Data')
    if (hasSessionCookie(env, request)) {
      // Of a signed-in user, and of that user alone.
      reply.header('cache-control', 'private, no-cache')
      const { status, location, html } = await render(request, reply)
      return location === undefined ? reply.code(status).send(html) : reply.redirect(location, status)
    }
    const { status, location, body, etag, encoding } = await renderForVisitors(request, reply)
    if (location !== undefined) return reply.redirect(location, status)
    // A shared cache may carry visitors for as long as this process does; a browser asks each time.
    reply.header('cache-control', `public, max-age=0, s-maxage=${lifetime}`).header('etag', etag)
    if (encoding) reply.header('content-encoding', encoding)
    reply.header('vary', 'Cookie, Save-Data, Accept-Encoding')
    return reply.code(status).send(body)
  })
}

/** `//evil.example` is a path here, although it would read as a host. */
function asPath(url: string): string {
  return url.replace(/^[/\\]+/, '/')
}

function readTheme(request: FastifyRequest): 'light' | 'dark' | null {
  const { theme } = request.cookies
  return theme === 'light' || theme === 'dark' ? theme : null
}
