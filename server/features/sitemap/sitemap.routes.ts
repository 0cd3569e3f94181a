import type { App, Context } from '#server/context.ts'
import { originOf } from '#server/core/http/origin.ts'
import { addressLimit } from '#server/core/limits/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import { categoryIds, listingsBetween, partsWithListings } from './sitemap.db.ts'

/** Listing ids per part; a part may contain at most 50,000 addresses (sitemaps.org). */
const partSize = 20_000

const pages = [
  '/',
  '/listings',
  '/places',
  '/about',
  '/safety',
  '/terms',
  '/privacy',
  '/contact',
  '/rules',
  '/transparency',
]

/** Files for crawlers: /robots.txt, /sitemap.xml (the index) and its parts. */
export function sitemapRoutes(app: App, { db, env }: Context): void {
  const limited = { config: { rateLimit: addressLimit(env) } }

  app.get('/robots.txt', async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    const closed = [
      '/api/',
      '/login',
      '/register',
      '/forgot-password',
      '/sell',
      '/edit-listing/',
      '/my-listings',
    ]
    return [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      'Allow: /',
      `Sitemap: ${originOf(env, request)}/sitemap.xml`,
      '',
    ].join('\n')
  })

  app.get('/sitemap.xml', limited, async (request, reply) => {
    const parts = await partsWithListings(db, partSize)
    const names = ['pages', ...parts.map((part) => `listings-${part}`)]
    const entries = names.map(
      (name) => `<sitemap><loc>${originOf(env, request)}/sitemaps/${name}.xml</loc></sitemap>`,
    )
    asXml(reply)
    return `${xmlHead}<sitemapindex xmlns="${namespace}">${entries.join('')}</sitemapindex>\n`
  })

  app.get('/sitemaps/pages.xml', limited, async (request, reply) => {
    const categories = (await categoryIds(db)).map((id) => `/listings?category=${id}`)
    asXml(reply)
    return urlSet(
      [...pages, ...categories].map((path) => `<url><loc>${originOf(env, request)}${path}</loc></url>`),
    )
  })

  app.get('/sitemaps/:part', limited, async (request, reply) => {
    const { part } = request.params as { part: string }
    // Five digits reach ids of two billion; larger ones PostgreSQL would refuse as no integers.
    const number = Number(/^listings-(\d{1,5})\.xml$/.exec(part)?.[1] ?? 0)
    const listings = await listingsBetween(db, (number - 1) * partSize, number * partSize)
    if (listings.length === 0) throw new AppError('NOT_FOUND', 'There is no such part of the sitemap.')
    const origin = originOf(env, request)
    asXml(reply)
    return urlSet(
      listings.map(
        ({ id, updatedAt }) =>
          `<url><loc>${origin}/listings/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
      ),
    )
  })
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

function urlSet(urls: string[]): string {
  return `${xmlHead}<urlset xmlns="${namespace}">${urls.join('')}</urlset>\n`
}

function asXml(reply: { type(value: string): unknown; header(name: string, value: string): unknown }): void {
  reply.type('application/xml; charset=utf-8')
  reply.header('cache-control', 'public, max-age=3600')
}
