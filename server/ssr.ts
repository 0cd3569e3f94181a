import type { FastifyReply, FastifyRequest } from 'fastify'
import { findLga, findState } from '#shared/nigeria.ts'
import type { App, Context } from './context.ts'
import { originOf } from './core/http/origin.ts'
import { isSavingData, themeOf } from './core/http/visitor-choices.ts'
import { addressLimit } from './core/limits/rate-limit.ts'
import { markTemporaryFailure, type RenderedPage } from './core/pages/anonymous-page-cache.ts'
import { memoizePerPage } from './core/pages/page-queries.ts'
import { readViewerWithFailover } from './core/read-database.ts'
import { hasSessionCookie } from './core/session/session.ts'
import { builtPages, sourcePages } from './page-assets.ts'

/** Adds the HTML pages: built ones, or from sources with hot reload under NODE_ENV=development. */
export async function renderPages(app: App, context: Context): Promise<void> {
  const { env, rateLimiter } = context
  const load = env.NODE_ENV === 'development' ? await sourcePages(app) : await builtPages(app)

  const turn = createTurns()

  async function render(request: FastifyRequest, reply: FastifyReply): Promise<RenderedPage> {
    const { renderer, assets, finish } = await load()
    const isVisitor = !hasSessionCookie(env, request)
    await app.writePriority.idle()
    const viewer = readViewerWithFailover(context, request).then(async (known) => {
      if (known) await rateLimiter('default', known, request.ip)
      return known
    })
    // A page that reads nothing does not await this promise, and an unhandled rejection would end the
    // process.
    viewer.catch(() => {})
    const reader = { viewer, request, reply, memoize: memoizePerPage() }
    const page = await renderer.render({
      url: asPath(request.url),
      isVisitor,
      get: (url) => app.pageQueries.read(url, reader),
      turn: () => app.writePriority.idle().then(turn),
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

  const limited = { config: { rateLimit: addressLimit(env) } }

  app.get('/listings', limited, async (request, reply) => {
    const path = withNamesOfPlace(request.url)
    return path === request.url ? sendPage(request, reply) : reply.redirect(path, 301)
  })

  app.get('/*', limited, sendPage)

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    if (!hasSessionCookie(env, request))
      return app.anonymousPages.send(request, reply, () => render(request, reply))
    // The page of a signed-in user is private.
    reply.header('cache-control', 'private, no-store').header('vary', 'Cookie, Save-Data')
    reply.type('text/html; charset=utf-8')
    const { status, location, html } = await render(request, reply)
    if (status >= 500) markTemporaryFailure(reply)
    return location === undefined ? reply.code(status).send(html) : reply.redirect(location, status)
  }
}

/** The address of a list with the names of its state and LGA as they are written, in whatever case they were typed. */
function withNamesOfPlace(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://oja.invalid')
  const typed = (name: string) => searchParams.get(name)?.trim() ?? ''
  const before = String(searchParams)
  const state = findState(typed('state'))
  const lga = state && findLga(state, typed('lga'))
  if (state) searchParams.set('state', state)
  if (lga) searchParams.set('lga', lga)
  return String(searchParams) === before ? url : `${pathname}?${searchParams}`
}

/** `//evil.example` is a path here, although it would parse as a host. */
function asPath(url: string): string {
  return url.replace(/^[/\\]+/, '/')
}

/**
 * Returns a function whose callers continue one after the other, one in each iteration of the event loop: long synchronous work, such as
 * rendering a page, then delays other requests by one piece at most.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return last
  }
}
