import { versionOf } from '#server/core/http/row-version.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findOwnPhotos, type PhotoOrigins } from '#server/features/uploads/uploads.public.ts'
import { type Draft, DraftContent, type DraftForm } from '#shared/contract/drafts.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import {
  type DraftRow,
  findDraftForUpdate,
  findDrafts,
  insertDraft,
  lockDrafts,
  updateDraft,
} from './drafts.db.ts'

export async function listDrafts(db: Db, viewer: Viewer): Promise<Draft[]> {
  return (await findDrafts(db, viewer.id)).map(toDraft)
}

/** Throws CONFLICT where the account has as many as it may. */
export async function addDraft(
  db: Db,
  viewer: Viewer,
  form: DraftForm,
  origins: PhotoOrigins,
): Promise<Draft> {
  return inTransaction(db, async (tx) => {
    if ((await lockDrafts(tx, viewer.id)) >= limits.drafts.max)
      throw new AppError(
        'CONFLICT',
        `You have ${limits.drafts.max} drafts, which is the most. Please publish or delete one.`,
      )
    return toDraft(await insertDraft(tx, viewer.id, await contentOf(tx, viewer, form, origins)))
  })
}

/** Throws NOT_FOUND for somebody else's draft, STALE_VERSION where it was changed since `version`. */
export async function changeDraft(
  db: Db,
  viewer: Viewer,
  id: number,
  { content: form, version }: { content: DraftForm; version: string },
  origins: PhotoOrigins,
): Promise<Draft> {
  return inTransaction(db, async (tx) => {
    const row = await findDraftForUpdate(tx, viewer.id, id)
    if (!row) throw new AppError('NOT_FOUND', 'There is no such draft.')
    const content = await contentOf(tx, viewer, form, origins)
    const current = toDraft(row)
    // A retry after a lost response finds its changes made.
    if (current.version !== version && current.version !== versionOfContent(content))
      throw new AppError('STALE_VERSION', 'This draft was changed on another device.', { current })
    return toDraft(await updateDraft(tx, id, content))
  })
}

/**
 * The content to store. Photos that the user did not upload, or that are gone, are dropped instead of refusing the draft; until the
 * transaction ends, no sweep deletes the others.
 */
async function contentOf(
  tx: Tx,
  viewer: Viewer,
  { photos: addresses = [], ...fields }: DraftForm,
  origins: PhotoOrigins,
): Promise<DraftContent> {
  const photos = (await findOwnPhotos(tx, viewer.id, addresses, origins)).filter((photo) => photo !== null)
  return { ...fields, photos }
}

function toDraft({ id, content, updated_at }: DraftRow): Draft {
  return { id, content, updatedAt: updated_at.toISOString(), version: versionOfContent(content) }
}

const fields = Object.keys(DraftContent.shape) as (keyof DraftContent)[]

/** Stored content has its fields in another order, and lacks those without a value. */
function versionOfContent(content: DraftContent): string {
  return versionOf(fields.map((field) => (field === 'photos' ? urlsOf(content) : (content[field] ?? null))))
}

const urlsOf = ({ photos = [] }: DraftContent) => photos.map(({ url }) => url)
