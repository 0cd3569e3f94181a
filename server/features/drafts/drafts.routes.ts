import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { photoOrigins } from '#server/features/uploads/uploads.public.ts'
import { deleteDraft } from './drafts.db.ts'
import { addDraft, changeDraft, listDrafts } from './drafts.service.ts'

export function draftsRoutes(app: App, context: Context): void {
  const { db, env } = context

  registerEndpoints(app, context, {
    'GET /api/drafts': async ({ db, viewer }) => listDrafts(db, viewer),
    'POST /api/drafts': async ({ viewer, body, request }) =>
      addDraft(db, viewer, body.content, photoOrigins(env, request)),
    'PATCH /api/drafts/:id': async ({ viewer, params, body, request }) =>
      changeDraft(db, viewer, params.id, body, photoOrigins(env, request)),
    'DELETE /api/drafts/:id': async ({ viewer, params }) => {
      await deleteDraft(db, viewer.id, params.id)
      return null
    },
  })
}
