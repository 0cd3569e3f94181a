import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { setTotal } from '#server/core/set-total.ts'
import { type FilterName, filterNames, type ListingQuery } from '#shared/contract/catalogue.ts'
import { formatNextLink, ignoredHeader } from '#shared/pagination.ts'
import { browse } from './browse.service.ts'
import { findFeatured, listCategories } from './catalogue.db.ts'
import { listLatest, listMoreOf, listOnOffer } from './catalogue.service.ts'
import { listPlaces } from './places.service.ts'
import { suggest } from './search/suggestions.service.ts'

export function catalogueRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/categories': async ({ db }) => listCategories(db),
    'GET /api/places': async ({ db }) => listPlaces(db),

    'GET /api/listings': async ({ db, query, url, setHeader }) => {
      const page = await browse(db, query)
      const ignored = [...malformedFilters(url, query), ...page.ignored]
      if (ignored.length > 0) setHeader(ignoredHeader, ignored.join())
      setTotal(setHeader, page)
      if (page.cursor) setHeader('link', formatNextLink(withCursor(url, page.cursor)))
      return page.cards
    },

    'GET /api/listings/featured': async ({ db }) => findFeatured(db),
    'GET /api/listings/latest': async ({ db }) => listLatest(db),
    'GET /api/listings/cards': async ({ db, query }) =>
      query.seller === undefined ? listOnOffer(db, query.ids) : listMoreOf(db, query.seller, query.ids),
    'GET /api/listings/search-suggestions': async ({ db, query }) => suggest(db, query.q),
  })
}

/** Filters with a value in the address that parsing rejected. */
function malformedFilters(url: string, query: ListingQuery): FilterName[] {
  const asked = new URL(url, 'http://oja.invalid').searchParams
  return filterNames.filter((name) => query[name] === undefined && asked.getAll(name).some(Boolean))
}

/** The same address with another cursor. */
function withCursor(url: string, cursor: string): string {
  const next = new URL(url, 'http://oja.invalid')
  next.searchParams.set('cursor', cursor)
  return next.pathname + next.search
}
