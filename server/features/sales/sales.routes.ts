import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { notifyListingsChanged } from '#server/features/listings/listings.public.ts'
import { photoOrigins } from '#server/features/uploads/uploads.public.ts'
import { findStatistics } from './sales.db.ts'
import { listPossibleBuyers, sellTo } from './sales.service.ts'

export function salesRoutes(app: App, context: Context): void {
  registerEndpoint(app, context, 'GET /api/my-listings/statistics', async ({ db, viewer, query }) =>
    findStatistics(db, viewer.id, query.ids),
  )

  registerEndpoint(app, context, 'GET /api/listings/:id/possible-buyers', async ({ db, viewer, params }) =>
    listPossibleBuyers(db, params.id, viewer),
  )

  registerEndpoint(app, context, 'POST /api/listings/:id/sale', async ({ viewer, params, body, request }) => {
    const listing = await sellTo(context, viewer, params.id, body, photoOrigins(context.env, request))
    await notifyListingsChanged(context, [params.id])
    return listing
  })
}
