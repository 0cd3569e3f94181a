import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { notifyListingsChanged } from '#server/features/listings/listings.public.ts'
import type { Deal } from '#shared/contract/deals.ts'
import {
  acceptDeal,
  changeTerms,
  confirmDeal,
  endDeal,
  endSharing,
  proposeDeal,
  readDeal,
  readMeeting,
  reserveListing,
  shareMeeting,
} from './deals.service.ts'

export function dealsRoutes(app: App, context: Context): void {
  const { db, realtime } = context

  /** Makes the clients of both parties refetch the deal. */
  const emitToParties = (deal: Deal) => {
    realtime.emitToRooms([`user:${deal.seller.id}`, `user:${deal.buyer.id}`], 'threads_changed')
    return deal
  }
  /** Makes every client that shows the listing refetch it, since its "reserved" mark may have changed. */
  const emitToViewers = async (deal: Deal) => {
    await notifyListingsChanged(context, [deal.listing.id])
    return deal
  }

  registerEndpoints(app, context, {
    'GET /api/deals/:id': async ({ db, viewer, params }) => readDeal(db, params.id, viewer),
    'POST /api/threads/:id/deals': async ({ viewer, params, body }) =>
      emitToParties(await proposeDeal(context, viewer, params.id, body)),
    'PATCH /api/deals/:id': async ({ viewer, params, body }) =>
      emitToViewers(await changeTerms(context, viewer, params.id, body)),
    'POST /api/deals/:id/accept': async ({ viewer, params, body }) =>
      emitToViewers(await acceptDeal(context, viewer, params.id, body)),
    'POST /api/deals/:id/reserve': async ({ viewer, params, body }) =>
      emitToViewers(await reserveListing(context, viewer, params.id, body.reserves)),
    'POST /api/deals/:id/end': async ({ viewer, params, body }) =>
      emitToViewers(await endDeal(context, viewer, params.id, body)),
    'POST /api/deals/:id/confirm': async ({ viewer, params, body }) =>
      emitToViewers(await confirmDeal(context, viewer, params.id, body.version)),
    'POST /api/deals/:id/meeting-link': async ({ viewer, params }) =>
      shareMeeting(context, viewer, params.id),
    'DELETE /api/deals/:id/meeting-link': async ({ viewer, params }) => {
      await endSharing(db, viewer, params.id)
      return null
    },
    'GET /api/meetings/by-link': async ({ db, query }) => readMeeting(db, query.token),
  })
}
