import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { findUndeletedListing } from '#server/features/listings/listings.public.ts'
import { readPriceGuide } from './prices.service.ts'

export function pricesRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/price-guide': async ({ db, query, viewer }) => {
      const { category, ...typed } = query
      return { guide: await readPriceGuide(db, { ...typed, categoryId: category, sellerId: viewer.id }) }
    },

    'GET /api/listings/:id/price-guide': async ({ db, params, viewer, memoize }) => {
      const listing = await findUndeletedListing(db, params.id, viewer, memoize)
      return { guide: await readPriceGuide(db, listing) }
    },
  })
}
