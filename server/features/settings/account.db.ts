import { sql } from 'kysely'
import { isStillSignedIn } from '#server/core/session/session.db.ts'
import { changedMeanwhile, type Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'

/** What somebody may see and change of their own account. */
export async function findSettings(db: Db, id: number) {
  return selectSettings(db).where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * The same of somebody who is still signed in, and nobody else changes the account until the transaction ends. UNAUTHENTICATED where
 * their session ended, or the account's credentials changed, since the request began.
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
      'notify_messages as messages',
      'notify_questions as questions',
      'notify_reviews as reviews',
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

/** Writes what is there; the rest stays. */
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

export async function updateNotifications(
  db: Db,
  id: number,
  values: { messages?: boolean | undefined; questions?: boolean | undefined; reviews?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      notify_messages: values.messages,
      notify_questions: values.questions,
      notify_reviews: values.reviews,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Another number is nobody's proof any more. */
export async function replacePhone(db: Db, id: number, phone: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ phone, phone_verified_at: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
