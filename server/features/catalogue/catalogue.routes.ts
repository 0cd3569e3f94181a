import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { type FilterName, filterNames, type ListingQuery } from '#shared/contract/catalogue.ts'
import { browse } from './browse.service.ts'
import { findFeatured, listCategories } from './catalogue.db.ts'
import { listLatest, listMoreOf, listOnOffer } from './catalogue.service.ts'
import { listPlaces } from './places.service.ts'
import { suggest } from './search/suggestions.service.ts'

export function catalogueRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/categories': async ({ db }) => listCategories(db),
    'GET /api/places': async ({ db }) => listPlaces(db),

    'GET /api/listings': async ({ db, query, url, setTotal, setNext, setIgnored }) => {
      const page = await browse(db, query)
      setIgnored([...malformedFilters(url, query), ...page.ignored])
      setTotal(page)
      setNext({ cursor: page.cursor })
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
