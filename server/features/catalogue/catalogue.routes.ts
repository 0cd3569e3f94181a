import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { type FilterName, filterNames, type ListingQuery } from '#shared/contract/catalogue.ts'
import { formatNextLink, ignoredHeader, totalExactHeader, totalHeader } from '#shared/pagination.ts'
import { browse } from './browse.service.ts'
import { listCategories } from './catalogue.db.ts'
import { listFeatured, listLatest } from './catalogue.service.ts'
import { suggest } from './suggestions.service.ts'

export function catalogueRoutes(app: App, context: Context): void {
  implement(app, context, 'GET /api/categories', { reads: 'replica' }, async ({ db }) => listCategories(db))

  implement(
    app,
    context,
    'GET /api/listings',
    { reads: 'replica' },
    async ({ db, query, url, setHeader }) => {
      const page = await browse(db, query)
      const ignored = [...malformed(url, query), ...page.ignored]
      if (ignored.length > 0) setHeader(ignoredHeader, ignored.join())
      setHeader(totalHeader, page.total)
      setHeader(totalExactHeader, page.exact)
      if (page.cursor) setHeader('link', formatNextLink(withCursor(url, page.cursor)))
      return page.cards
    },
  )

  implement(app, context, 'GET /api/listings/featured', { reads: 'replica' }, async ({ db }) =>
    listFeatured(db),
  )
  implement(app, context, 'GET /api/listings/latest', { reads: 'replica' }, async ({ db }) => listLatest(db))
  implement(
    app,
    context,
    'GET /api/listings/search-suggestions',
    { reads: 'replica' },
    async ({ db, query }) => suggest(db, query.q),
  )
}

/** The filters that an address names and of which parsing left nothing. */
function malformed(url: string, query: ListingQuery): FilterName[] {
  const asked = new URL(url, 'http://oja.invalid').searchParams
  return filterNames.filter((name) => query[name] === undefined && asked.getAll(name).some(Boolean))
}

/** The same address with another cursor. */
function withCursor(url: string, cursor: string): string {
  const next = new URL(url, 'http://oja.invalid')
  next.searchParams.set('cursor', cursor)
  return next.pathname + next.search
}
