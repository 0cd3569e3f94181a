import { versionOf } from '#server/core/http/row-version.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuseImpersonatingName } from '#server/features/auth/auth.public.ts'
import {
  presentSettings,
  saveNotificationSettings,
} from '#server/features/notifications/notifications.public.ts'
import {
  findOwnPhotos,
  findProbes,
  hashBrandMarks,
  isBrandMark,
  type PhotoOrigins,
} from '#server/features/uploads/uploads.public.ts'
import type { NotificationChanges, ProfileChanges, Settings } from '#shared/contract/settings.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { findSettings, lockSettings, updateMailTopics, updateProfile } from './account.db.ts'

/** The viewer's account as the settings page shows it. */
export async function readSettings(db: Db, viewer: Viewer): Promise<Settings> {
  const { phoneVerifiedAt, deletionDueAt, notifications, ...found } = await findSettings(db, viewer.id)
  const { messages, questions, reviews, reports, searches, saved, follows, listings, ...rest } = found
  return {
    ...rest,
    profileVersion: versionOfProfile(rest),
    phoneVerifiedAt: phoneVerifiedAt?.toISOString() ?? null,
    notifications: {
      ...{ messages, questions, reviews, reports, searches, saved, follows, listings },
      ...presentSettings(notifications),
    },
    deletionDueAt: deletionDueAt?.toISOString() ?? null,
  }
}

/**
 * Writes the given fields of a profile. Throws STALE_VERSION if the profile has changed since the edit began.
 * A picture must be the current one, or one that the upload returned to this user.
 */
export async function changeProfile(
  db: Db,
  viewer: Viewer,
  { avatarUrl, bio, state, lga, fullName, version }: ProfileChanges,
  origins: PhotoOrigins,
): Promise<Settings> {
  if (fullName !== undefined && viewer.accountRole !== 'ADMIN') refuseImpersonatingName(fullName)
  if (avatarUrl) await hashBrandMarks()
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
      avatarUrl: avatarUrl && (await resolveAvatar(tx, viewer, avatarUrl, account.avatarUrl, origins)),
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
  origins: PhotoOrigins,
): Promise<string> {
  const existing = current ? [{ url: current, width: null, height: null, placeholder: null }] : []
  const [photo] = await findOwnPhotos(tx, viewer.id, [address], origins, existing)
  if (photo) {
    const isNew = photo.url !== current && viewer.accountRole !== 'ADMIN'
    if (isNew && (await isBrandMark(await findProbes(tx, photo.url))))
      throw invalidField('avatarUrl', brandMarkRefusal)
    return photo.url
  }
  throw invalidField('avatarUrl', 'This photo was not uploaded here. Please upload it again')
}

const brandMarkRefusal = 'This picture looks like Oja’s own mark. Use a picture of yourself or your shop'

export async function changeNotifications(
  db: Db,
  viewer: Viewer,
  { push, quietHours, digestHour, pushHidesContent, ...mails }: NotificationChanges,
): Promise<Settings> {
  await inTransaction(db, async (tx) => {
    if (Object.keys(mails).length > 0) await updateMailTopics(tx, viewer.id, mails)
    await saveNotificationSettings(tx, viewer.id, { push, quietHours, digestHour, pushHidesContent })
  })
  return readSettings(db, viewer)
}
