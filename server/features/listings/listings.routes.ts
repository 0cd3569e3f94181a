import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { listSimilar } from '#server/features/catalogue/catalogue.public.ts'
import { photoOrigins } from '#server/features/uploads/uploads.public.ts'
import { notifyListingsChanged } from './listing-changes.service.ts'
import { changeListing, deleteListing, publishListing, renewListing } from './listings.service.ts'
import { countOwn, listOwn } from './own-listings.service.ts'
import { answerRenewalLink, readRenewalLink } from './renewal-links.service.ts'
import { createViewCounter } from './views.ts'
import { findListingEvenIfUnavailable, findVisibleListing, readListing } from './visible-listings.service.ts'

/** Milliseconds between two writes of counted views. */
const flushEvery = 5000

export function listingsRoutes(app: App, context: Context): void {
  const { db, disk, env } = context
  const views = createViewCounter(db)
  const flush = async () => {
    if (!disk.hasSpaceFor('normal')) return
    await views.flush().catch((err: unknown) => app.log.warn({ err }, 'views wait for the database'))
  }
  const timer = setInterval(flush, flushEvery).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await flush()
  })

  registerEndpoints(app, context, {
    'GET /api/listings/:id': async ({ db, params, viewer, memoize }) =>
      readListing(db, params.id, viewer, memoize),

    'GET /api/listings/:id/similar': async ({ db, params, viewer, memoize }) => {
      const { id, categoryId, publicTitle } = await findListingEvenIfUnavailable(
        db,
        params.id,
        viewer,
        memoize,
      )
      return listSimilar(db, { id, categoryId, title: publicTitle })
    },

    'POST /api/listings': async ({ viewer, body, request }) => {
      const listing = await publishListing(context, viewer, body, photoOrigins(env, request))
      context.jobs.wakeLoop('listing_news')
      return listing
    },

    'PATCH /api/listings/:id': async ({ viewer, params, body, request }) => {
      const origins = photoOrigins(env, request)
      const listing = await changeListing(context, { id: params.id, viewer, changes: body, origins })
      await notifyListingsChanged(context, [params.id])
      return listing
    },

    'POST /api/listings/:id/renew': async ({ viewer, params }) => {
      const renewal = await renewListing(context, params.id, viewer)
      await notifyListingsChanged(context, [params.id])
      return renewal
    },

    'GET /api/renewals': async ({ query }) => readRenewalLink(context, query.token),

    'POST /api/renewals': async ({ query, body }) => {
      const answered = await answerRenewalLink(context, query.token, body.answer)
      await notifyListingsChanged(context, [answered.listing.id])
      return answered
    },

    'DELETE /api/listings/:id': async ({ viewer, params }) => {
      await deleteListing(db, params.id, viewer)
      await notifyListingsChanged(context, [params.id])
      return null
    },

    'POST /api/listings/:id/view': async ({ params, viewer, request }) => {
      await views.record({
        listing: await findVisibleListing(db, params.id, viewer),
        userId: viewer?.id ?? null,
        ip: request.ip,
        userAgent: request.headers['user-agent'],
      })
      return null
    },

    'GET /api/my-listings': async ({ db, viewer, query, setNext }) => {
      const { listings, cursor } = await listOwn(db, viewer, query)
      setNext({ cursor })
      return listings
    },

    'GET /api/my-listings/counts': async ({ db, viewer, query }) => countOwn(db, viewer, query.search),
  })
}
