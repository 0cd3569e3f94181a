import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { notifyListingsChanged } from '#server/features/listings/listings.public.ts'
import { photoOrigins } from '#server/features/uploads/uploads.public.ts'
import { findStatistics } from './sales.db.ts'
import { listPossibleBuyers, sellTo } from './sales.service.ts'

export function salesRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/my-listings/statistics': async ({ db, viewer, query }) =>
      findStatistics(db, viewer.id, query.ids),

    'GET /api/listings/:id/possible-buyers': async ({ db, viewer, params }) =>
      listPossibleBuyers(db, params.id, viewer),

    'POST /api/listings/:id/sale': async ({ viewer, params, body, request }) => {
      const listing = await sellTo(context, viewer, params.id, body, photoOrigins(context.env, request))
      await notifyListingsChanged(context, [params.id])
      return listing
    },
  })
}
