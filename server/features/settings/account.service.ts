import type { Viewer } from '#server/core/session/session.ts'
import { versionOf } from '#server/core/version.ts'
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
    profileVersion: versionOfProfile(rest),
    phoneVerifiedAt: phoneVerifiedAt?.toISOString() ?? null,
    notifications: { messages, questions, reviews },
    deletionDueAt: deletionDueAt?.toISOString() ?? null,
  }
}

/** Writes what is there of a profile. Throws STALE_VERSION where it is no longer what the edit began with. A picture must be one that our upload returned to this user, or the one they have. */
export async function changeProfile(
  db: Db,
  viewer: Viewer,
  { avatarUrl, bio, state, lga, fullName, version }: ProfileChanges,
  places: PhotoPlaces,
): Promise<Settings> {
  if (fullName !== undefined && viewer.accountRole !== 'ADMIN') refuseHouseName(fullName)
  await inTransaction(db, async (tx) => {
    const account = await lockSettings(tx, viewer)
    if (version !== undefined && version !== versionOfProfile(account))
      throw stale(await readSettings(tx, viewer))
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

type Profile = Pick<Settings, 'fullName' | 'bio' | 'state' | 'lga'>

function versionOfProfile({ fullName, bio, state, lga }: Profile): string {
  return versionOf([fullName, bio, state, lga])
}

const stale = (current: Settings) =>
  new AppError(
    'STALE_VERSION',
    'Your profile was changed in another tab or on another device. Look at what changed, then save again.',
    { current },
  )

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
