import type { App, Context } from '#server/context.ts'
import { implement, type SetHeader } from '#server/core/implement.ts'
import { tellListingsChanged } from '#server/features/chat/listing-news.service.ts'
import { listStopped } from '#server/features/held/quotas.service.ts'
import { totalHeader } from '#shared/pagination.ts'
import { listListings, pageOf } from './admin.service.ts'
import type { Page } from './find.db.ts'
import { findHeld } from './held.db.ts'
import { decide, type News } from './held.service.ts'
import { findActs } from './history.db.ts'
import {
  ban,
  deleteMany,
  deleteOne,
  setFeatured,
  setListingStatus,
  settleReport,
  unban,
} from './moderation.service.ts'
import { findReports } from './reports.db.ts'
import { readStats, readTrends } from './stats.db.ts'
import { findUsers } from './users.db.ts'

/** The calls of administrators; the contract has them answer 404 to everybody else. */
export function adminRoutes(app: App, context: Context): void {
  const { db } = context

  implement(app, context, 'GET /api/admin/stats', {}, async () => readStats(db))
  implement(app, context, 'GET /api/admin/trends', {}, async () => readTrends(db))

  implement(app, context, 'GET /api/admin/listings', {}, async ({ query }) => listListings(db, query))
  implement(app, context, 'PATCH /api/admin/listings/:id', {}, async ({ viewer, params, body }) => {
    const act = { admin: viewer, id: params.id, reason: body.reason }
    const listing = await setListingStatus(context, act, body.status)
    await tellListingsChanged(context, [params.id])
    return listing
  })
  implement(app, context, 'PATCH /api/admin/listings/:id/feature', {}, async ({ viewer, params, body }) =>
    setFeatured(context, { admin: viewer, id: params.id, reason: body.reason }, body.until),
  )
  implement(app, context, 'DELETE /api/admin/listings/:id', {}, async ({ viewer, params, body }) => {
    await deleteOne(context, { admin: viewer, id: params.id, reason: body.reason })
    await tellListingsChanged(context, [params.id])
    return null
  })
  implement(app, context, 'POST /api/admin/listings/bulk-delete', {}, async ({ viewer, body }) => {
    const deleted = await deleteMany(context, { admin: viewer, ids: body.ids, reason: body.reason })
    await tellListingsChanged(context, body.ids)
    return { deleted }
  })

  implement(app, context, 'GET /api/admin/users', {}, async ({ query, setHeader }) =>
    answer(setHeader, await findUsers(db, query.q, pageOf(query))),
  )
  implement(app, context, 'POST /api/admin/users/:id/ban', {}, async ({ viewer, params, body }) =>
    ban(context, { admin: viewer, id: params.id, reason: body.reason }),
  )
  implement(app, context, 'POST /api/admin/users/:id/unban', {}, async ({ viewer, params, body }) =>
    unban(context, { admin: viewer, id: params.id, reason: body.reason }),
  )

  implement(app, context, 'GET /api/admin/reports', {}, async ({ query, setHeader }) =>
    answer(setHeader, await findReports(db, query, pageOf(query))),
  )
  implement(app, context, 'PATCH /api/admin/reports/:id', {}, async ({ viewer, params, body }) =>
    settleReport(context, { admin: viewer, id: params.id, reason: body.reason }, body.status),
  )
  implement(app, context, 'GET /api/admin/held', {}, async ({ query, setHeader }) =>
    answer(setHeader, await findHeld(db, query, pageOf(query))),
  )
  implement(app, context, 'PATCH /api/admin/held/:id', {}, async ({ viewer, params, body }) => {
    const act = { admin: viewer, id: params.id, reason: body.reason || null }
    const { held, news } = await decide(context, act, body.decision)
    await tell(context, news)
    return held
  })
  implement(app, context, 'GET /api/admin/stopped', {}, async () => listStopped(db))

  implement(app, context, 'GET /api/admin/history', {}, async ({ query, setHeader }) =>
    answer(setHeader, await findActs(db, query, pageOf(query))),
  )
}

async function tell(context: Context, { listingId, message: sent }: News): Promise<void> {
  if (listingId !== null) await tellListingsChanged(context, [listingId])
  if (!sent) return
  const { message, to } = sent
  const event = { threadId: message.threadId, message }
  const users = to.map((id) => `user:${id}` as const)
  // Of a message that stays undelivered nobody but its sender learns.
  context.realtime.tell(message.held ? users : [`thread:${message.threadId}`, ...users], 'new_message', event)
  context.realtime.tell(users, 'threads_changed')
}

function answer<T>(setHeader: SetHeader, { items, total }: Page<T>): T[] {
  setHeader(totalHeader, total)
  return items
}
