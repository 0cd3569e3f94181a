import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { listSimilar } from '#server/features/catalogue/similar.service.ts'
import { tellListingsChanged } from '#server/features/chat/listing-news.service.ts'
import { photoPlaces } from '#server/features/uploads/photos.service.ts'
import {
  changeListing,
  deleteListing,
  findKnownListing,
  findVisibleListing,
  listOwn,
  publishListing,
  readListing,
} from './listings.service.ts'
import { createViewCounter } from './views.ts'

/** Milliseconds between two writings of the views that were counted. */
const flushEvery = 5000

export function listingsRoutes(app: App, context: Context): void {
  const { db, env } = context

  implement(
    app,
    context,
    'GET /api/listings/:id',
    { reads: 'replica' },
    async ({ db, params, viewer, once }) => readListing(db, params.id, viewer, once),
  )

  implement(
    app,
    context,
    'GET /api/listings/:id/similar',
    { reads: 'replica' },
    async ({ db, params, viewer, once }) => {
      const { id, categoryId, publicTitle } = await findKnownListing(db, params.id, viewer, once)
      return listSimilar(db, { id, categoryId, title: publicTitle })
    },
  )

  implement(app, context, 'POST /api/listings', {}, async ({ viewer, body, request }) =>
    publishListing(context, viewer, body, photoPlaces(env, request)),
  )

  implement(app, context, 'PATCH /api/listings/:id', {}, async ({ viewer, params, body, request }) => {
    const listing = await changeListing(context, params.id, viewer, body, photoPlaces(env, request))
    await tellListingsChanged(context, [params.id])
    return listing
  })

  implement(app, context, 'DELETE /api/listings/:id', {}, async ({ viewer, params }) => {
    await deleteListing(db, params.id, viewer)
    await tellListingsChanged(context, [params.id])
    return null
  })

  implement(app, context, 'GET /api/my-listings', {}, async ({ db, viewer }) => listOwn(db, viewer))

  const views = createViewCounter(db)
  const flush = () =>
    views.flush().catch((err: unknown) => app.log.warn({ err }, 'views wait for the database'))
  const timer = setInterval(flush, flushEvery).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await flush()
  })

  implement(app, context, 'POST /api/listings/:id/view', {}, async ({ params, viewer, request }) => {
    const listing = await findVisibleListing(db, params.id, viewer)
    if (listing.sellerId !== viewer?.id && !listing.deletedAt) {
      await views.record({
        listingId: listing.id,
        userId: viewer?.id ?? null,
        ip: request.ip,
        userAgent: request.headers['user-agent'],
      })
    }
    return null
  })
}
