import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Context } from './context.ts'
import { isSavingData } from './core/http/data-saver.ts'
import { originOf } from './core/http/origin.ts'
import { themeOf } from './core/http/theme.ts'
import { addressLimit } from './core/limits/rate-limit.ts'
import { oncePerPage } from './core/pages/reads.ts'
import { askAgain, type Rendered } from './core/pages/visitor-pages.ts'
import { readReader } from './core/read-source.ts'
import { hasSessionCookie } from './core/session/session.ts'
import { builtPages, sourcePages } from './pages.ts'

/** Adds the HTML pages: built ones, or with hot reload from their sources under NODE_ENV=development. */
export async function renderPages(app: App, context: Context): Promise<void> {
  const { env, rateLimiter } = context
  const load = env.NODE_ENV === 'development' ? await sourcePages(app) : await builtPages(app)

  async function render(request: FastifyRequest, reply: FastifyReply): Promise<Rendered> {
    const { renderer, assets, finish } = await load()
    const isVisitor = !hasSessionCookie(env, request)
    const viewer = readReader(context, request).then(async (known) => {
      if (known) await rateLimiter('default', known, request.ip)
      return known
    })
    // A page that reads nothing never hears that the database is away; unheard, that would end the process.
    viewer.catch(() => {})
    const reader = { viewer, request, reply, once: oncePerPage() }
    const page = await renderer.render({
      url: asPath(request.url),
      isVisitor,
      get: (url) => app.reads.read(url, reader),
      assets,
      theme: themeOf(request),
      saver: isSavingData(request),
      origin: originOf(env, request),
    })
    if ('redirect' in page) return { status: 302, location: page.redirect, html: '' }
    return { status: page.status, html: await finish(request.url, page.html) }
  }

  app.get('/listing/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    return reply.redirect(`/listings/${encodeURIComponent(id)}`, 301)
  })

  app.get('/*', { config: { rateLimit: addressLimit(env) } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8')
    if (!hasSessionCookie(env, request))
      return app.visitorPages.answer(request, reply, () => render(request, reply))
    // Of a signed-in user, and of that user alone.
    reply.header('cache-control', 'private, no-store').header('vary', 'Cookie, Save-Data')
    const { status, location, html } = await render(request, reply)
    if (status >= 500) askAgain(reply)
    return location === undefined ? reply.code(status).send(html) : reply.redirect(location, status)
  })
}

/** `//evil.example` is a path here, although it would read as a host. */
function asPath(url: string): string {
  return url.replace(/^[/\\]+/, '/')
}
