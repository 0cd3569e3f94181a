import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuseHouseName } from '#server/features/auth/reserved-names.service.ts'
import { findOwnPhotos, type PhotoPlaces } from '#server/features/uploads/photos.service.ts'
import type { ProfileChanges, Settings } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'
import { findSettings, lockSettings, updateNotifications, updateProfile } from './account.db.ts'

/** One's own account as the settings page shows it. */
export async function readSettings(db: Db, viewer: Viewer): Promise<Settings> {
  const { messages, questions, reviews, phoneVerifiedAt, deletionDueAt, ...rest } = await findSettings(
    db,
    viewer.id,
  )
  return {
    ...rest,
    phoneVerifiedAt: phoneVerifiedAt?.toISOString() ?? null,
    notifications: { messages, questions, reviews },
    deletionDueAt: deletionDueAt?.toISOString() ?? null,
  }
}

/** Writes what is there of a profile. A picture must be one that our upload returned to this user, or the one they have. */
export async function changeProfile(
  db: Db,
  viewer: Viewer,
  { avatarUrl, bio, state, lga, fullName }: ProfileChanges,
  places: PhotoPlaces,
): Promise<Settings> {
  if (fullName !== undefined && viewer.accountRole !== 'ADMIN') refuseHouseName(fullName)
  await inTransaction(db, async (tx) => {
    const account = await lockSettings(tx, viewer)
    await updateProfile(tx, viewer.id, {
      fullName,
      bio: bio === undefined ? undefined : bio || null,
      // State and LGA go together.
      state: state === undefined && lga === undefined ? undefined : state || null,
      lga: state === undefined && lga === undefined ? undefined : lga || null,
      avatarUrl: avatarUrl && (await resolveAvatar(tx, viewer, avatarUrl, account.avatarUrl, places)),
    })
  })
  return readSettings(db, viewer)
}

async function resolveAvatar(
  tx: Db,
  viewer: Viewer,
  address: string,
  current: string | null,
  places: PhotoPlaces,
): Promise<string> {
  const kept = current ? [{ url: current, width: null, height: null, placeholder: null }] : []
  const [photo] = await findOwnPhotos(tx, viewer.id, [address], places, kept)
  if (photo) return photo.url
  const message = 'This photo was not uploaded here. Please upload it again'
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'avatarUrl', message }] })
}

export async function changeNotifications(
  db: Db,
  viewer: Viewer,
  changes: Partial<Settings['notifications']>,
): Promise<Settings> {
  await updateNotifications(db, viewer.id, changes)
  return readSettings(db, viewer)
}
