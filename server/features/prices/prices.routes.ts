import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { findVisibleListing } from '#server/features/listings/listings.public.ts'
import { AppError } from '#shared/errors.ts'
import { readPriceGuide } from './prices.service.ts'

export function pricesRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/price-guide': async ({ db, query, viewer }) => {
      const { category, ...typed } = query
      return { guide: await readPriceGuide(db, { ...typed, categoryId: category, sellerId: viewer.id }) }
    },

    'GET /api/listings/:id/price-guide': async ({ db, params, viewer, memoize }) => {
      const listing = await findVisibleListing(db, params.id, viewer, memoize)
      if (listing.deletedAt) throw new AppError('GONE', 'This listing was deleted.')
      return { guide: await readPriceGuide(db, listing) }
    },
  })
}
