import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { notifyListingsChanged } from '#server/features/listings/listings.public.ts'
import { photoOrigins } from '#server/features/uploads/uploads.public.ts'
import {
  checkPhone,
  listOwnReports,
  readPassport,
  reportStolen,
  withdrawReport,
  writePassport,
} from './passports.service.ts'

export function passportsRoutes(app: App, context: Context): void {
  const { db, env } = context

  registerEndpoints(app, context, {
    'GET /api/listings/:id/passport': async ({ db, viewer, params }) => readPassport(db, params.id, viewer),
    'PATCH /api/listings/:id/passport': async ({ viewer, params, body }) => {
      const passport = await writePassport(context, params.id, viewer, body.imei)
      if (passport.notice) await notifyListingsChanged(context, [params.id])
      return passport
    },
    'POST /api/listings/:id/phone-check': async ({ viewer, params, body }) =>
      checkPhone(context, params.id, viewer, body.imei),
    'GET /api/stolen-phones': async ({ db, viewer }) => listOwnReports(db, viewer),
    'POST /api/stolen-phones': async ({ viewer, body, request }) =>
      reportStolen(context, viewer, body, photoOrigins(env, request)),
    'DELETE /api/stolen-phones/:id': async ({ viewer, params }) => {
      await withdrawReport(db, viewer, params.id)
      return null
    },
  })
}
