import { sql } from 'kysely'
import { isStillSignedIn } from '#server/core/session/session.db.ts'
import { changedMeanwhile, type Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import type { NotificationSettingsRow } from '#server/features/notifications/notifications.public.ts'
import { type Topic, topicNames } from '#shared/notification-topics.ts'

/** The part of an account that its owner may see and change. */
export async function findSettings(db: Db, id: number) {
  return selectSettings(db)
    .select(
      sql<NotificationSettingsRow | null>`(select row_to_json(n) from notification_settings n where user_id = users.id)`.as(
        'notifications',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Reads the account of a user who is still signed in; locks the account until the transaction ends. Throws
 * UNAUTHENTICATED if the session ended, or the account's credentials changed, since the request began.
 */
export async function lockSettings(tx: Db, viewer: Viewer) {
  return selectSettings(tx)
    .where(isStillSignedIn(viewer))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(changedMeanwhile)
}

function selectSettings(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'full_name as fullName',
      'username',
      'email',
      'avatar_url as avatarUrl',
      'bio',
      'state',
      'lga',
      'phone',
      'phone_verified_at as phoneVerifiedAt',
      ...topicNames.map((topic) => `notify_${topic} as ${topic}` as const),
      'deletion_due_at as deletionDueAt',
    ])
}

export interface ProfileValues {
  fullName: string | undefined
  bio: string | null | undefined
  state: string | null | undefined
  lga: string | null | undefined
  avatarUrl: string | null | undefined
}

/** Writes the given fields; the rest stays. */
export async function updateProfile(db: Db, id: number, values: ProfileValues): Promise<void> {
  await db
    .updateTable('users')
    .set({
      full_name: values.fullName,
      bio: values.bio,
      state: values.state,
      lga: values.lga,
      avatar_url: values.avatarUrl,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function updateMailTopics(
  db: Db,
  id: number,
  values: { [T in Topic]?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      ...Object.fromEntries(topicNames.map((topic) => [`notify_${topic}`, values[topic]])),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Does nothing if they are off already. */
export async function turnMailsOff(db: Db, id: number, of: readonly Topic[]): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...Object.fromEntries(of.map((topic) => [`notify_${topic}`, false])), updated_at: sql`now()` })
    .where('id', '=', id)
    .where(({ or, eb }) => or(of.map((topic) => eb(`notify_${topic}`, '=', true))))
    .execute()
}

/** Another number is not verified any more. */
export async function replacePhone(db: Db, id: number, phone: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ phone, phone_verified_at: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
