import type { App, Context } from '#server/context.ts'
import type { PageHeaderSetters } from '#server/core/page-headers.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { type PrivateDataAccess, recordAccesses } from '#server/core/session/account-accesses.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { type Page, pageOf } from '#server/db/paged-search.ts'
import { deliverHeld, emitDecided, notifyPartners } from '#server/features/chat/chat.public.ts'
import { notifyListingsChanged } from '#server/features/listings/listings.public.ts'
import {
  ban,
  claimCases,
  decide,
  deleteMany,
  deleteOne,
  findActs,
  findQueue,
  findQuotaOffenders,
  setFeatured,
  setListingStatus,
  settleCases,
  settleReport,
  unban,
} from '#server/features/moderation/moderation.public.ts'
import { settleReviews } from '#server/features/reviews/reviews.public.ts'
import { listListings, readAdminListing, readAdminReport, readAdminUser } from './admin.service.ts'
import { listCases } from './case-list.service.ts'
import {
  accessesToActs,
  accessesToCases,
  accessesToListings,
  accessesToOffenders,
  accessesToQueue,
  accessesToUsers,
} from './private-data-accesses.ts'
import { findReports } from './report-search.db.ts'
import { readStats, readTrends } from './stats.db.ts'
import { findUsers } from './user-search.db.ts'

/** The administrators' endpoints; by contract they return 404 to everybody else. */
export function adminRoutes(app: App, context: Context): void {
  const { db, disk, env } = context

  /** Responds with `shown` after recording the accesses to private data. */
  async function recorded<T>(
    admin: Viewer,
    shown: T,
    accesses: (shown: T) => PrivateDataAccess[],
  ): Promise<T> {
    await recordAccesses(db, admin, accesses(shown))
    return shown
  }
  const showListing = async (admin: Viewer, id: number) =>
    recorded(admin, await readAdminListing(db, admin.id, id), (listing) => accessesToListings([listing]))
  const showUser = async (admin: Viewer, id: number) =>
    recorded(admin, await readAdminUser(db, admin.id, id), (user) => accessesToUsers([user]))

  registerEndpoints(app, context, {
    'GET /api/admin/stats': async ({ viewer }) => ({
      ...(await readStats(db, viewer.id)),
      lowDisk: disk.lowest(),
    }),
    'GET /api/admin/trends': async () => readTrends(db),

    'GET /api/admin/listings': async ({ viewer, query }) =>
      recorded(viewer, await listListings(db, viewer.id, query), ({ items }) => accessesToListings(items)),
    'PATCH /api/admin/listings/:id': async ({ viewer, params, body }) => {
      const act = { admin: viewer, id: params.id, reason: body.reason, rule: body.rule }
      await setListingStatus(context, act, body.status)
      await notifyListingsChanged(context, [params.id])
      return showListing(viewer, params.id)
    },
    'PATCH /api/admin/listings/:id/feature': async ({ viewer, params, body }) => {
      await setFeatured(context, { admin: viewer, id: params.id, reason: body.reason }, body.until)
      return showListing(viewer, params.id)
    },
    'DELETE /api/admin/listings/:id': async ({ viewer, params, body }) => {
      const { reason, rule } = body
      await deleteOne(context, { admin: viewer, id: params.id, reason, rule })
      await notifyListingsChanged(context, [params.id])
      return null
    },
    'POST /api/admin/listings/bulk-delete': async ({ viewer, body }) => {
      const deleted = await deleteMany(context, { admin: viewer, ...body })
      await notifyListingsChanged(context, body.ids)
      return { deleted }
    },

    'GET /api/admin/users': async ({ viewer, query, setTotal }) => {
      const page = await findUsers(db, viewer.id, query, pageOf(query))
      return recorded(viewer, itemsOf(page, setTotal), accessesToUsers)
    },
    'POST /api/admin/users/:id/ban': async ({ viewer, params, body }) => {
      await ban(context, { admin: viewer, id: params.id, ...body })
      await notifyPartners(context, params.id)
      return showUser(viewer, params.id)
    },
    'POST /api/admin/users/:id/unban': async ({ viewer, params, body }) => {
      await unban(context, { admin: viewer, id: params.id, reason: body.reason })
      await notifyPartners(context, params.id)
      return showUser(viewer, params.id)
    },

    'GET /api/admin/reports': async ({ viewer, query, setTotal }) =>
      itemsOf(await findReports(db, viewer.id, query, pageOf(query)), setTotal),
    'PATCH /api/admin/reports/:id': async ({ viewer, params, body }) => {
      await settleReport(context, { admin: viewer, id: params.id, reason: body.reason }, body.status)
      return readAdminReport(db, params.id)
    },
    'GET /api/admin/held': async ({ viewer, query, setTotal }) => {
      const page = await findQueue(db, viewer.id, query, pageOf(query))
      return recorded(viewer, itemsOf(page, setTotal), accessesToQueue)
    },
    'PATCH /api/admin/held/:id': async ({ viewer, params, body, request }) => {
      const { reason, rule = null, version } = body
      const act = { admin: viewer, id: params.id, reason: reason || null, rule, version }
      const { item, events, listingIds } = await decide(context, act, body.decision, {
        deliverMessage: (tx, message) =>
          deliverHeld({ tx, jobs: context.jobs, env, log: request.log }, message),
        settleReviews: (tx, item, decision) => settleReviews({ tx, jobs: context.jobs }, item, decision),
      })
      if (listingIds.length > 0) await notifyListingsChanged(context, listingIds)
      emitDecided(context.realtime, events)
      return recorded(viewer, item, (shown) => accessesToQueue([shown]))
    },
    'GET /api/admin/stopped': async ({ viewer }) =>
      recorded(viewer, await findQuotaOffenders(db), accessesToOffenders),

    'GET /api/admin/cases': async ({ viewer, query, setTotal }) => {
      const page = await listCases(db, viewer.id, query, pageOf(query))
      return recorded(viewer, itemsOf(page, setTotal), accessesToCases)
    },
    'POST /api/admin/cases/claim': async ({ viewer, body }) => claimCases(db, viewer, body),
    'POST /api/admin/cases/settle': async ({ viewer, body }) => {
      const { cases, ...settlement } = body
      const { banned, ...settled } = await settleCases(context, cases, { admin: viewer, ...settlement })
      const ids = cases.flatMap(({ targetType, targetId }) => (targetType === 'LISTING' ? [targetId] : []))
      await notifyListingsChanged(context, ids)
      for (const userId of banned) await notifyPartners(context, userId)
      return settled
    },

    'GET /api/admin/history': async ({ viewer, query, setTotal }) => {
      const page = await findActs(db, viewer.id, query, pageOf(query))
      return recorded(viewer, itemsOf(page, setTotal), accessesToActs)
    },
  })
}

function itemsOf<T>(page: Page<T>, setTotal: PageHeaderSetters['setTotal']): T[] {
  setTotal(page)
  return page.items
}
