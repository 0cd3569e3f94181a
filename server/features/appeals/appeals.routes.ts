import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { pageOf } from '#server/db/paged-search.ts'
import { deliverHeld, emitDecided, notifyPartners } from '#server/features/chat/chat.public.ts'
import { notifyListingsChanged } from '#server/features/listings/listings.public.ts'
import { findAppeals } from './appeals.db.ts'
import { appeal, decideAppeal, listOwnDecisions, readLinkedDecision } from './appeals.service.ts'

export function appealsRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context

  registerEndpoints(app, context, {
    'GET /api/decisions': async ({ viewer }) => listOwnDecisions(context, viewer),
    'GET /api/decisions/by-link': async ({ query }) => readLinkedDecision(context, query.token),
    'POST /api/appeals': async ({ query, body }) => appeal(context, query.token, body.text),
    'GET /api/admin/appeals': async ({ viewer, query, setTotal }) => {
      const page = await findAppeals(db, viewer.id, query, pageOf(query))
      setTotal(page)
      return page.items
    },
    'PATCH /api/admin/appeals/:id': async ({ viewer, params, body, request }) => {
      const { decided, events } = await decideAppeal(
        context,
        { admin: viewer, id: params.id, ...body },
        (tx, message) => deliverHeld({ tx, jobs: context.jobs, env, log: request.log }, message),
      )
      if (decided.act.listingId !== null) await notifyListingsChanged(context, [decided.act.listingId])
      if (decided.act.action === 'BAN') await notifyPartners(context, decided.appellant.id)
      if (events) emitDecided(realtime, events)
      return decided
    },
  })
}
